import { afterAll, beforeAll, expect, test } from "vitest";
import type { ShopContext } from "#app/domain/context.ts";
import { createRule } from "#app/domain/loyalty/rules/save-rule.ts";
import { settleLoyalty } from "#app/domain/loyalty/settle/settle-loyalty.ts";
import { settlePoints } from "#app/domain/loyalty/settle/settle-points.ts";
import type { Queries } from "#app/lib/db.ts";
import { createCustomers } from "#tests/support/create-customers.ts";
import { hear } from "#tests/support/loyalty-news.ts";
import { startTestApp, type TestApp } from "#tests/support/test-app.ts";
import { whileHeld } from "#tests/support/while-held.ts";

const MONTH_MS = 31 * 86_400_000;

let testApp: TestApp;
let context: ShopContext;

beforeAll(async () => {
  testApp = await startTestApp({ worker: false });
  const { domain } = await testApp.app.db.prisma.shop.create({
    data: {
      ...{ domain: "window.myshopify.com", name: "Window", contactEmail: "a@example.com" },
      ...{ ianaTimezone: "Europe/Berlin", currency: "EUR", installedAt: new Date() },
    },
  });
  context = await testApp.openShop(domain);
});
afterAll(() => testApp.close());

test("points whose order is refunded while its return window ends are taken back, and none are left", async () => {
  await createRule(context, {
    ...{ name: "Points", type: "points_for_purchases", status: "active" },
    ...{ settings: { points_per_dollar: 1 }, startDate: "2020-01-01" },
  });
  const [customer = 0n] = await createCustomers(context, 1);
  await hear(context, customer, { kind: "order", order: 1 });
  await settleLoyalty(context, [customer]);
  const { prisma } = context.db;
  const where = { shopId: context.shop.id };
  const reward = await prisma.loyaltyReward.findFirstOrThrow({ where });
  expect(reward.pendingUntil).not.toBeNull();
  for (const part of [1, 2, 3]) await hear(context, customer, { kind: "refund", order: 1, part });
  const later = { ...context, clock: { now: () => new Date(Date.now() + MONTH_MS) } };
  // Both have begun before either can write.
  await whileLocked(async () => {
    const ending = settlePoints(later, reward.id);
    await expect.poll(waiting).toBe(1);
    const counting = settleLoyalty(later, [customer]);
    await expect.poll(waiting).toBe(2);
    return [ending, counting];
  });
  expect(await prisma.creditAccount.findMany({ where })).toMatchObject([
    { availableMinor: 0n, pendingMinor: 0n, owedMinor: 0n },
  ]);
});

/** Begins work while nobody can write to the store, and ends it when everybody can. */
async function whileLocked(begin: () => Promise<Promise<void>[]>): Promise<void> {
  const { db, shop } = context;
  const held = (tx: Queries) => tx.$executeRaw`SELECT lock_shop_writes(${shop.id})`;
  const work = await whileHeld(db, held, async () => ({ begun: await begin() }));
  await Promise.all(work.begun);
}

/** How many sessions of the database wait for a lock. */
async function waiting(): Promise<number> {
  const { rows } = await context.db.processPool.query(
    "SELECT 1 FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'",
  );
  return rows.length;
}
