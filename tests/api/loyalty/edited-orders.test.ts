import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { type LoyalCustomer, makeRule } from "#tests/support/loyalty.ts";
import { newPerson, passTime, pointsOf } from "#tests/support/loyalty-stories.ts";
import { startTestApp, type TestApp } from "#tests/support/test-app.ts";
import type { TestShop } from "#tests/support/test-shop.ts";

// Herbs cost 14.90 a piece with 19% tax in it, 12.52 net; a plant costs 19.90, 16.72 net.

const HERBS = 7502;
const PLANT = 7504;

let testApp: TestApp;
let shop: TestShop;
let customer: LoyalCustomer;

beforeAll(async () => {
  testApp = await startTestApp();
});
afterAll(() => testApp.close());
beforeEach(async () => {
  shop = await testApp.createShop({ seed: "goods" });
  customer = await newPerson(shop);
  await makeRule(shop, { type: "points_for_purchases", settings: { points_per_dollar: 1 } });
});

async function buy(quantity = 1): Promise<number> {
  const lines = [{ variant_id: HERBS, quantity }];
  return (await shop.act("orders", { cid: customer.cid, lines })).order_id;
}

const stamped = (award = {}) =>
  makeRule(shop, {
    type: "punch_card",
    settings: { required_purchases: 1, minimum_order_amount: 5, ...award },
    reward: { reward_type: "points", points: 1000 },
  });

async function financialStatus(order: number): Promise<string> {
  const { db, shop: row } = await shop.context();
  const found = await db.prisma.order.findFirstOrThrow({
    where: { shopId: row.id, platformOrderId: BigInt(order) },
  });
  return found.financialStatus;
}

describe("an order that was paid and sent", () => {
  test("keeps its points and its stamp when an item is added, and the item counts once it is paid", async () => {
    await stamped();
    const order = await buy();
    await shop.act(`orders/${order}/fulfill`);
    await passTime(shop, "P15D");
    expect(await pointsOf(customer)).toBe(1012);
    await shop.act(`orders/${order}/edit`, { add: [{ variant_id: PLANT, quantity: 1 }] });
    expect(await financialStatus(order)).toBe("partially_paid");
    expect(await pointsOf(customer)).toBe(1012);
    await shop.act(`orders/${order}/pay`);
    expect(await financialStatus(order)).toBe("paid");
    await passTime(shop, "P15D");
    expect(await pointsOf(customer)).toBe(1029);
    await shop.act(`orders/${order}/fulfill`);
    expect(await pointsOf(customer)).toBe(1029);
  });

  test("keeps them when pieces are added to one of its lines, and again when more are", async () => {
    const order = await buy();
    const line = (await lines(order))[0] ?? 0;
    await passTime(shop, "P15D");
    await shop.act(`orders/${order}/edit`, { set: [{ line_id: line, quantity: 2 }] });
    await shop.act(`orders/${order}/edit`, { set: [{ line_id: line, quantity: 4 }] });
    expect(await pointsOf(customer)).toBe(12);
    await shop.act(`orders/${order}/pay`);
    await passTime(shop, "P15D");
    expect(await pointsOf(customer)).toBe(50);
  });

  test("loses what was taken off, though no money came back, and the added item that was given back", async () => {
    const order = await buy(3);
    const [line = 0] = await lines(order);
    await passTime(shop, "P15D");
    expect(await pointsOf(customer)).toBe(37);
    await shop.act(`orders/${order}/edit`, { set: [{ line_id: line, quantity: 2 }] });
    expect(await pointsOf(customer)).toBe(25);
    await shop.act(`orders/${order}/edit`, {
      add: [{ variant_id: PLANT, quantity: 1 }],
      paid: true,
    });
    await passTime(shop, "P15D");
    expect(await pointsOf(customer)).toBe(41);
    await shop.act(`orders/${order}/refund`, { lines: [{ variant_id: PLANT, quantity: 1 }] });
    expect(await pointsOf(customer)).toBe(25);
  });

  test("loses all of it when it is canceled after the edit", async () => {
    const order = await buy();
    await passTime(shop, "P15D");
    await shop.act(`orders/${order}/edit`, { add: [{ variant_id: PLANT, quantity: 1 }] });
    await shop.act(`orders/${order}/cancel`);
    expect(await pointsOf(customer)).toBe(0);
  });
});

/** The platform's numbers of an order's lines, in the order in which they were sold. */
async function lines(order: number): Promise<number[]> {
  const { db, shop: row } = await shop.context();
  const found = await db.prisma.order.findFirstOrThrow({
    where: { shopId: row.id, platformOrderId: BigInt(order) },
  });
  return (found.lines as { lineId: number }[]).map(({ lineId }) => lineId);
}
