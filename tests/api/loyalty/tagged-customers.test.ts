import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { deliverWebhook } from "#tests/support/deliver-webhook.ts";
import { type LoyalCustomer, loyalCustomer, makeRule } from "#tests/support/loyalty.ts";
import { startTestApp, type TestApp } from "#tests/support/test-app.ts";
import type { TestShop } from "#tests/support/test-shop.ts";

// Who is tagged when: rules for tagged customers go by the tags that a customer had at the time.

let testApp: TestApp;
let shop: TestShop;
let customer: LoyalCustomer;

beforeAll(async () => {
  testApp = await startTestApp();
});
afterAll(() => testApp.close());
beforeEach(async () => {
  shop = await testApp.createShop();
  customer = await loyalCustomer(shop);
});

async function tag(change: { add?: string[]; remove?: string[] }) {
  expect((await shop.control(`customers/${customer.cid}/tags`, change)).status).toBe(200);
  await shop.quiet();
}

/** Adds a tag of which nothing tells us, as those from before the installation. */
async function tagBefore(name: string) {
  await shop.control("webhooks", { lose: true });
  await tag({ add: [name] });
  await shop.control("webhooks", { lose: false });
}

async function payClub() {
  await makeRule(shop, {
    type: "goal_spend",
    settings: { goal_amount: 1 },
    reward: { reward_type: "points", points: 10 },
    conditions: { customer_settings: { apply_to: "tagged", tags: ["club"] } },
  });
  await shop.quiet();
}

const pending = async () => (await customer.points()).pending;

test("an order after the tag was taken off does not count, one before it still does", async () => {
  await payClub();
  await tag({ add: ["club"] });
  await shop.control("clock", { advance: "PT1H" });
  await customer.order("20.00");
  expect(await pending()).toBe(10);
  await shop.control("clock", { advance: "PT1H" });
  await tag({ remove: ["club"] });
  await shop.control("clock", { advance: "PT1H" });
  await customer.order("20.00");
  expect(await pending()).toBe(10);
});

test("with the tag once more, orders count again", async () => {
  await payClub();
  for (const change of [{ add: ["club"] }, { remove: ["club"] }, { add: ["club"] }]) {
    await tag(change);
    await shop.control("clock", { advance: "PT1H" });
  }
  await customer.order("20.00");
  expect(await pending()).toBe(10);
});

test("whose tag is from before the installation counts", async () => {
  await tagBefore("club");
  await customer.order("20.00");
  await payClub();
  expect(await pending()).toBe(10);
  await customer.order("20.00");
  expect(await pending()).toBe(20);
});

test("another case of the tag is another tag", async () => {
  await tagBefore("Club");
  await payClub();
  await customer.order("20.00");
  expect(await pending()).toBe(0);
});

test("who has had a tag before there was a rule for it is rewarded once", async () => {
  await tagBefore("VIP");
  const reward = { reward_type: "points", points: 7 };
  await makeRule(shop, { type: "customer_tag", settings: { tag: "VIP" }, reward });
  await shop.quiet();
  expect((await customer.points()).available).toBe(7);
  await tag({ remove: ["VIP"] });
  await tag({ add: ["VIP"] });
  expect((await customer.points()).available).toBe(7);
});

test("what is told late and in another order comes to the same", async () => {
  await payClub();
  const now = (await shop.context()).clock.now().getTime();
  const hoursAgo = (hours: number) => new Date(now - hours * 3_600_000).toISOString();
  const news = [
    { topic: "customer.tags_removed", occurredAt: hoursAgo(2) },
    { topic: "customer.tags_added", occurredAt: hoursAgo(3) },
    { topic: "customer.tags_removed", occurredAt: hoursAgo(2) },
  ];
  for (const { topic, occurredAt } of news) {
    const customerId = `gid://shopify/Customer/${customer.cid}`;
    const payload = { customerId, tags: ["club"], occurredAt };
    expect((await deliverWebhook(testApp, shop, { topic, payload })).status).toBe(200);
    await shop.quiet();
  }
  await customer.order("20.00");
  expect(await pending()).toBe(0);
});
