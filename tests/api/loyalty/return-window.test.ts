import { afterAll, beforeAll, expect, test } from "vitest";
import type { ShopContext } from "#app/domain/context.ts";
import { createRule } from "#app/domain/loyalty/rules/save-rule.ts";
import { settleLoyalty } from "#app/domain/loyalty/settle/settle-loyalty.ts";
import { settlePoints } from "#app/domain/loyalty/settle/settle-points.ts";
import { createCustomers } from "#tests/support/create-customers.ts";
import { hear } from "#tests/support/loyalty-news.ts";
import { startTestApp, type TestApp } from "#tests/support/test-app.ts";

const CUSTOMERS = 24;
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

test("points whose order is refunded in the moment in which its return window ends are taken back, and none are left", async () => {
  await createRule(context, {
    ...{ name: "Points", type: "points_for_purchases", status: "active" },
    ...{ settings: { points_per_dollar: 1 }, startDate: "2020-01-01" },
  });
  const ids = await createCustomers(context, CUSTOMERS);
  for (const id of ids) await hear(context, id, { kind: "order", order: 1 });
  await settleLoyalty(context, ids);
  const { prisma } = context.db;
  const rewards = await prisma.loyaltyReward.findMany({ where: { shopId: context.shop.id } });
  expect(rewards).toHaveLength(CUSTOMERS);
  expect(rewards.every(({ pendingUntil }) => pendingUntil !== null)).toBe(true);
  const later = { ...context, clock: { now: () => new Date(Date.now() + MONTH_MS) } };
  for (const id of ids) {
    for (const part of [1, 2, 3]) await hear(context, id, { kind: "refund", order: 1, part });
  }
  await Promise.all([
    ...ids.map((id) => settleLoyalty(later, [id])),
    ...rewards.map(({ id }) => settlePoints(later, id)),
  ]);
  const accounts = await prisma.creditAccount.findMany({ where: { shopId: context.shop.id } });
  expect(accounts).toHaveLength(CUSTOMERS);
  const left = accounts.filter((one) => one.availableMinor !== 0n || one.pendingMinor !== 0n);
  expect(left).toEqual([]);
});
