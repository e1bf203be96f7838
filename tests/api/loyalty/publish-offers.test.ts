import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import {
  archivePointReward,
  createPointReward,
  savePointReward,
} from "#app/domain/loyalty/point-rewards/save-point-reward.ts";
import { saveLadder } from "#app/domain/loyalty/tiers/save-ladder.ts";
import { askPlatform } from "#tests/support/ask-platform.ts";
import { type LoyalCustomer, loyalCustomer, makeRule } from "#tests/support/loyalty.ts";
import { readPublished } from "#tests/support/read-published.ts";
import { startTestApp, type TestApp } from "#tests/support/test-app.ts";
import type { TestShop } from "#tests/support/test-shop.ts";

let testApp: TestApp;
let shop: TestShop;
let customer: LoyalCustomer;

beforeAll(async () => {
  testApp = await startTestApp();
});
afterAll(() => testApp.close());
beforeEach(async () => {
  shop = await testApp.createShop({ currency: "EUR" });
  customer = await loyalCustomer(shop);
});

async function publishedOf(key: string) {
  await shop.quiet();
  const { currentAppInstallation } = await askPlatform(
    shop,
    `{ currentAppInstallation { metafield(namespace: "loyalty", key: "${key}") { jsonValue } } }`,
  );
  return currentAppInstallation.metafield?.jsonValue;
}

const five = { reward_type: "discount", discount_type: "fixed_amount", discount_amount: 5 };

test("what points can be redeemed for is published when it is made, changed and archived", async () => {
  const context = await shop.context();
  const input = { name: "Five off", points: 500, reward: five, isActive: true };
  const made = await createPointReward(context, input);
  await createPointReward(context, { ...input, isActive: false });
  const id = Number(made.id);
  const reward = { kind: "amount", amount_minor: 500 };
  expect((await publishedOf("offers")).point_rewards).toEqual([
    { id, name: "Five off", points: 500, reward, expires_in_days: null },
  ]);
  const version = made.updatedAt.toISOString();
  await savePointReward(context, { id: made.id, version, input: { ...input, points: 400 } });
  expect((await publishedOf("offers")).point_rewards).toMatchObject([{ id, points: 400 }]);
  await archivePointReward(context, made.id);
  expect((await publishedOf("offers")).point_rewards).toEqual([]);
});

test("tiers are published with their perks, and where a customer stands with what counts", async () => {
  const tiers = [
    {
      id: null,
      name: "Silver",
      threshold: 10_000,
      multiplier: 100,
      perks: "A card",
      entryReward: five,
    },
    { id: null, name: "Gold", threshold: 50_000, multiplier: 150 },
  ];
  await saveLadder(await shop.context(), { version: 0, input: { basis: "spend", tiers } });
  expect(await publishedOf("offers")).toMatchObject({
    ...{ currency: "EUR", basis: "spend" },
    tiers: [
      {
        ...{ id: 1, name: "Silver", threshold: 10_000, multiplier: 100, perks: "A card" },
        entry_reward: { kind: "amount", amount_minor: 500 },
      },
      { id: 2, name: "Gold", threshold: 50_000, multiplier: 150, perks: "", entry_reward: null },
    ],
  });
  await customer.order("238.00");
  const standing = { tier_id: 1, review_on: expect.stringMatching(/^\d{4}-\d\d-\d\d$/) };
  expect(await readPublished(shop, customer.cid, "loyalty")).toMatchObject({
    ...{ tier_id: 1, tier_amount: 20_000, tier_review_on: standing.review_on },
  });
  const path = `/loyalty/customers/${customer.cid}`;
  const { body } = await shop.proxy(path, { cid: customer.cid });
  expect(body.data.tier_standing).toEqual({ ...standing, amount: 20_000, amount_digits: 2 });
});

test("what a friend gets, and whose receipts count, are published with their rules", async () => {
  const settings = { friend_reward: five, minimum_order_amount: 20, link_days: 10 };
  await makeRule(shop, {
    type: "referral",
    settings,
    reward: { reward_type: "points", points: 50 },
  });
  await makeRule(shop, {
    type: "upload_receipt",
    settings: { points_per_dollar: 2, retailers: ["Corner Shop"] },
  });
  expect((await publishedOf("rules")).rules).toMatchObject([
    {
      reward: { kind: "points", points: 50 },
      friend: { reward: { kind: "amount", amount_minor: 500 }, minimum_minor: 2000, link_days: 10 },
    },
    { rate: { hundredths: 200 }, friend: null, retailers: ["Corner Shop"] },
  ]);
});
