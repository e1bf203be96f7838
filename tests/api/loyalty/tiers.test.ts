import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { saveLadder } from "#app/domain/loyalty/tiers/save-ladder.ts";
import { countAgain, type LoyalCustomer, loyalCustomer, makeRule } from "#tests/support/loyalty.ts";
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
  shop = await testApp.createShop();
  customer = await loyalCustomer(shop);
});

const silver = { id: null, name: "Silver", threshold: 50_00, multiplier: 100 };
const gold = { id: null, name: "Gold", threshold: 150_00, multiplier: 150 };

async function makeTiers(tiers: object[], version = 0, basis = "spend") {
  return saveLadder(await shop.context(), { version, input: { basis, tiers } });
}

async function standing() {
  const path = `/loyalty/customers/${customer.cid}`;
  return (await shop.proxy(path, { cid: customer.cid })).body.data;
}

async function events() {
  const { db, shop: row } = await shop.context();
  const data = { equals: { customer_id: String(await customer.id()) } };
  return db.prisma.event.count({ where: { shopId: row.id, kind: "member.tier_changed", data } });
}

describe("a tier", () => {
  test("is reached at once, told once, and shown with the one above it", async () => {
    await makeTiers([silver, gold]);
    await customer.order("119.00");
    expect(await standing()).toMatchObject({ tier: "Silver", next_tier: "Gold" });
    await countAgain(shop, customer);
    expect(await events()).toBe(1);
    await customer.order("119.00");
    expect(await standing()).toMatchObject({ tier: "Gold", next_tier: null });
    expect(await events()).toBe(2);
  });

  test("multiplies what is earned in it, and not what the order that reaches it gives", async () => {
    await makeRule(shop, { type: "points_for_purchases", settings: { points_per_dollar: 1 } });
    await makeTiers([{ ...gold, threshold: 50_00 }]);
    await customer.order("119.00");
    expect(await customer.points()).toMatchObject({ pending: 100 });
    await shop.control("clock", { advance: "PT1H" });
    await customer.order("119.00");
    expect(await customer.points()).toMatchObject({ pending: 100 + 150 });
  });

  test("gives its entry reward once, and a refund that undoes the tier takes it back", async () => {
    const entryReward = { reward_type: "points", points: 500 };
    await makeTiers([{ ...silver, entryReward }]);
    const order = await customer.order("119.00");
    expect(await customer.points()).toMatchObject({ available: 500 });
    await Promise.all([countAgain(shop, customer), countAgain(shop, customer)]);
    expect(await customer.points()).toMatchObject({ available: 500 });
    await shop.control(`orders/${order}/refund`, {});
    await shop.quiet();
    expect(await standing()).toMatchObject({ tier: null, next_tier: "Silver" });
    expect(await customer.points()).toMatchObject({ available: 0, owed: 0 });
  });

  test("is reviewed after a year by the clock, and ends when the year did not reach it", async () => {
    const { platform } = await shop.context();
    await platform.cancelContract(customer.contractId, "merchant");
    await makeTiers([silver, gold]);
    await customer.order("238.00");
    expect(await standing()).toMatchObject({ tier: "Gold" });
    await shop.control("clock", { advance: "P200D" });
    await customer.order("119.00");
    await shop.control("clock", { advance: "P164D" });
    expect(await standing()).toMatchObject({ tier: "Gold" });
    await shop.control("clock", { advance: "P3D" });
    await shop.quiet();
    expect(await standing()).toMatchObject({ tier: "Silver", next_tier: "Gold" });
  });

  test("counts for customers who were there before it was made", async () => {
    await customer.order("119.00");
    await makeTiers([silver]);
    await shop.quiet();
    expect(await standing()).toMatchObject({ tier: "Silver" });
  });

  test("of a rule's condition decides whether an order counts", async () => {
    const saved = await makeTiers([silver]);
    const ladder = saved.outcome === "saved" ? saved.ladder : null;
    await makeRule(shop, {
      type: "points_for_purchases",
      settings: { points_per_dollar: 1 },
      conditions: { tier_ids: [ladder?.tiers[0]?.id] },
    });
    await customer.order("119.00");
    expect(await customer.points()).toMatchObject({ pending: 0 });
    await shop.control("clock", { advance: "PT1H" });
    await customer.order("119.00");
    expect(await customer.points()).toMatchObject({ pending: 100 });
  });
});

describe("the tiers", () => {
  test("are saved by one of two editors at once, and keep their numbers", async () => {
    const saves = await Promise.all([makeTiers([silver]), makeTiers([gold])]);
    expect(saves.map(({ outcome }) => outcome).sort()).toEqual(["saved", "stale"]);
    const kept = saves.find((one) => one.outcome === "saved")?.ladder.tiers[0];
    const next = await makeTiers(
      [
        { ...kept, name: "Bronze" },
        { ...gold, threshold: 900_00 },
      ],
      1,
    );
    expect(next).toMatchObject({ outcome: "saved", ladder: { tiers: [{ id: 1 }, { id: 2 }] } });
    const third = await makeTiers([{ ...silver, name: "New" }], 2);
    expect(third).toMatchObject({ outcome: "saved", ladder: { tiers: [{ id: 3 }] } });
  });

  test.each([
    ["tiers.1.name", [silver, { ...gold, name: "silver" }]],
    ["tiers.1.threshold", [gold, silver]],
    ["tiers.0.threshold", [{ ...silver, threshold: 0 }]],
    ["tiers.0.multiplier", [{ ...silver, multiplier: 99 }]],
    ["tiers.1.points", [silver, { ...gold, entryReward: { reward_type: "points", points: 0 } }]],
    ["tiers.0.id", [{ ...silver, id: 7 }]],
  ])("refuse a wrong %s", async (field, tiers) => {
    await expect(makeTiers(tiers)).rejects.toMatchObject({
      code: "invalid_input",
      fields: { [field]: [expect.any(String)] },
    });
  });
});
