import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { claimDueAttempt } from "#app/domain/billing/attempts/claim-attempt.ts";
import { changeBilling } from "#app/domain/billing/charging/change-billing.ts";
import {
  type Billing,
  readBilling,
  readBillingShared,
} from "#app/domain/billing/charging/read-billing.ts";
import type { ShopContext } from "#app/domain/context.ts";
import type { Queries } from "#app/lib/db.ts";
import { bareStore } from "#tests/support/bare-store.ts";
import { createCustomers } from "#tests/support/create-customers.ts";
import { startTestApp, type TestApp } from "#tests/support/test-app.ts";

// Charges that change at about the same time are locked, read and written together; each comes to what it would by itself.

let testApp: TestApp;
let context: ShopContext;
let lastNumber = 0n;

function nextNumber(): bigint {
  lastNumber += 1n;
  return lastNumber;
}

beforeAll(async () => {
  testApp = await startTestApp({ worker: false });
  context = (await bareStore(testApp))("2026-03-01T12:00:00Z");
});
afterAll(() => testApp.close());

const keyOf = (id: bigint) => ({ shopId: context.shop.id, id });

async function subscriptions(count: number): Promise<bigint[]> {
  const [customerId] = await createCustomers(context, 1);
  const createdAt = context.clock.now();
  const rows = await context.db.prisma.subscription.createManyAndReturn({
    data: Array.from({ length: count }, () => ({
      ...{ shopId: context.shop.id, platformContractId: nextNumber() },
      ...{ customerId: customerId ?? 0n, kind: "product", planName: "Tea", status: "active" },
      ...{ platformStatus: "active", priceMinor: 1000n, currency: "EUR" },
      ...{ intervalUnit: "month", intervalCount: 1 },
      ...{ platformCreatedAt: createdAt, platformUpdatedAt: createdAt },
    })),
    select: { id: true },
  });
  return rows.map(({ id }) => id);
}

/** Renames the plan, and says in which transaction. */
const rename = (name: string) => async (tx: Queries, billing: Billing | null) => {
  const { id = 0n } = billing?.subscription ?? {};
  await tx.subscription.update({ where: { shopId_id: keyOf(id) }, data: { planName: name } });
  const [row] = await tx.$queryRaw<{ xid: string }[]>`SELECT pg_current_xact_id()::text AS xid`;
  return row?.xid ?? "";
};

const names = async (ids: readonly bigint[]) => {
  const where = { shopId: context.shop.id, id: { in: [...ids] } };
  const rows = await context.db.prisma.subscription.findMany({ where, orderBy: { id: "asc" } });
  return rows.map(({ planName }) => planName);
};

describe("changes of many subscriptions' charges", () => {
  test("that are asked for at about the same time share a transaction, and each is told its own", async () => {
    const ids = await subscriptions(6);
    const xids = await Promise.all(
      ids.map((id, at) => changeBilling(context, keyOf(id), rename(`Tea ${at}`))),
    );
    expect(new Set(xids).size).toBe(1);
    expect(await names(ids)).toEqual(ids.map((_, at) => `Tea ${at}`));
  });

  test("fail by themselves: what cannot be changed keeps nothing else back, and is told why", async () => {
    const ids = await subscriptions(5);
    const outcomes = await Promise.allSettled(
      ids.map((id, at) =>
        changeBilling(context, keyOf(id), async (tx, billing) => {
          await rename(`Coffee ${at}`)(tx, billing);
          if (at === 3) await tx.$queryRaw`SELECT 1 / 0`;
        }),
      ),
    );
    expect(outcomes.map(({ status }) => status)).toEqual(
      ids.map((_, at) => (at === 3 ? "rejected" : "fulfilled")),
    );
    expect(String((outcomes[3] as PromiseRejectedResult).reason)).toContain("division by zero");
    expect(await names(ids)).toEqual(ids.map((_, at) => (at === 3 ? "Tea" : `Coffee ${at}`)));
  });

  test("of one subscription follow one another: each sees what the one before has done", async () => {
    const [id = 0n, other = 0n] = await subscriptions(2);
    const append = (letter: string) =>
      changeBilling(context, keyOf(id), (tx, billing) =>
        rename(`${billing?.subscription.planName}${letter}`)(tx, billing),
      );
    const asked = [append("a"), append("b"), changeBilling(context, keyOf(other), rename("Mate"))];
    const xids = await Promise.all([...asked, append("c")]);
    expect(await names([id, other])).toEqual(["Teaabc", "Mate"]);
    expect(new Set(xids).size).toBe(3);
  });

  test("have the subscriptions locked against every other change", async () => {
    const ids = await subscriptions(3);
    // Of the process, for it is somebody else who asks.
    const isLocked = async (id: bigint) => {
      const { rowCount } = await context.db.processPool.query(
        `SELECT 1 FROM subscriptions WHERE shop_id = $1 AND id = $2 FOR NO KEY UPDATE SKIP LOCKED`,
        [String(context.shop.id), String(id)],
      );
      return rowCount === 0;
    };
    const locked = await Promise.all(
      ids.map((id) => changeBilling(context, keyOf(id), () => isLocked(id))),
    );
    expect(locked).toEqual([true, true, true]);
  });

  test("are given null for a subscription that is not there", async () => {
    const [id = 0n] = await subscriptions(1);
    const seen = await Promise.all(
      [id, -1n, id].map((each) =>
        changeBilling(context, keyOf(each), async (_tx, billing) => billing?.subscription.id),
      ),
    );
    expect(seen).toEqual([id, undefined, id]);
  });
});

test("charges that are read together are those that are read alone: the last cycle, the open one and the running attempt", async () => {
  const ids = await subscriptions(4);
  const [, closed = 0n, open = 0n, running = 0n] = ids;
  const { shop, db } = context;
  const at = (day: number) => new Date(Date.UTC(2026, 0, day));
  const cycle = (subscriptionId: bigint, cycleIndex: number, closedAt: Date | null) => ({
    ...{ shopId: shop.id, subscriptionId, cycleIndex, dueAt: at(cycleIndex), nextDueAt: at(31) },
    ...{ closedAt, state: closedAt ? "skipped" : "open", keptDay: 31, keptTime: "00:00:00" },
    ...{ createdAt: at(1), updatedAt: at(1) },
  });
  await db.prisma.billingCycle.createMany({
    data: [
      ...[cycle(closed, 1, at(2)), cycle(closed, 2, at(3))],
      ...[cycle(open, 9, at(9)), cycle(open, 10, null)],
      cycle(running, 4, null),
    ],
  });
  await db.prisma.billingAttempt.createMany({
    data: ["failed", "pending"].map((status, place) => ({
      ...{ shopId: shop.id, subscriptionId: running, cycleIndex: 4, attemptNumber: place + 1 },
      ...{ idempotencyKey: `together-${place}`, status, amountMinor: 1000n, currency: "EUR" },
      ...{ platformAttemptId: nextNumber(), createdAt: at(5) },
      completedAt: status === "failed" ? at(6) : null,
    })),
  });
  const alone = await Promise.all(ids.map((id) => readBilling(db.prisma, { shopId: shop.id, id })));
  const together = await Promise.all([...ids, -1n].map((id) => readBillingShared(db, keyOf(id))));
  expect(together).toEqual([...alone, null]);
  expect(together.map((billing) => billing?.open?.cycleIndex)).toEqual([
    ...[undefined, undefined, 10, 4, undefined],
  ]);
  expect(together.map((billing) => billing?.running?.attemptNumber)).toEqual([
    ...[undefined, undefined, undefined, 2, undefined],
  ]);
});

/** An open cycle of each, with the number of its latest attempt, and how that has ended. */
async function cycles(
  ids: readonly bigint[],
  { attempts = 0, status = "failed" } = {},
): Promise<{ subscriptionId: bigint; cycleIndex: number }[]> {
  const { shop, clock, db } = context;
  const now = clock.now();
  const made = ids.map((subscriptionId) => ({ subscriptionId, cycleIndex: 3 }));
  await db.prisma.billingCycle.createMany({
    data: made.map((one) => ({
      ...{ shopId: shop.id, ...one, state: "open", dueAt: now, nextDueAt: now },
      ...{ keptDay: 1, keptTime: "12:00:00", createdAt: now, updatedAt: now },
    })),
  });
  await db.prisma.billingAttempt.createMany({
    data: made.flatMap((one) =>
      Array.from({ length: attempts }, (_, at) => ({
        ...{ shopId: shop.id, ...one, attemptNumber: at + 1, status },
        ...{ idempotencyKey: crypto.randomUUID(), amountMinor: 1000n, currency: "EUR" },
        ...{ createdAt: now, completedAt: status === "pending" ? null : now },
      })),
    ),
  });
  return made;
}

const written = () => context.db.prisma.$queryRaw<{ id: bigint; transaction: string }[]>`
  SELECT id, xmin::text AS transaction FROM billing_attempts WHERE shop_id = ${context.shop.id}`;

describe("claims of many charges", () => {
  test("share a transaction, and each attempt has its cycle and the number after the latest one", async () => {
    const [fresh, failedTwice] = [await subscriptions(3), await subscriptions(2)];
    const due = [...(await cycles(fresh)), ...(await cycles(failedTwice, { attempts: 2 }))];
    const made = await Promise.all(due.map((cycle) => claimDueAttempt(context, cycle)));
    expect(made.map((one) => [one?.subscriptionId, one?.cycleIndex, one?.attemptNumber])).toEqual([
      ...fresh.map((id) => [id, 3, 1]),
      ...failedTwice.map((id) => [id, 3, 3]),
    ]);
    expect(new Set(made.map((one) => one?.idempotencyKey)).size).toBe(5);
    const ids = new Set(made.map((one) => one?.id));
    const ofThese = (await written()).filter(({ id }) => ids.has(id));
    expect(ofThese).toHaveLength(5);
    expect(new Set(ofThese.map(({ transaction }) => transaction)).size).toBe(1);
  });

  test("pass over those that are not to be charged, and those whose charge runs", async () => {
    const [due, paused, running, other] = await subscriptions(4);
    const ids = [due, paused, running, other].flatMap((id) => id ?? []);
    await cycles(ids.filter((id) => id !== running));
    await cycles([running ?? 0n], { attempts: 1, status: "pending" });
    await context.db.prisma.subscription.update({
      where: { shopId_id: keyOf(paused ?? 0n) },
      data: { status: "paused" },
    });
    const made = await Promise.all(
      ids.map((subscriptionId) => {
        const cycleIndex = subscriptionId === other ? 4 : 3;
        return claimDueAttempt(context, { subscriptionId, cycleIndex });
      }),
    );
    expect(made.map((one) => one?.subscriptionId ?? null)).toEqual([due, null, null, null]);
  });

  test("of one cycle give one attempt, however many ask for it at once", async () => {
    const [cycle] = await cycles(await subscriptions(1));
    if (!cycle) throw new Error("there is no cycle");
    const made = await Promise.all([1, 2, 3].map(() => claimDueAttempt(context, cycle)));
    expect(made.filter((one) => one !== null)).toHaveLength(1);
  });
});
