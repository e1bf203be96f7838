import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { saveRule } from "#app/domain/loyalty/rules/save-rule.ts";
import { countAgain, type LoyalCustomer, makeRule } from "#tests/support/loyalty.ts";
import { goTo, goToJanuary } from "#tests/support/loyalty-calendar.ts";
import { goToDaysEnd, newPerson, pointsOf } from "#tests/support/loyalty-stories.ts";
import { startTestApp, type TestApp } from "#tests/support/test-app.ts";
import type { TestShop } from "#tests/support/test-shop.ts";

// The birthday that customers have named, and the day of the year on which they came.

let testApp: TestApp;
let shop: TestShop;
let customer: LoyalCustomer;
let year: number;

beforeAll(async () => {
  testApp = await startTestApp();
});
afterAll(() => testApp.close());

const TYPES = [
  { type: "birthday_reward", settings: {} },
  { type: "anniversary_reward", settings: { basis: "account", every_years: 1 } },
];

describe.each(TYPES)("a rule of the type $type", ({ type, settings }) => {
  /** The customer's day is 5 January for both. */
  beforeEach(async () => {
    shop = await testApp.createShop({ timezone: "Pacific/Auckland" });
    year = await goToJanuary(shop);
    customer = await newPerson(shop);
    if (type === "birthday_reward") {
      const body = { month: 1, day: 5 };
      const path = `/loyalty/customers/${customer.cid}/birthday`;
      expect((await shop.proxy(path, { cid: customer.cid, body })).status).toBe(200);
    }
  });

  const input = (points: number, more: Record<string, unknown> = {}) => ({
    ...{ type, settings, name: "Day", status: "active", startDate: "2020-01-01" },
    reward: { reward_type: "points", points },
    ...more,
  });

  test("pays when the day begins where the store is, once, however often it is counted", async () => {
    await makeRule(shop, input(10));
    await goTo(shop, `${year + 1}-01-04`);
    await goToDaysEnd(shop, 120);
    expect(await pointsOf(customer)).toBe(0);
    await goToDaysEnd(shop, -60);
    expect(await pointsOf(customer)).toBe(10);
    await Promise.all(Array.from({ length: 8 }, () => countAgain(shop, customer)));
    expect(await pointsOf(customer)).toBe(10);
  });

  test("pays by the rule of the day, and nothing after its last one", async () => {
    const rule = await makeRule(shop, input(10));
    await goTo(shop, `${year + 1}-01-05`);
    expect(await pointsOf(customer)).toBe(10);
    const saved = await saveRule(await shop.context(), {
      ...{ ruleId: rule.id, version: rule.updatedAt.toISOString() },
      input: input(20, { endDate: `${year + 2}-01-05` }),
    });
    expect(saved.outcome).toBe("saved");
    await shop.quiet();
    expect(await pointsOf(customer)).toBe(10);
    await goTo(shop, `${year + 2}-01-05`);
    expect(await pointsOf(customer)).toBe(30);
    await goTo(shop, `${year + 3}-01-06`);
    expect(await pointsOf(customer)).toBe(30);
  });

  test("pays no more often than its limit says", async () => {
    await makeRule(shop, input(10, { limits: { per_customer: 1 } }));
    await goTo(shop, `${year + 1}-01-05`);
    expect(await pointsOf(customer)).toBe(10);
    await goTo(shop, `${year + 2}-01-06`);
    expect(await pointsOf(customer)).toBe(10);
  });
});
