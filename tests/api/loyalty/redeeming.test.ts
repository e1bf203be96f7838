import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { postCredit } from "#app/domain/ledger/post-movement.ts";
import {
  archivePointReward,
  createPointReward,
  savePointReward,
} from "#app/domain/loyalty/point-rewards/save-point-reward.ts";
import { type LoyalCustomer, loyalCustomer } from "#tests/support/loyalty.ts";
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

const FIVE = { reward_type: "store_credit", credit_amount: 5 };

async function offer(more: Record<string, unknown> = {}) {
  const input = { name: "Five", points: 100, reward: FIVE, isActive: true, ...more };
  return createPointReward(await shop.context(), input);
}

async function givePoints(amount: number): Promise<void> {
  await postCredit(await shop.context(), {
    ...{ customerId: await customer.id(), unit: "points", amountMinor: amount },
    ...{ typeCode: 4, message: "A gift" },
  });
}

const redeem = (pointRewardId: unknown, key: string = randomUUID(), cid = customer.cid) =>
  shop.proxy(`/loyalty/customers/${customer.cid}/redemptions`, {
    ...{ cid, method: "POST" },
    body: { point_reward_id: pointRewardId, key },
  });

async function credit(): Promise<bigint> {
  const { db, shop: row } = await shop.context();
  const where = { shopId: row.id, customerId: await customer.id(), unit: "money" };
  return (await db.prisma.creditAccount.findFirst({ where }))?.availableMinor ?? 0n;
}

test("points are taken and the reward is given, once for one key", async () => {
  const { id } = await offer();
  await givePoints(250);
  const key = randomUUID();
  const first = await redeem(Number(id), key);
  expect([first.status, first.body.data]).toMatchObject([
    200,
    { point_reward_id: Number(id), points: 100, points_balance: 150 },
  ]);
  expect((await redeem(Number(id), key)).body).toEqual(first.body);
  expect(await credit()).toBe(500n);
  expect((await redeem(Number(id))).body.data.points_balance).toBe(50);
});

test("a key that was used for another reward, or holds what no text can, takes nothing", async () => {
  const [five, other] = [await offer(), await offer({ name: "Other", points: 50 })];
  await givePoints(250);
  const key = randomUUID();
  expect((await redeem(Number(five.id), key)).status).toBe(200);
  for (const wrong of [key, "abcdefgh\0", "short"]) {
    const { status, body } = await redeem(Number(other.id), wrong);
    expect([status, Object.keys(JSON.parse(body.data))]).toEqual([422, ["key"]]);
  }
  expect((await customer.points()).available).toBe(150);
});

test("what is not enough is refused with both figures, and nothing moves", async () => {
  const { id } = await offer();
  await givePoints(99);
  const { status, body } = await redeem(Number(id));
  expect([status, JSON.parse(body.data)]).toEqual([
    422,
    { point_reward_id: ["100 points are needed, and 99 can be spent."] },
  ]);
  expect(await customer.points()).toMatchObject({ available: 99 });
  expect(await credit()).toBe(0n);
});

test("of 64 at once for the last points one gets the reward", async () => {
  const { id } = await offer();
  await givePoints(199);
  const answers = await Promise.all(Array.from({ length: 64 }, () => redeem(Number(id))));
  const statuses = answers.map(({ status }) => status).sort();
  expect(statuses).toEqual([200, ...Array.from({ length: 63 }, () => 422)]);
  expect([await customer.points(), await credit()]).toMatchObject([{ available: 99 }, 500n]);
});

test("a reward that is a discount becomes a coupon, and the points come back when the platform refuses it", async () => {
  const free = (product_id: number) => ({ reward_type: "free_product", product_id });
  const gone = await offer({ reward: free(424_242) });
  const shipping = await offer({ reward: { reward_type: "free_shipping" } });
  await givePoints(200);
  await redeem(Number(gone.id));
  await redeem(Number(shipping.id));
  await shop.quiet();
  const path = `/loyalty/customers/${customer.cid}/coupons`;
  const { body } = await shop.proxy(path, { cid: customer.cid });
  expect(body.data).toMatchObject([
    { status: 1, info: { type: "free_shipping", rule_name: "Five" } },
  ]);
  expect(await customer.points()).toMatchObject({ available: 100 });
});

test("nobody redeems for somebody else, or what is off, archived, unknown or had often enough", async () => {
  const { id } = await offer({ perCustomer: 1 });
  const off = await offer({ isActive: false });
  const archived = await offer();
  await archivePointReward(await shop.context(), archived.id);
  await givePoints(1000);
  expect((await redeem(Number(id), randomUUID(), 1002)).status).toBe(403);
  for (const one of [off.id, archived.id, 999_999n]) {
    expect((await redeem(Number(one))).status).toBe(404);
  }
  expect((await redeem(Number(id))).status).toBe(200);
  expect((await redeem(Number(id))).status).toBe(422);
  for (const wrong of ["1", 0, 1.5, null]) expect((await redeem(wrong)).status).toBe(422);
  expect(await customer.points()).toMatchObject({ available: 900 });
});

test("the list has what is offered, and an editor that is too late saves nothing", async () => {
  const { id, updatedAt } = await offer();
  await offer({ isActive: false });
  const list = async () => (await shop.proxy("/loyalty/point-rewards")).body.data;
  expect(await list()).toEqual([
    { id: Number(id), name: "Five", points: 100, reward_rules: { ...FIVE, expires_in_days: null } },
  ]);
  const edit = { id, version: updatedAt.toISOString() };
  const input = { name: "Six", points: 120, reward: FIVE, isActive: true };
  const context = await shop.context();
  expect(await savePointReward(context, { ...edit, input })).toMatchObject({ outcome: "saved" });
  expect(await savePointReward(context, { ...edit, input })).toEqual({ outcome: "stale" });
  expect(await list()).toMatchObject([{ name: "Six", points: 120 }]);
});
