import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { listPointRewards } from "#app/domain/loyalty/point-rewards/list-point-rewards.ts";
import {
  countRedeemed,
  getManagedPointReward,
  listManagedPointRewards,
} from "#app/domain/loyalty/point-rewards/managed-point-reward.ts";
import { redeemPoints } from "#app/domain/loyalty/point-rewards/redeem-points.ts";
import {
  archivePointReward,
  createPointReward,
  savePointReward,
  setPointRewardActive,
} from "#app/domain/loyalty/point-rewards/save-point-reward.ts";
import { adjustPoints } from "#app/domain/loyalty/points/adjust-points.ts";
import { loyalCustomer } from "#tests/support/loyalty.ts";
import { startTestApp, type TestApp } from "#tests/support/test-app.ts";
import type { TestShop } from "#tests/support/test-shop.ts";

let testApp: TestApp;
let shop: TestShop;

beforeAll(async () => {
  testApp = await startTestApp();
});
afterAll(() => testApp.close());
beforeEach(async () => {
  shop = await testApp.createShop();
});

const FIVE_OFF = {
  ...{ name: "5 off", points: 100, isActive: true },
  reward: { reward_type: "store_credit", credit_amount: 5 },
};
const make = async (more: object = {}) =>
  createPointReward(await shop.context(), { ...FIVE_OFF, ...more });
const names = async () =>
  (await listManagedPointRewards(await shop.context())).map(({ name }) => name);
const offered = async () => (await listPointRewards(await shop.context())).map(({ name }) => name);

test("a reward for points that is switched off is offered to nobody, and stays on the merchant's list", async () => {
  const { id } = await make();
  await make({ name: "10 off" });
  const context = await shop.context();
  await setPointRewardActive(context, { id, active: false });
  await setPointRewardActive(context, { id, active: false });
  expect(await offered()).toEqual(["10 off"]);
  expect(await names()).toEqual(["5 off", "10 off"]);
  const lines = await context.db.prisma.activity.findMany({
    where: { shopId: context.shop.id, kind: { startsWith: "loyalty_point_reward.switched" } },
  });
  expect(lines.map(({ message }) => message)).toEqual([
    "The reward “5 off” for 100 points was switched off.",
  ]);
  await setPointRewardActive(context, { id, active: true });
  expect(await offered()).toEqual(["5 off", "10 off"]);
});

test("a save from before a switch is stale: neither undoes the other unasked", async () => {
  const { id } = await make();
  const context = await shop.context();
  const { version } = await getManagedPointReward(context, id);
  await setPointRewardActive(context, { id, active: false });
  expect(await savePointReward(context, { id, version, input: FIVE_OFF })).toEqual({
    outcome: "stale",
  });
  expect(await getManagedPointReward(context, id)).toMatchObject({ isActive: false });
});

test("how often each was redeemed is counted; what was archived is gone, and another store has none", async () => {
  const { id } = await make();
  await make({ name: "Never" });
  const customer = await loyalCustomer(shop);
  const context = await shop.context();
  const customerId = await customer.id();
  const points = { points: "250", reason: "Gift", key: crypto.randomUUID() };
  await adjustPoints(context, customerId, points);
  for (const key of ["a", "b", "b"]) {
    await redeemPoints(context, { customerId, pointRewardId: id, key });
  }
  expect(await countRedeemed(context)).toEqual(new Map([[id, 2]]));
  const stranger = await (await testApp.createShop()).context();
  const off = { id, active: false };
  await expect(setPointRewardActive(stranger, off)).rejects.toMatchObject({ code: "not_found" });
  await expect(getManagedPointReward(stranger, id)).rejects.toMatchObject({ code: "not_found" });
  await archivePointReward(context, id);
  expect(await names()).toEqual(["Never"]);
  await expect(getManagedPointReward(context, id)).rejects.toMatchObject({ code: "not_found" });
});
