import { afterAll, beforeAll, expect, test } from "vitest";
import { loyalCustomer, makeRule } from "#tests/support/loyalty.ts";
import { newPerson, pointsOf } from "#tests/support/loyalty-stories.ts";
import { startTestApp, type TestApp } from "#tests/support/test-app.ts";

let testApp: TestApp;

beforeAll(async () => {
  testApp = await startTestApp();
});
afterAll(() => testApp.close());

const DAY_MS = 86_400_000;

test("a rule for members counts what they did since they are, also before the app heard of them", async () => {
  const shop = await testApp.createShop();
  const daysAgo = (days: number) => new Date(Date.now() - days * DAY_MS).toISOString();
  const { cid } = await shop.createContract({
    ...{ order: false, created_at: daysAgo(60), next_billing_date: daysAgo(-20) },
    ...{ interval_name: "month", interval_count: 3 },
  });
  const [member, other] = [await loyalCustomer(shop, cid), await newPerson(shop)];
  await makeRule(shop, {
    ...{ type: "points_for_purchases", settings: { points_per_dollar: 1 } },
    conditions: { customer_settings: { apply_to: "members" } },
  });
  for (const one of [member, other]) {
    await one.order("119.00", { placed_at: daysAgo(30) });
    await one.order("11.90");
  }
  expect([await pointsOf(member), await pointsOf(other)]).toEqual([110, 0]);
  await member.order("59.50", { placed_at: daysAgo(61) });
  expect(await pointsOf(member)).toBe(110);
});
