import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import {
  countGiven,
  getManagedRule,
  listManagedRules,
} from "#app/domain/loyalty/read/managed-rule.ts";
import { orderRules } from "#app/domain/loyalty/rules/order-rules.ts";
import { archiveRule, saveRule, setRuleActive } from "#app/domain/loyalty/rules/save-rule.ts";
import { type LoyalCustomer, loyalCustomer, makeRule } from "#tests/support/loyalty.ts";
import { startTestApp, type TestApp } from "#tests/support/test-app.ts";
import type { TestShop } from "#tests/support/test-shop.ts";

// The stand-in's prices hold 19% tax: 119.00 is 100.00 net.

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

const POINTS = {
  type: "points_for_purchases",
  settings: { points_per_dollar: 1, include_renewals: false },
};

const names = async () => (await listManagedRules(await shop.context())).map(({ name }) => name);
/** The platform tells the times of orders in seconds. */
async function pass() {
  await shop.control("clock", { advance: "PT1H" });
  await shop.quiet();
}
const activities = async (kind: string) => {
  const { db, shop: row } = await shop.context();
  return db.prisma.activity.count({ where: { shopId: row.id, kind } });
};

describe("the list of rules", () => {
  test("has a new rule at its end, and keeps the order that the merchant gives it", async () => {
    const rules = [];
    for (const name of ["One", "Two", "Three"])
      rules.push(await makeRule(shop, { ...POINTS, name }));
    expect(await names()).toEqual(["One", "Two", "Three"]);
    const [one, two, three] = rules.map(({ id }) => id) as [bigint, bigint, bigint];
    const context = await shop.context();
    const from = [one, two, three];
    expect(await orderRules(context, { from, to: [three, one, two] })).toEqual({
      outcome: "saved",
    });
    expect(await names()).toEqual(["Three", "One", "Two"]);
    expect(await orderRules(context, { from, to: [two, one, three] })).toEqual({
      outcome: "stale",
    });
    await expect(orderRules(context, { from, to: [one, one, three] })).rejects.toMatchObject({
      code: "invalid_input",
    });
    await makeRule(shop, { ...POINTS, name: "Four" });
    expect(await names()).toEqual(["Three", "One", "Two", "Four"]);
  });

  test("says how many rewards each rule has given and not taken back", async () => {
    const { id } = await makeRule(shop, POINTS);
    await makeRule(shop, { ...POINTS, name: "Quiet", startDate: "2199-01-01" });
    await customer.order("119.00");
    await customer.order("119.00");
    expect(await countGiven(await shop.context())).toEqual(new Map([[id, 2]]));
  });
});

describe("a rule", () => {
  test("that is switched off counts nothing that happens until it is on again, and takes nothing back", async () => {
    const { id: ruleId } = await makeRule(shop, POINTS);
    await customer.order("119.00");
    await pass();
    const context = await shop.context();
    await setRuleActive(context, { ruleId, active: false });
    await setRuleActive(context, { ruleId, active: false });
    await pass();
    expect(await activities("loyalty_rule.switched_off")).toBe(1);
    await customer.order("119.00");
    expect((await customer.points()).pending).toBe(100);
    await pass();
    await setRuleActive(await shop.context(), { ruleId, active: true });
    await pass();
    await customer.order("119.00");
    expect((await customer.points()).pending).toBe(200);
  });

  test("that was a draft counts from its first day on when it is switched on", async () => {
    const { id: ruleId } = await makeRule(shop, { ...POINTS, status: "draft" });
    await customer.order("119.00");
    expect((await customer.points()).pending).toBe(0);
    await setRuleActive(await shop.context(), { ruleId, active: true });
    await shop.quiet();
    expect((await customer.points()).pending).toBe(100);
  });

  test("that was active cannot be a draft again, which would take back what it has given", async () => {
    const { id: ruleId } = await makeRule(shop, POINTS);
    await customer.order("119.00");
    const context = await shop.context();
    const { version } = await getManagedRule(context, ruleId);
    const input = { name: "Rule", startDate: "2020-01-01", ...POINTS, status: "draft" };
    await expect(saveRule(context, { ruleId, version, input })).rejects.toMatchObject({
      fields: { status: [expect.stringMatching(/Switch it off/)] },
    });
    await shop.quiet();
    expect((await customer.points()).pending).toBe(100);
  });

  test("that is archived leaves the list, and another store has none of it", async () => {
    const { id } = await makeRule(shop, POINTS);
    const stranger = await (await testApp.createShop()).context();
    await expect(getManagedRule(stranger, id)).rejects.toMatchObject({ code: "not_found" });
    await expect(setRuleActive(stranger, { ruleId: id, active: false })).rejects.toMatchObject({
      code: "not_found",
    });
    await archiveRule(await shop.context(), id);
    expect(await names()).toEqual([]);
    await expect(getManagedRule(await shop.context(), id)).rejects.toMatchObject({
      code: "not_found",
    });
  });
});
