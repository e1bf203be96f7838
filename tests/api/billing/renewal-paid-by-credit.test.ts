import { afterAll, beforeAll, expect, test } from "vitest";
import { goTo } from "#tests/support/billed-subscription.ts";
import { creditOwner } from "#tests/support/credit-owner.ts";
import { startTestApp, type TestApp } from "#tests/support/test-app.ts";

let testApp: TestApp;

beforeAll(async () => {
  testApp = await startTestApp();
});
afterAll(() => testApp.close());

test("credit that pays a renewal comes off the price, is spent once, and leaves nothing on the contract", async () => {
  const shop = await testApp.createShop();
  const owner = await creditOwner(shop);
  const { subscription, dueAt } = owner;
  await owner.credit(600);
  await goTo(shop, dueAt);
  const [attempt] = await subscription.attempts();
  expect(attempt).toMatchObject({ status: "success", amountMinor: 900n });
  expect(await owner.entries()).toEqual([
    [4, 600],
    [2, -600],
  ]);
  expect(await owner.account()).toEqual({ availableMinor: 0, heldMinor: 0 });
  expect(await owner.discounts()).toEqual([]);
  expect((await owner.lastOrder()).totalMinor).toBe(900);
  const { monthlyWorthMinor } = await subscription.row();
  expect(monthlyWorthMinor).toBe(1500n);
});
