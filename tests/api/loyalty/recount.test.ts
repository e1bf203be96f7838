import { afterAll, beforeAll, expect, test } from "vitest";
import type { ShopContext } from "#app/domain/context.ts";
import { recountLoyaltyTask } from "#app/domain/loyalty/loyalty-tasks.ts";
import { createRule } from "#app/domain/loyalty/rules/save-rule.ts";
import { recountLoyalty } from "#app/domain/loyalty/settle/recount-loyalty.ts";
import { createCustomers } from "#tests/support/create-customers.ts";
import { hear } from "#tests/support/loyalty-news.ts";
import { startTestApp, type TestApp } from "#tests/support/test-app.ts";

let testApp: TestApp;
let context: ShopContext;

beforeAll(async () => {
  testApp = await startTestApp({ worker: false });
  const { domain } = await testApp.app.db.prisma.shop.create({
    data: {
      ...{ domain: "recount.myshopify.com", name: "Recount", contactEmail: "a@example.com" },
      ...{ ianaTimezone: "Europe/Berlin", currency: "EUR", installedAt: new Date() },
    },
  });
  context = await testApp.openShop(domain);
});
afterAll(() => testApp.close());

test("rules that are made one after another have every customer counted once, by all of them", async () => {
  const [customer = 0n] = await createCustomers(context, 1);
  await hear(context, customer, { kind: "order", order: 5 });
  for (const goal_amount of [10, 20, 30]) {
    await createRule(context, {
      ...{ name: `Goal ${goal_amount}`, type: "goal_spend", status: "active" },
      ...{ settings: { goal_amount }, startDate: "2020-01-01" },
      reward: { reward_type: "points", points: goal_amount },
    });
  }
  const { prisma } = context.db;
  const where = { shopId: context.shop.id };
  const waiting = await prisma.dueTask.findMany({
    where: { ...where, kind: "recount-loyalty", doneAt: null },
  });
  expect(waiting).toHaveLength(1);
  const { cause, version, afterId } = recountLoyaltyTask.payload.parse(waiting[0]?.payload);
  expect(afterId).toBe(0n);
  await recountLoyalty(context, { cause, version, afterId });
  const rewards = await prisma.loyaltyReward.findMany({ where, orderBy: { ruleId: "asc" } });
  expect(rewards.map(({ given }) => given)).toEqual([10n, 20n, 30n]);
});
