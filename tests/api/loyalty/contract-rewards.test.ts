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

async function cardOf(renewals: number, limits = {}, reward: object = half) {
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
    limits,
    reward,
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

const renew = async () => {
  await shop.control("clock", { advance: "P32D" });
  await shop.quiet();
};

/** A renewal has put the only one of these discounts on the subscription. */
async function earned() {
  await cardOf(1, { per_customer: 1 });
  await renew();
  await expect.poll(discounts).toHaveLength(1);
  await shop.quiet();
}

async function rewards() {
  const { db, shop: row } = await shop.context();
  const rows = await db.prisma.loyaltyContractReward.findMany({
    where: { shopId: row.id },
    orderBy: { id: "asc" },
  });
  return rows.map(({ state, delivered }) => [state, delivered]);
}

async function told() {
  const { db, shop: row } = await shop.context();
  const kind = { startsWith: "loyalty_contract_reward." };
  const lines = await db.prisma.activity.findMany({ where: { shopId: row.id, kind } });
  return lines.map(({ message }) => message);
}

const takeOff = async () => {
  const control = `contracts/${customer.contractId}/discounts`;
  expect((await shop.control(control, { remove: "Rule" })).status).toBe(200);
  await shop.quiet();
};

const slow = { meta: { slow: "every day of some months has its tasks" } };

test(
  "is delivered once it has lowered all its renewals, and nobody has to be told",
  slow,
  async () => {
    await earned();
    await renew();
    expect(await rewards()).toEqual([["active", 1]]);
    await renew();
    expect(await rewards()).toEqual([["delivered", 2]]);
    expect(await told()).toEqual([]);
  },
);

test("ends when the merchant takes it off by hand before a renewal, and the merchant reads why", async () => {
  await earned();
  await takeOff();
  expect(await rewards()).toEqual([["ended", 0]]);
  expect(await told()).toEqual([expect.stringContaining("was taken off the subscription")]);
});

test(
  "ends with the renewals that it has lowered when it is taken off after one",
  slow,
  async () => {
    await earned();
    await renew();
    await takeOff();
    expect(await rewards()).toEqual([["ended", 1]]);
    expect(await told()).toEqual([expect.stringContaining("1 of 2 renewals")]);
  },
);

test("that is taken off is not taken for one that the renewal before has used", slow, async () => {
  await cardOf(1, {}, { ...half, cycles: 1 });
  await renew();
  await expect.poll(discounts).toHaveLength(1);
  await renew();
  await expect.poll(rewards).toEqual([
    ["delivered", 1],
    ["active", 0],
  ]);
  await takeOff();
  expect((await rewards())[1]).toEqual(["ended", 0]);
});

test("waits with its end while a charge that may use it is under way", slow, async () => {
  await earned();
  const payment = { result: "ACTION_REQUIRED" };
  await shop.control(`contracts/${customer.contractId}/next-payment`, payment);
  await renew();
  await takeOff();
  expect(await rewards()).toEqual([["active", 0]]);
  const { db, shop: row } = await shop.context();
  const attempt = await db.prisma.billingAttempt.findFirstOrThrow({
    where: { shopId: row.id, status: "pending" },
  });
  const end = { result: "success" };
  await shop.control(`attempts/${attempt.platformAttemptId}/challenge`, end);
  await shop.quiet();
  expect(await rewards()).toEqual([["ended", 0]]);
});
