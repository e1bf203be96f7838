import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { createCreditShopper } from "#tests/support/credit-shopper.ts";
import { startTestApp, type TestApp } from "#tests/support/test-app.ts";
import type { TestShop } from "#tests/support/test-shop.ts";

// Herbs for 14.90 a piece and delivery for 4.90. Credit pays for goods alone.

const HERBS = 7502;

let testApp: TestApp;
let shop: TestShop;

beforeAll(async () => {
  testApp = await startTestApp();
});
afterAll(() => testApp.close());
beforeEach(async () => {
  shop = await testApp.createShop({ seed: "goods" });
});

async function bought(creditMinor: number, pieces = 1) {
  const shopper = await createCreditShopper(shop, [creditMinor, null]);
  const order = await shopper.buy((await shopper.hold()).body.code, pieces);
  const refund = async (part: Record<string, unknown>) => {
    await shop.act(`orders/${order.id}/refund`, part);
    return (await shopper.balance())[0];
  };
  return { order, shopper, refund };
}

describe("credit of an order comes back", () => {
  test("wholly with all of its goods, though the delivery is kept", async () => {
    const { order, refund } = await bought(1000);
    expect(order.totalMinor).toBe(980);
    expect(await refund({ lines: [{ variant_id: HERBS, quantity: 1 }] })).toBe(1000);
  });

  test("not at all with the delivery", async () => {
    const { refund } = await bought(1000);
    expect(await refund({ delivery: true })).toBe(0);
    expect(await refund({ lines: [{ variant_id: HERBS, quantity: 1 }] })).toBe(1000);
  });

  test("with the pieces that came back, and the rest with the rest", async () => {
    const { refund } = await bought(1000, 3);
    expect(await refund({ lines: [{ variant_id: HERBS, quantity: 1 }] })).toBe(333);
    expect(await refund({ lines: [{ variant_id: HERBS, quantity: 2 }] })).toBe(1000);
  });

  test("with pieces that came back, whatever was kept of their price", async () => {
    const { refund } = await bought(1000);
    const lines = [{ variant_id: HERBS, quantity: 1 }];
    expect(await refund({ lines, amount: "2.00" })).toBe(1000);
  });

  test("with an amount without goods, as its share of what money paid for them, up to all", async () => {
    const { refund } = await bought(1000);
    expect(await refund({ amount: "2.45" })).toBe(500);
    expect(await refund({ amount: "2.45" })).toBe(1000);
    expect(await refund({ amount: "4.90" })).toBe(1000);
  });

  test("as the goods do where it paid for all of them, and not with the delivery's money", async () => {
    const { order, refund } = await bought(5000, 2);
    expect(order.totalMinor).toBe(490);
    expect(await refund({ amount: "1.00" })).toBe(2020);
    expect(await refund({ lines: [{ variant_id: HERBS, quantity: 1 }] })).toBe(3510);
    expect(await refund({ lines: [{ variant_id: HERBS, quantity: 1 }] })).toBe(5000);
  });

  test("once the goods came back, though the money is still on its way", async () => {
    const { refund } = await bought(1000);
    const lines = [{ variant_id: HERBS, quantity: 1 }];
    expect(await refund({ lines, pending: true })).toBe(1000);
  });
});
