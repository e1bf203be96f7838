import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { type LoyalCustomer, loyalCustomer, makeRule } from "#tests/support/loyalty.ts";
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

const half = {
  ...{ reward_type: "contract_discount", discount_type: "percentage" },
  ...{ discount_amount: 50, cycles: 2 },
};
/** A renewal that is under way makes its draft stale, and the job comes again: what is awaited is polled. */
const discounts = async () => (await shop.platformContract(customer.contractId))?.discounts ?? [];

async function cardOf(renewals: number) {
  const { db, shop: row } = await shop.context();
  const subscription = await db.prisma.subscription.findFirstOrThrow({
    where: { shopId: row.id, platformContractId: BigInt(customer.contractId) },
    include: { plan: true },
  });
  const isMembership = subscription.kind === "membership";
  await makeRule(shop, {
    type: isMembership ? "membership_recharge_punch_card" : "product_recharge_punch_card",
    settings: {
      required_recharges: renewals,
      ...(isMembership ? {} : { plan_group_id: Number(subscription.plan?.planGroupId) }),
    },
    reward: half,
  });
  await shop.quiet();
}

test("a full card of renewals puts the discount on the subscription for its cycles, once", async () => {
  await cardOf(1);
  expect(await discounts()).toEqual([]);
  await shop.control("clock", { advance: "P32D" });
  await shop.quiet();
  await expect.poll(discounts).toMatchObject([{ recurringCycleLimit: 2 }]);
  const { db, shop: row } = await shop.context();
  const rows = () => db.prisma.loyaltyContractReward.findMany({ where: { shopId: row.id } });
  await expect.poll(rows).toMatchObject([{ state: "active" }]);
});

test("is taken off again when the renewal is refunded", async () => {
  await cardOf(1);
  await shop.control("clock", { advance: "P32D" });
  await shop.quiet();
  await expect.poll(discounts).toHaveLength(1);
  const { db, shop: row } = await shop.context();
  const order = await db.prisma.order.findFirstOrThrow({
    where: { shopId: row.id, isRenewal: true },
  });
  await shop.control(`orders/${order.platformOrderId}/refund`, {});
  await expect.poll(discounts).toEqual([]);
});

test("waits for a platform that is away, and comes once", async () => {
  await cardOf(1);
  await shop.control("fail-next", { status: 500, count: 1, operation: "subscriptionDraftCommit" });
  await shop.control("clock", { advance: "P32D" });
  await expect.poll(discounts, { timeout: 30_000 }).toHaveLength(1);
});

test("can be earned by renewals alone, with a whole percentage", async () => {
  const refused = (rule: object) => expect(makeRule(shop, { name: "Rule", ...rule })).rejects;
  await refused({ type: "create_account", reward: half }).toMatchObject({
    fields: { reward_type: [expect.any(String)] },
  });
  await refused({
    type: "membership_recharge_punch_card",
    settings: { required_recharges: 1 },
    reward: { ...half, discount_amount: 12.5 },
  }).toMatchObject({ fields: { discount_amount: [expect.any(String)] } });
});
