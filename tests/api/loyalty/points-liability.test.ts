import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { ShopContext } from "#app/domain/context.ts";
import { expireCredit } from "#app/domain/ledger/expire-grants.ts";
import { CREDIT_TYPES, type CreditTypeCode } from "#app/domain/ledger/movement.ts";
import { postCredit } from "#app/domain/ledger/post-movement.ts";
import { readCreditAccount } from "#app/domain/ledger/read-account.ts";
import { listCreditPeriods } from "#app/domain/ledger/reports/credit-periods.ts";
import { readCreditAgeing } from "#app/domain/ledger/reports/read-credit-ageing.ts";
import {
  type CreditLiability,
  readCreditLiability,
} from "#app/domain/ledger/reports/read-credit-liability.ts";
import { readOutstandingOn } from "#app/domain/ledger/reports/read-outstanding-on.ts";
import { settlePendingCredit } from "#app/domain/ledger/settle-pending.ts";
import { clockAt } from "#app/lib/clock.ts";
import { createCustomers } from "#tests/support/create-customers.ts";
import { fc } from "#tests/support/property.ts";
import { startTestApp, type TestApp } from "#tests/support/test-app.ts";

let testApp: TestApp;

beforeAll(async () => {
  testApp = await startTestApp({ own: true });
});
afterAll(() => testApp.close());

const HOUR = 3_600_000;
const ZONE = "Europe/Berlin";
const { loyaltyReward: EARNED, redemption: REDEEMED, takenBack: TAKEN_BACK } = CREDIT_TYPES;

async function openStore(customers: number) {
  const context = await (await testApp.createShop({ timezone: ZONE })).context();
  return { context, customers: await createCustomers(context, customers) };
}

const at = (context: ShopContext, instant: number | string): ShopContext => ({
  ...context,
  clock: clockAt(new Date(instant)),
});

async function move(
  context: ShopContext,
  customerId: bigint,
  points: number,
  typeCode: CreditTypeCode,
  more: { expiresAt?: Date | null; isPending?: boolean } = {},
) {
  const { expiresAt = null, isPending = false } = more;
  return postCredit(context, {
    ...{ customerId, unit: "points", amountMinor: points, typeCode, message: "Moved", isPending },
    sourceKey: crypto.randomUUID(),
    mayOwe: typeCode === TAKEN_BACK,
    ...(points > 0 && !isPending && { parts: [{ amountMinor: points, expiresAt }] }),
  });
}

const settle = (context: ShopContext, entryId: bigint, expiresAt: Date | null = null) =>
  context.db.transaction((tx) =>
    settlePendingCredit(context, tx, { entryIds: [entryId], unit: "points", expiresAt }),
  );

/** Every period's end is its beginning and all that is said to have moved in it, and the next one begins there. */
function expectSums({ periods }: CreditLiability): void {
  for (const [index, period] of periods.entries()) {
    const moved = period.types.reduce(
      (sum, { givenMinor, takenMinor }) => sum + givenMinor + takenMinor,
      0,
    );
    expect(period.outstandingMinor).toBe(period.openingMinor + moved + period.becameOwedMinor);
    if (index > 0) expect(period.openingMinor).toBe(periods[index - 1]?.outstandingMinor);
  }
}

describe("the liability of points", () => {
  test("carries each month's end over, with pending points, an expiry, a debt, and days of the store's zone", async () => {
    const { context, customers } = await openStore(1);
    const [who = 0n] = customers;
    const pending = await move(at(context, "2031-01-20T12:00:00Z"), who, 80, EARNED, {
      isPending: true,
    });
    if (pending.outcome !== "posted") throw new Error(pending.outcome);
    const expiresAt = new Date("2031-02-10T12:00:00Z");
    // Half an hour before, and half an hour after the month has ended in Berlin; in UTC both are in January.
    await move(at(context, "2031-01-31T22:30:00Z"), who, 100, EARNED, { expiresAt });
    await move(at(context, "2031-01-31T23:30:00Z"), who, 50, EARNED);
    const january = listCreditPeriods(new Date("2031-01-31T22:45:00Z"), "12m", "month", ZONE);
    const before = await readCreditLiability(context, january, "points");
    expect(before.pendingMinor).toBe(80);
    expect(before.periods.at(-1)).toMatchObject({ name: "2031-01", outstandingMinor: 100 });

    await settle(at(context, "2031-02-03T12:00:00Z"), pending.entryId);
    await move(at(context, "2031-02-05T12:00:00Z"), who, -60, REDEEMED);
    await expireCredit(at(context, "2031-02-12T12:00:00Z"));
    await move(at(context, "2031-02-15T12:00:00Z"), who, -200, TAKEN_BACK);
    await move(at(context, "2031-03-02T12:00:00Z"), who, 100, EARNED);

    const periods = listCreditPeriods(new Date("2031-03-20T12:00:00Z"), "12m", "month", ZONE);
    const told = await readCreditLiability(context, periods, "points");
    expectSums(told);
    const sum = (typeCode: number, givenMinor: number, takenMinor: number, entries = 1) => ({
      ...{ typeCode, givenMinor, takenMinor, entries },
    });
    expect(told.periods.slice(-3)).toEqual([
      {
        ...{ name: "2031-01", openingMinor: 0, outstandingMinor: 100, becameOwedMinor: 0 },
        types: [sum(EARNED, 100, 0)],
      },
      {
        ...{ name: "2031-02", openingMinor: 100, outstandingMinor: 0, becameOwedMinor: 70 },
        types: [
          sum(REDEEMED, 0, -60),
          sum(CREDIT_TYPES.expired, 0, -40),
          sum(EARNED, 130, 0, 2),
          sum(TAKEN_BACK, 0, -200),
        ],
      },
      {
        ...{ name: "2031-03", openingMinor: 0, outstandingMinor: 30, becameOwedMinor: -70 },
        types: [sum(EARNED, 100, 0)],
      },
    ]);
    expect(told).toMatchObject({
      availableMinor: 30,
      owedMinor: 0,
      pendingMinor: 0,
      holders: null,
    });
    const on = (day: string) => readOutstandingOn(context, "points", day);
    expect([
      await on("2030-12-31"),
      await on("2031-01-31"),
      await on("2031-02-14"),
      await on("2031-02-15"),
      await on("2031-03-02"),
      await on("2031-02-30"),
      await on("0001-01-01"),
      await on("9999-12-31"),
    ]).toEqual([0, 100, 130, 0, 30, null, 0, 30]);
    // The day on which the debt was made, and nothing later.
    const days = listCreditPeriods(new Date("2031-02-15T20:00:00Z"), "30d", "day", ZONE);
    const byDay = await readCreditLiability(context, days, "points");
    expectSums(byDay);
    expect(byDay.periods.slice(-2)).toMatchObject([
      { name: "2031-02-14", outstandingMinor: 130 },
      { name: "2031-02-15", outstandingMinor: 0, becameOwedMinor: 70 },
    ]);
  });

  test("is at the end of every day what all customers could spend, whatever happened in whatever order", async () => {
    const start = Date.parse("2031-03-27T03:00:00Z");
    const step = fc.record({
      who: fc.nat({ max: 2 }),
      hours: fc.integer({ min: 0, max: 14 }),
      points: fc.integer({ min: 1, max: 600 }),
      does: fc.constantFrom("earn", "wait", "redeem", "take back"),
      lasts: fc.option(fc.integer({ min: 1, max: 60 }), { nil: null }),
    });
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 20 }), async (steps) => {
        const { context, customers } = await openStore(3);
        let now = start;
        for (const { who, hours, points, does, lasts } of steps) {
          now += hours * HOUR;
          const customerId = customers[who] ?? 0n;
          const expiresAt = lasts === null ? null : new Date(now + lasts * HOUR);
          const then = at(context, now);
          if (does === "earn") await move(then, customerId, points, EARNED, { expiresAt });
          if (does === "redeem") await move(then, customerId, -points, REDEEMED);
          if (does === "take back") await move(then, customerId, -points, TAKEN_BACK);
          if (does === "wait") {
            const more = { isPending: true };
            const pending = await move(then, customerId, points, EARNED, more);
            now += 5 * HOUR;
            if (pending.outcome === "posted") {
              await settle(at(context, now), pending.entryId, expiresAt && new Date(now + HOUR));
            }
          }
        }
        await expireCredit(at(context, now));
        const periods = listCreditPeriods(new Date(now), "30d", "day", ZONE);
        const told = await readCreditLiability(context, periods, "points");
        expectSums(told);
        const { rows } = await context.db.pool.query<{ held: number }>(
          `SELECT (
             SELECT coalesce(sum(greatest(balance, 0)), 0)::int FROM (
               SELECT sum(amount_minor) AS balance FROM credit_entries
               WHERE shop_id = $1 AND unit = 'points' AND status = 0 AND created_at < ended
               GROUP BY customer_id) account) AS held
           FROM unnest($2::timestamptz[]) WITH ORDINALITY AS day (ended, place) ORDER BY place`,
          [String(context.shop.id), periods.map(({ end }) => end)],
        );
        expect(told.periods.map(({ outstandingMinor }) => outstandingMinor)).toEqual(
          rows.map(({ held }) => held),
        );
        const accounts = await Promise.all(
          customers.map((id) => readCreditAccount(at(context, now), id, "points")),
        );
        const ages = await readCreditAgeing(at(context, now), "points");
        const sumOf = (amounts: number[]) => amounts.reduce((sum, one) => sum + one, 0);
        expect([
          told.availableMinor,
          told.owedMinor,
          sumOf(ages.map(({ amountMinor }) => amountMinor)),
        ]).toEqual([
          sumOf(accounts.map(({ availableMinor }) => availableMinor)),
          sumOf(accounts.map(({ owedMinor }) => owedMinor)),
          sumOf(accounts.map(({ availableMinor }) => availableMinor)),
        ]);
      }),
      { numRuns: 12 },
    );
  });

  test("says of every point when it expires, and whose those are that expire soon", async () => {
    const { context, customers } = await openStore(2);
    const [one = 0n, two = 0n] = customers;
    const now = Date.parse("2031-05-01T12:00:00Z");
    const then = at(context, now);
    const inDays = (days: number) => ({ expiresAt: new Date(now + days * 24 * HOUR) });
    await move(then, one, 100, EARNED, inDays(6));
    await move(then, two, 200, EARNED, inDays(20));
    await move(then, one, 800, EARNED, inDays(400));
    await move(then, one, 3200, EARNED);
    await move(then, one, -150, REDEEMED);
    await move(then, one, 90, EARNED, { isPending: true });
    // Money is not counted with them.
    await postCredit(then, {
      ...{ customerId: two, unit: "money", amountMinor: 7, typeCode: 4, message: "Given" },
    });
    expect(await readCreditAgeing(then, "points")).toEqual([
      { band: "7", amountMinor: 0, customers: 0 },
      { band: "30", amountMinor: 200, customers: 1 },
      { band: "90", amountMinor: 0, customers: 0 },
      { band: "later", amountMinor: 750, customers: null },
      { band: "never", amountMinor: 3200, customers: null },
    ]);
  });

  test("is read by indexes, however many entries there are", async () => {
    const { context, customers } = await openStore(1000);
    const now = new Date("2031-02-20T00:00:00Z");
    const then = at(context, now.getTime());
    const { pool } = context.db;
    // Every thousandth takes 20 more than there is, and the next one pays them.
    await pool.query(
      `INSERT INTO credit_entries (shop_id, id, customer_id, unit, type_code, amount_minor, total_after_minor, message,
         created_at)
       SELECT $1, n, $2, 'points', CASE WHEN n % 1000 = 0 THEN 12 ELSE 8 END,
         CASE WHEN n % 1000 = 0 THEN -1019 WHEN n % 1000 = 1 AND n > 1 THEN 21 ELSE 1 END,
         CASE WHEN n % 1000 = 0 THEN -20 ELSE n % 1000 END, 'Moved', $3::timestamptz - (100001 - n) * interval '5 minutes'
       FROM generate_series(1, 100000) n`,
      [String(context.shop.id), String(customers[0]), now],
    );
    // Of many customers, and few of them soon: among one customer's any index finds the first.
    await pool.query(
      `INSERT INTO credit_grants (shop_id, id, customer_id, entry_id, unit, amount_minor, remaining_minor, expires_at,
         created_at)
       SELECT shop_id, id, ($2::bigint[])[1 + id % 1000], id, 'points', 1, CASE WHEN id % 2 = 0 THEN 1 ELSE 0 END,
         created_at + CASE WHEN id % 100 = 0 THEN interval '1 year' ELSE interval '20 years' END, created_at
       FROM credit_entries WHERE shop_id = $1`,
      [String(context.shop.id), customers.map(String)],
    );
    // As large as the others: what is read of a small table says nothing, and other tests' stores are in it too.
    await pool.query(
      `INSERT INTO credit_allocations (shop_id, entry_id, grant_id, amount_minor)
       SELECT shop_id, id, id, 1 FROM credit_entries WHERE shop_id = $1`,
      [String(context.shop.id)],
    );
    await pool.query("ANALYZE credit_entries, credit_grants, credit_allocations");
    const plans: string[] = [];
    const watched = {
      ...then,
      db: {
        ...context.db,
        pool: new Proxy(pool, {
          get: (target, name) =>
            name === "query"
              ? async (text: string, values: unknown[]) => {
                  const { rows } = await target.query<{ "QUERY PLAN": string }>(
                    `EXPLAIN ${text}`,
                    values,
                  );
                  plans.push(rows.map((row) => row["QUERY PLAN"]).join("\n"));
                  return target.query(text, values);
                }
              : Reflect.get(target, name),
        }),
      },
    };
    const periods = listCreditPeriods(now, "12m", "month", ZONE);
    const { periods: told } = await readCreditLiability(watched, periods, "points");
    await readCreditAgeing(watched, "points");
    const all = plans.join("\n");
    expect(all).toContain("credit_entries_in_debt");
    expect(all).toContain("credit_grants_points_to_expire");
    expect(all).not.toMatch(/Seq Scan on credit_(entries|grants|allocations)/);
    const owed = told.reduce((sum, { becameOwedMinor }) => sum + becameOwedMinor, 0);
    expect(owed).toBe(20);
  });
});
