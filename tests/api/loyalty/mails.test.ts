import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { saveLadder } from "#app/domain/loyalty/tiers/save-ladder.ts";
import { countAgain, type LoyalCustomer, loyalCustomer, makeRule } from "#tests/support/loyalty.ts";
import { readMailbox } from "#tests/support/read-mailbox.ts";
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

const LOYALTY = ["points_earned", "reward_ready", "tier_reached", "points_expiring"];

/** The kinds of the loyalty mails of the store that were sent, in their order. */
async function mails(): Promise<string[]> {
  await shop.quiet();
  const { db, shop: row } = await shop.context();
  const found = await db.prisma.mail.findMany({
    where: { shopId: row.id, kind: { in: LOYALTY }, state: "sent" },
    orderBy: { id: "asc" },
  });
  return found.map(({ kind }) => kind);
}

const subjects = async () => (await readMailbox(shop)).map(({ subject }) => subject);

const pointsRule = (more: Record<string, unknown> = {}) =>
  makeRule(shop, { type: "points_for_purchases", settings: { points_per_dollar: 1 }, ...more });
const silver = { id: null, name: "Silver", threshold: 50_00, multiplier: 100 };

test("points that are earned at once by several rules are told in one mail, and not again", async () => {
  await pointsRule({ name: "Shopping" });
  await makeRule(shop, {
    ...{ type: "goal_spend", name: "Big order", settings: { goal_amount: 50 } },
    reward: { reward_type: "points", points: 25 },
  });
  await shop.quiet();
  await customer.order("119.00");
  await countAgain(shop, customer);
  expect(await mails()).toEqual(["points_earned"]);
  expect(await subjects()).toContain("You have earned 125 points");
});

test("what was earned long before a rule was made is told to nobody", async () => {
  await customer.order("119.00");
  await shop.control("clock", { advance: "P4D" });
  await pointsRule();
  await makeRule(shop, {
    ...{ type: "goal_spend", settings: { goal_amount: 50 } },
    reward: { reward_type: "free_shipping" },
  });
  await shop.quiet();
  expect(await customer.points()).toMatchObject({ pending: 100 });
  expect(await mails()).toEqual([]);
});

test("a coupon is told when its code can be used", async () => {
  await makeRule(shop, {
    ...{ type: "goal_spend", name: "Free delivery", settings: { goal_amount: 50 } },
    reward: { reward_type: "free_shipping" },
  });
  await shop.quiet();
  await customer.order("119.00");
  expect(await mails()).toEqual(["reward_ready"]);
  expect(await subjects()).toContain("Your reward is ready: Free delivery");
});

test("a tier is told to who reaches it, and not to those whom new tiers find there", async () => {
  await customer.order("119.00");
  const save = async (version: number, tiers: object[]) =>
    saveLadder(await shop.context(), { version, input: { basis: "spend", tiers } });
  const saved = await save(0, [silver]);
  expect(await mails()).toEqual([]);
  const first = saved.outcome === "saved" ? saved.ladder.tiers : [];
  await save(1, [...first, { ...silver, name: "Gold", threshold: 150_00 }]);
  // The platform dates orders to the second.
  await shop.control("clock", { advance: "PT1M" });
  await customer.order("119.00");
  expect(await mails()).toEqual(["tier_reached"]);
  expect(await subjects()).toContain("Welcome to Gold");
});

test("points that expire are told once a month before, with all of that month", async () => {
  const { db, shop: row, platform } = await shop.context();
  await platform.cancelContract(customer.contractId, "merchant");
  await db.prisma.loyaltySettings.create({
    data: { shopId: row.id, returnDays: 0, expiryMonths: 2, updatedAt: new Date() },
  });
  await pointsRule();
  await shop.quiet();
  await customer.order("119.00");
  const before = await mails();
  await shop.control("clock", { advance: "P25D" });
  expect(await mails()).toEqual(before);
  await shop.control("clock", { advance: "P8D" });
  expect(await mails()).toEqual([...before, "points_expiring"]);
  expect(await subjects()).toContain("100 of your points expire soon");
  await shop.control("clock", { advance: "P10D" });
  expect(await mails()).toHaveLength(before.length + 1);
});
