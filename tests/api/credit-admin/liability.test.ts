import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { ShopContext } from "#app/domain/context.ts";
import { expireCredit } from "#app/domain/ledger/expire-grants.ts";
import { CREDIT_TYPES, type CreditTypeCode } from "#app/domain/ledger/movement.ts";
import { postCredit } from "#app/domain/ledger/post-movement.ts";
import { listCreditPeriods } from "#app/domain/ledger/reports/credit-periods.ts";
import { readCreditAgeing } from "#app/domain/ledger/reports/read-credit-ageing.ts";
import { readCreditLiability } from "#app/domain/ledger/reports/read-credit-liability.ts";
import { listWrittenOff } from "#app/domain/store-credit/reports/list-written-off.ts";
import { clockAt } from "#app/lib/clock.ts";
import { createCustomers } from "#tests/support/create-customers.ts";
import { readCreditBalanceAt } from "#tests/support/credit-balance-at.ts";
import { fc } from "#tests/support/property.ts";
import { settleHoldEntry } from "#tests/support/settle-hold-entry.ts";
import { startTestApp, type TestApp } from "#tests/support/test-app.ts";

let testApp: TestApp;

beforeAll(async () => {
  testApp = await startTestApp({ own: true });
});
afterAll(() => testApp.close());

const HOUR = 3_600_000;

interface Store {
  context: ShopContext;
  customers: bigint[];
}

async function openStore(timezone: string, customers = 3): Promise<Store> {
  const shop = await testApp.createShop({ timezone });
  const context = await shop.context();
  return { context, customers: await createCustomers(context, customers) };
}

const at = (context: ShopContext, instant: number | string): ShopContext => ({
  ...context,
  clock: clockAt(new Date(instant)),
});

const move = (
  context: ShopContext,
  customerId: bigint,
  amountMinor: number,
  more: { typeCode?: CreditTypeCode; onHold?: boolean; expiresAt?: Date | null } = {},
) => {
  const { expiresAt, ...rest } = more;
  return postCredit(context, {
    customerId,
    unit: "money",
    amountMinor,
    typeCode: CREDIT_TYPES.adjustment,
    message: "Moved",
    ...(amountMinor > 0 && { parts: [{ amountMinor, expiresAt: expiresAt ?? null }] }),
    ...rest,
  });
};

describe("the outstanding liability", () => {
  test("is at the end of every day what all customers held then, whatever happened in whatever order", async () => {
    // The store's days end at other instants than the machine's, and one of them has 23 hours.
    const zone = "Europe/Berlin";
    const start = Date.parse("2031-03-27T03:00:00Z");
    const step = fc.record({
      who: fc.nat({ max: 2 }),
      hours: fc.integer({ min: 0, max: 14 }),
      amount: fc.integer({ min: -4000, max: 6000 }).filter((amount) => amount !== 0),
      hold: fc.boolean(),
      settles: fc.boolean(),
      lasts: fc.option(fc.integer({ min: 1, max: 60 }), { nil: null }),
    });
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 16 }), async (steps) => {
        const { context, customers } = await openStore(zone);
        let now = start;
        for (const one of steps) {
          now += one.hours * HOUR;
          const then = at(context, now);
          const customerId = customers[one.who] ?? 0n;
          const expiresAt = one.lasts === null ? null : new Date(now + one.lasts * HOUR);
          const onHold = one.amount < 0 && one.hold;
          const posting = await move(then, customerId, one.amount, { onHold, expiresAt });
          if (onHold && one.settles && posting.outcome === "posted") {
            now += HOUR;
            const redemption = { usedMinor: 700, orderGid: "gid://x/Order/1", orderName: "#1" };
            await context.db.transaction((tx) =>
              settleHoldEntry(
                tx,
                at(context, now),
                { entryId: posting.entryId, customerId },
                redemption,
              ),
            );
          }
        }
        await expireCredit(at(context, now));
        const periods = listCreditPeriods(new Date(now), "30d", "day", zone);
        const liability = await readCreditLiability(context, periods, "money");
        const heldAt = async (instant: Date) => {
          let total = 0;
          for (const customerId of customers) {
            const held = await readCreditBalanceAt(context, customerId, "money", instant);
            total += held.availableMinor + held.heldMinor;
          }
          return total;
        };
        const last = periods.slice(-8);
        const ends = await Promise.all(last.map(({ end }) => heldAt(new Date(end.getTime() - 1))));
        const told = liability.periods.slice(-8);
        expect(told.map(({ outstandingMinor }) => outstandingMinor)).toEqual(ends);
        const accounts = await context.db.prisma.creditAccount.aggregate({
          where: { shopId: context.shop.id, unit: "money" },
          _sum: { availableMinor: true, heldMinor: true },
        });
        const { availableMinor, heldMinor } = accounts._sum;
        expect([liability.availableMinor, liability.heldMinor]).toEqual([
          Number(availableMinor ?? 0),
          Number(heldMinor ?? 0),
        ]);
        expect(told.at(-1)?.outstandingMinor).toBe(liability.availableMinor + liability.heldMinor);
        // What the types say moved is the way from one end to the next.
        const moved = told.map(({ types }) =>
          types.reduce((sum, { givenMinor, takenMinor }) => sum + givenMinor + takenMinor, 0),
        );
        for (let index = 1; index < told.length; index += 1) {
          expect((ends[index] ?? 0) - (ends[index - 1] ?? 0)).toBe(moved[index]);
        }
      }),
      { numRuns: 12 },
    );
  });

  test("tells each type's part of a month", async () => {
    const { context, customers } = await openStore("UTC");
    const [customerId = 0n] = customers;
    await move(at(context, "2031-01-10T12:00:00Z"), customerId, 5000);
    const february = at(context, "2031-02-03T12:00:00Z");
    await move(february, customerId, 2000, { typeCode: CREDIT_TYPES.membership });
    await move(february, customerId, -500, { typeCode: CREDIT_TYPES.reconciled });
    await move(february, customerId, -300, { typeCode: CREDIT_TYPES.reconciled });
    const periods = listCreditPeriods(new Date("2031-02-20T00:00:00Z"), "12m", "month", "UTC");
    const { periods: told } = await readCreditLiability(context, periods, "money");
    expect(told).toHaveLength(12);
    expect(told.at(0)?.name).toBe("2030-03");
    expect(told.slice(-2)).toEqual([
      {
        name: "2031-01",
        openingMinor: 0,
        outstandingMinor: 5000,
        becameOwedMinor: 0,
        types: [{ typeCode: 4, givenMinor: 5000, takenMinor: 0, entries: 1 }],
      },
      {
        name: "2031-02",
        openingMinor: 5000,
        outstandingMinor: 6200,
        becameOwedMinor: 0,
        types: [
          { typeCode: 1, givenMinor: 2000, takenMinor: 0, entries: 1 },
          { typeCode: 5, givenMinor: 0, takenMinor: -800, entries: 2 },
        ],
      },
    ]);
  });

  test("however many entries there are, only those of the periods asked for are read, by their time", async () => {
    const { context } = await openStore("Europe/Berlin", 1);
    const now = new Date("2031-02-20T00:00:00Z");
    const { pool } = context.db;
    await pool.query(
      `INSERT INTO credit_entries (shop_id, id, customer_id, unit, type_code, amount_minor, total_after_minor, message,
         created_at)
       SELECT $1, n, (SELECT id FROM customers WHERE shop_id = $1), 'money', 1 + n % 3, 100, n * 100, 'Given',
              $2::timestamptz - n * interval '5 minutes'
       FROM generate_series(1, 100000) n`,
      [String(context.shop.id), now],
    );
    await pool.query("ANALYZE credit_entries");
    const { rows } = await pool.query<{ "QUERY PLAN": string }>(
      `EXPLAIN SELECT count(*) FROM credit_entries
       WHERE shop_id = ${context.shop.id} AND unit = 'money' AND status = 0
         AND created_at >= '2031-01-20T00:00:00Z'`,
    );
    expect(rows.map((row) => row["QUERY PLAN"]).join("\n")).toContain("credit_entries_by_time");
    const periods = listCreditPeriods(now, "30d", "day", "Europe/Berlin");
    const { periods: told } = await readCreditLiability(context, periods, "money");
    expect(told.at(0)?.types.reduce((sum, { entries }) => sum + entries, 0)).toBe(24 * 12);
  });
});

describe("how soon credit ends", () => {
  test("every cent available is in exactly one band", async () => {
    const { context, customers } = await openStore("Pacific/Kiritimati");
    const [one = 0n, two = 0n] = customers;
    const now = Date.parse("2031-05-01T12:00:00Z");
    const then = at(context, now);
    const inDays = (days: number) => new Date(now + days * 24 * HOUR);
    await move(then, one, 100, { expiresAt: inDays(6) });
    await move(then, two, 200, { expiresAt: inDays(6.5) });
    await move(then, one, 400, { expiresAt: inDays(8) });
    await move(then, one, 800, { expiresAt: inDays(89) });
    await move(then, one, 1600, { expiresAt: inDays(400) });
    await move(then, one, 3200);
    await move(then, one, -150);
    expect(await readCreditAgeing(then, "money")).toEqual([
      { band: "7", amountMinor: 200, customers: 1 },
      { band: "30", amountMinor: 350, customers: 1 },
      { band: "90", amountMinor: 800, customers: 1 },
      { band: "later", amountMinor: 1600, customers: null },
      { band: "never", amountMinor: 3200, customers: null },
    ]);
  });
});

describe("what was written off", () => {
  test("orders that used more than was left are listed with what is missing", async () => {
    const { context, customers } = await openStore("UTC");
    const [customerId = 0n] = customers;
    await move(context, customerId, 1000);
    const hold = await move(context, customerId, -1000, { onHold: true });
    if (hold.outcome !== "posted") throw new Error(hold.outcome);
    await context.db.prisma.creditHold.create({
      data: {
        shopId: context.shop.id,
        customerId,
        entryId: hold.entryId,
        amountMinor: 1000n,
        currency: "EUR",
        state: "captured",
        code: "CREDIT-1",
        capturedMinor: 400n,
        shortfallMinor: 600n,
        orderName: "#1042",
        createdAt: new Date(),
        settledAt: new Date(),
      },
    });
    expect(await listWrittenOff(context, 5)).toMatchObject({
      totalMinor: 600,
      count: 1,
      latest: [{ customerId, orderName: "#1042", shortfallMinor: 600, amountMinor: 1000 }],
    });
  });
});
