import { afterAll, beforeAll, describe, expect, test } from "vitest";
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
    const isLocked = async (id: bigint) => {
      const free = await context.db.prisma.$queryRaw<unknown[]>`
        SELECT 1 FROM subscriptions WHERE shop_id = ${context.shop.id} AND id = ${id}
        FOR NO KEY UPDATE SKIP LOCKED`;
      return free.length === 0;
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
