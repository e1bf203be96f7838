import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { anyDate } from "#tests/support/any-date.ts";
import { type LoyalCustomer, loyalCustomer, makeRule } from "#tests/support/loyalty.ts";
import { startTestApp, type TestApp } from "#tests/support/test-app.ts";
import type { TestShop } from "#tests/support/test-shop.ts";

// A free product that a renewal earns comes with the next renewals of the same subscription.

/** Every day of some months has its tasks, one after another. */
const SEVERAL_MONTHS_MS = 240_000;

let testApp: TestApp;
let shop: TestShop;
let customer: LoyalCustomer;
let productId: number;

beforeAll(async () => {
  testApp = await startTestApp();
});
afterAll(() => testApp.close());
beforeEach(async () => {
  shop = await testApp.createShop({ seed: "goods" });
  customer = await loyalCustomer(shop);
  const { platform } = await shop.context();
  const [, second] = (await platform.searchProducts("", null)).items;
  productId = second?.productId ?? 0;
});

async function giveForRenewal(given: { cycles?: number; productId?: number } = {}) {
  await makeRule(shop, {
    type: "membership_recharge_punch_card",
    settings: { required_recharges: 1 },
    limits: { per_customer: 1 },
    reward: {
      reward_type: "contract_free_product",
      product_id: given.productId ?? productId,
      cycles: given.cycles ?? 1,
    },
  });
  await shop.quiet();
}

async function renew() {
  await shop.control("clock", { advance: "P32D" });
  await settle();
}

/** A renewal that is under way makes a draft stale, and its job comes again a little later. */
async function settle() {
  await shop.quiet();
  const isUnderWay = async () =>
    (await states()).some((state) => state === "waiting" || state === "leaving");
  await expect.poll(isUnderWay).toBe(false);
  await shop.quiet();
}

const linesOf = async () => (await shop.platformContract(customer.contractId))?.lines ?? [];
const gifts = async () => (await linesOf()).filter(({ priceMinor }) => priceMinor === 0);

/** How many free products each renewal has brought, the earliest first. */
async function brought() {
  const { db, shop: row } = await shop.context();
  const orders = await db.prisma.order.findMany({
    where: { shopId: row.id, customerId: await customer.id(), isRenewal: true },
    orderBy: { processedAt: "asc" },
  });
  return orders.map(
    ({ lines }) =>
      (lines as { productId: number; totalMinor: number }[]).filter(
        (line) => line.productId === productId && line.totalMinor === 0,
      ).length,
  );
}

async function states() {
  const { db, shop: row } = await shop.context();
  const rows = await db.prisma.loyaltyContractReward.findMany({
    where: { shopId: row.id, subscription: { customerId: await customer.id() } },
    orderBy: { id: "asc" },
  });
  return rows.map(({ state }) => state);
}

async function told() {
  const { db, shop: row } = await shop.context();
  const lines = await db.prisma.activity.findMany({
    where: {
      ...{ shopId: row.id, customerId: await customer.id() },
      kind: { startsWith: "loyalty_contract_reward." },
    },
  });
  return lines.map(({ message }) => message);
}

async function refundRenewal() {
  const { db, shop: row } = await shop.context();
  const order = await db.prisma.order.findFirstOrThrow({
    where: { shopId: row.id, customerId: await customer.id(), isRenewal: true },
    orderBy: { processedAt: "asc" },
  });
  await shop.control(`orders/${order.platformOrderId}/refund`, {});
  await settle();
}

test(
  "comes with the next renewal, for nothing, and with no other",
  async () => {
    await giveForRenewal();
    const before = (await shop.platformContract(customer.contractId))?.priceMinor;
    await renew();
    expect(await gifts()).toMatchObject([{ quantity: 1, priceMinor: 0 }]);
    expect((await shop.platformContract(customer.contractId))?.priceMinor).toBe(before);
    await renew();
    expect(await gifts()).toEqual([]);
    await renew();
    expect(await brought()).toEqual([0, 1, 0]);
    expect(await states()).toEqual(["delivered"]);
  },
  SEVERAL_MONTHS_MS,
);

test(
  "comes with as many renewals as the merchant says",
  async () => {
    await giveForRenewal({ cycles: 2 });
    for (let count = 0; count < 4; count += 1) await renew();
    expect(await brought()).toEqual([0, 1, 1, 0]);
  },
  SEVERAL_MONTHS_MS,
);

test("is put there once when the platform's answer was lost and the order is delivered twice", async () => {
  await giveForRenewal();
  await shop.control("fail-next", { status: 500, count: 1, operation: "subscriptionDraftCommit" });
  await shop.control("webhooks", { duplicate: true });
  await shop.control("clock", { advance: "P32D" });
  await expect.poll(gifts, { timeout: 30_000 }).toHaveLength(1);
  await shop.quiet();
  await renew();
  expect(await brought()).toEqual([0, 1]);
});

test("is taken off when the renewal that earned it is refunded before it came", async () => {
  await giveForRenewal();
  await renew();
  expect(await gifts()).toHaveLength(1);
  await refundRenewal();
  expect(await gifts()).toEqual([]);
  await renew();
  expect(await states()).toContain("withdrawn");
  expect((await brought())[0]).toBe(0);
});

test(
  "waits on a subscription that is paused, and comes when it renews again",
  async () => {
    await giveForRenewal();
    await renew();
    const { platform } = await shop.context();
    await platform.pauseContract(customer.contractId, "customer");
    await renew();
    expect(await gifts()).toHaveLength(1);
    const [first] = await brought();
    expect(first).toBe(0);
    expect(await brought()).toHaveLength(1);
    const at = new Date((await shop.context()).clock.now().getTime() + 86_400_000);
    await platform.resumeContract(customer.contractId, anyDate(at), "customer");
    await renew();
    expect((await brought()).slice(0, 2)).toEqual([0, 1]);
  },
  SEVERAL_MONTHS_MS,
);

/** As the merchant does who edits the subscription. */
async function takeGiftOff() {
  const [gift] = await gifts();
  const { platform } = await shop.context();
  await platform.removeContractLine(customer.contractId, gift?.lineGid ?? "");
}

test("ends when the merchant takes it off by hand, and the merchant reads why", async () => {
  await giveForRenewal();
  await renew();
  await takeGiftOff();
  await settle();
  expect(await states()).toEqual(["ended"]);
  expect(await told()).toEqual([expect.stringContaining("was taken off the subscription")]);
});

test(
  "that is taken off at once after its renewal is delivered, also when the order's news come late",
  async () => {
    await giveForRenewal();
    await renew();
    await shop.control("webhooks", { lose: true });
    const charge = `contracts/${customer.contractId}/charge`;
    expect((await shop.control(charge, { by: "staff" })).status).toBe(200);
    await shop.control("webhooks", { lose: false });
    await takeGiftOff();
    await settle();
    expect(await states()).toEqual(["delivered"]);
    expect(await told()).toEqual([]);
    expect(await brought()).toEqual([0, 1]);
  },
  SEVERAL_MONTHS_MS,
);

test("ends with a subscription that is canceled, and the merchant is told", async () => {
  await giveForRenewal();
  await renew();
  const { platform } = await shop.context();
  await platform.cancelContract(customer.contractId, "customer");
  await shop.quiet();
  expect(await states()).toEqual(["ended"]);
  expect(await told()).toEqual([expect.stringContaining("the subscription has ended")]);
});

test("is refused where the product is not there any more, and the merchant is told", async () => {
  await giveForRenewal({ productId: 987_654_321 });
  await renew();
  expect(await gifts()).toEqual([]);
  expect(await states()).toEqual(["refused"]);
  expect(await told()).toEqual([expect.stringContaining("not there any more")]);
});

test("is left out when its stock is missing, so that the renewal is charged", async () => {
  await giveForRenewal();
  await renew();
  await shop.control(`contracts/${customer.contractId}/next-payment`, {
    result: "INSUFFICIENT_INVENTORY",
  });
  await renew();
  expect(await gifts()).toEqual([]);
  expect(await told()).toEqual([expect.stringContaining("not enough stock")]);
  expect(await brought()).toEqual([0, 0]);
});

test("can be earned by renewals alone", async () => {
  const reward = { reward_type: "contract_free_product", product_id: productId, cycles: 1 };
  await expect(makeRule(shop, { type: "create_account", reward })).rejects.toMatchObject({
    fields: { reward_type: [expect.any(String)] },
  });
});
