import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { getPointsCustomer } from "#app/domain/loyalty/points/get-points-customer.ts";
import { type LoyalCustomer, makeRule } from "#tests/support/loyalty.ts";
import { goTo, goToJanuary } from "#tests/support/loyalty-calendar.ts";
import { newPerson } from "#tests/support/loyalty-stories.ts";
import { readPublished } from "#tests/support/read-published.ts";
import { startTestApp, type TestApp } from "#tests/support/test-app.ts";
import type { TestShop } from "#tests/support/test-shop.ts";

// The goal of a month or a year begins anew by the store's clock, whether or not anything happens.

let testApp: TestApp;
let shop: TestShop;
let customer: LoyalCustomer;
let year: number;

beforeAll(async () => {
  testApp = await startTestApp();
});
afterAll(() => testApp.close());
beforeEach(async () => {
  shop = await testApp.createShop({ timezone: "America/New_York" });
  year = await goToJanuary(shop);
  customer = await newPerson(shop);
});

// An order of 35.70 is 30 without its tax.
async function goal(period: string) {
  await makeRule(shop, {
    type: "goal_spend",
    settings: { goal_amount: 100, period },
    reward: { reward_type: "points", points: 10 },
  });
  await shop.quiet();
}

async function shown() {
  const { status, body } = await shop.proxy(`/loyalty/customers/${customer.cid}`, {
    cid: customer.cid,
  });
  expect(status).toBe(200);
  return body.data.rules[0].completion_progress.current;
}

const shownToMerchant = async () =>
  (await getPointsCustomer(await shop.context(), await customer.id())).progress[0]?.current;
const published = async () => (await readPublished(shop, customer.cid, "loyalty")).progress[0];

test("a month's progress is nothing from the first of the next month on", async () => {
  await goal("month");
  await customer.order("35.70");
  expect(await shown()).toBe(30);
  await goTo(shop, `${year}-01-31`);
  expect(await shown()).toBe(30);
  await goTo(shop, `${year}-02-01`);
  expect(await shown()).toBe(0);
  expect(await shownToMerchant()).toBe(0);
  await customer.order("23.80");
  expect(await shown()).toBe(20);
  await goTo(shop, `${year}-04-02`);
  expect(await shown()).toBe(0);
});

test("a year's progress lasts as long as the year", async () => {
  await goal("year");
  await customer.order("35.70");
  await goTo(shop, `${year}-12-31`);
  expect(await shown()).toBe(30);
  await goTo(shop, `${year + 1}-01-01`);
  expect(await shown()).toBe(0);
});

test("a page is told until when its number holds, in the store's zone", async () => {
  await goal("month");
  await customer.order("35.70");
  // Midnight in New York.
  expect(await published()).toMatchObject({ current: 30, until: `${year}-02-01T05:00:00.000Z` });
});

test("what is reached for a lifetime never begins anew", async () => {
  await goal("lifetime");
  await customer.order("35.70");
  await goTo(shop, `${year + 1}-02-01`);
  expect(await shown()).toBe(30);
  expect(await published()).not.toHaveProperty("until");
});
