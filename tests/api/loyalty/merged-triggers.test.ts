import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { type LoyalCustomer, loyalCustomer, makeRule } from "#tests/support/loyalty.ts";
import { startTestApp, type TestApp } from "#tests/support/test-app.ts";
import type { TestShop } from "#tests/support/test-shop.ts";

// What two customers did before they became one on the platform.
let testApp: TestApp;
let shop: TestShop;
let gone: LoyalCustomer;
let kept: LoyalCustomer;

beforeAll(async () => {
  testApp = await startTestApp();
});
afterAll(() => testApp.close());
beforeEach(async () => {
  shop = await testApp.createShop();
  gone = await person("Grace", "Gone");
  kept = await person("Karl", "Kept");
});

async function person(first_name: string, last_name: string): Promise<LoyalCustomer> {
  const { body } = await shop.control("customers", { first_name, last_name, payment: null });
  await shop.quiet();
  return loyalCustomer(shop, body.cid);
}

async function merge() {
  const body = { customer_one: gone.cid, customer_two: kept.cid, keep: kept.cid };
  expect((await shop.control("customers/merge", body)).status).toBe(200);
  await shop.quiet();
}

const pays = (type: string, points: number, settings: object = {}) =>
  makeRule(shop, { type, settings, reward: { reward_type: "points", points } });
const balance = async () => (await kept.points()).available;
const own = (of: LoyalCustomer, part: string, body?: object) =>
  shop.proxy(`/loyalty/customers/${of.cid}/${part}`, { cid: of.cid, ...(body ? { body } : {}) });
const report = async (of: LoyalCustomer, action_key: string, event_id: string) => {
  const body = { customer_id: of.cid, action_key, event_id };
  expect((await shop.core("/loyalty/actions", { body })).status).toBe(200);
  await shop.quiet();
};

test("what both have done counts together, and what both did once counts once", async () => {
  await pays("custom_action", 10, { action_key: "quiz", required_actions: 2 });
  await pays("create_account", 50);
  await report(gone, "quiz", "e1");
  await report(kept, "quiz", "e2");
  await own(gone, "birthday");
  await own(kept, "birthday");
  expect(await balance()).toBe(50);
  await merge();
  expect(await balance()).toBe(60);
  await report(kept, "quiz", "e1");
  expect(await balance()).toBe(60);
});

test("receipts and the birthday come along, unless the one who stays has one", async () => {
  await makeRule(shop, {
    type: "upload_receipt",
    settings: { points_per_dollar: 1, auto_approve: true, maximum_points: 100 },
    limits: { per_customer: 10 },
  });
  const receipt = {
    query: { retailer: "Shop", purchased_on: "2026-01-15", total: "20" },
    file: new Blob(["%PDF-1.4\n%%EOF\n"], { type: "application/pdf" }),
  };
  const path = `/loyalty/customers/${gone.cid}/receipts`;
  expect((await shop.proxy(path, { cid: gone.cid, ...receipt })).status).toBe(200);
  await own(gone, "birthday", { month: 5, day: 17 });
  await merge();
  expect((await own(kept, "receipts")).body.data).toMatchObject([{ total: "20.00" }]);
  expect((await own(kept, "birthday")).body.data).toMatchObject({ month: 5, day: 17 });
  expect(await balance()).toBe(20);
});

test("the birthday of the one who stays is kept", async () => {
  await own(gone, "birthday", { month: 5, day: 17 });
  await own(kept, "birthday", { month: 6, day: 1 });
  await merge();
  expect((await own(kept, "birthday")).body.data).toMatchObject({ month: 6, day: 1 });
});

test("a code goes on working for the one who stays, and nobody has referred themselves", async () => {
  await pays("referral", 100);
  const { code } = (await own(gone, "referral")).body.data;
  const attributes = [{ key: "referral_code", value: code }];
  await kept.order("50.00", { attributes });
  await merge();
  const friend = await person("Fritz", "Friend");
  await friend.order("50.00", { attributes });
  await shop.control("clock", { advance: "P15D" });
  await shop.quiet();
  expect(await balance()).toBe(100);
  expect((await own(kept, "referral")).body.data).toMatchObject({ code, counted: 1 });
});
