import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { type LoyalCustomer, loyalCustomer, makeRule } from "#tests/support/loyalty.ts";
import { startTestApp, type TestApp } from "#tests/support/test-app.ts";
import type { TestShop } from "#tests/support/test-shop.ts";

// A referral link counts for so many days after a friend has followed it, whatever the browser kept.

let testApp: TestApp;
let shop: TestShop;
let advocate: LoyalCustomer;
let code: string;
let people = 0;

const DAY_SECONDS = 86_400;

beforeAll(async () => {
  testApp = await startTestApp();
});
afterAll(() => testApp.close());
beforeEach(async () => {
  shop = await testApp.createShop();
  advocate = await person();
  code = (await standing()).code;
});

async function person(): Promise<LoyalCustomer> {
  people += 1;
  const { body } = await shop.control("customers", {
    ...{ first_name: `Friend${people}`, last_name: "Other", email: `f${people}@example.com` },
  });
  await shop.quiet();
  return loyalCustomer(shop, body.cid);
}

async function standing() {
  const path = `/loyalty/customers/${advocate.cid}/referral`;
  return (await shop.proxy(path, { cid: advocate.cid })).body.data;
}

async function pays(points: number, link_days: number) {
  await makeRule(shop, {
    ...{ type: "referral", settings: { link_days } },
    reward: { reward_type: "points", points },
  });
}

/** A friend orders, so many days after following the link. */
async function orderAfter(days: number) {
  const now = Math.floor((await shop.context()).clock.now().getTime() / 1000);
  const value = `${code}.${now - days * DAY_SECONDS}`;
  await (await person()).order("50.00", { attributes: [{ key: "referral_code", value }] });
}

async function balanceAfterReturns() {
  await shop.control("clock", { advance: "P15D" });
  await shop.quiet();
  return (await advocate.points()).available;
}

test("an order within the days counts, one after them is no referral at all", async () => {
  await pays(100, 30);
  await orderAfter(31);
  expect(await standing()).toMatchObject({ waiting: 0, counted: 0 });
  await orderAfter(29);
  expect(await standing()).toMatchObject({ waiting: 1, counted: 0 });
  expect(await balanceAfterReturns()).toBe(100);
});

test("each rule goes by its own days", async () => {
  await pays(1, 7);
  await pays(10, 30);
  await orderAfter(10);
  expect(await balanceAfterReturns()).toBe(10);
});

test("a code without a day counts as one that was entered", async () => {
  await pays(100, 1);
  await (await person()).order("50.00", { attributes: [{ key: "referral_code", value: code }] });
  expect(await balanceAfterReturns()).toBe(100);
});

test.each(["later", "-5", "1.5", "999999999999999"])(
  "what is no instant, as “%s”, is none",
  async (instant) => {
    await pays(100, 1);
    const value = `${code}.${instant}`;
    await (await person()).order("50.00", { attributes: [{ key: "referral_code", value }] });
    expect(await balanceAfterReturns()).toBe(100);
  },
);
