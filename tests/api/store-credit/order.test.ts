import { createHmac, randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { settleOrderCredit } from "#app/domain/store-credit/holds/settle-order-credit.ts";
import { createCreditShopper } from "#tests/support/credit-shopper.ts";
import { startTestApp, type TestApp } from "#tests/support/test-app.ts";
import { callJson, type TestShop } from "#tests/support/test-shop.ts";

// What an order does to the credit that it was paid with. Two pieces with their delivery come to 34.70.

let testApp: TestApp;
let shop: TestShop;

beforeAll(async () => {
  testApp = await startTestApp();
  shop = await testApp.createShop({ seed: "goods" });
});
afterAll(() => testApp.close());

const holdOf = async (code: string) => {
  const { db, shop: row } = await shop.context();
  return db.prisma.creditHold.findUniqueOrThrow({
    where: { shopId_code: { shopId: row.id, code } },
  });
};
const returnedParts = async (customerId: bigint) => {
  const { db, shop: row } = await shop.context();
  const grants = await db.prisma.creditGrant.findMany({
    where: { shopId: row.id, customerId, entry: { typeCode: 3 } },
    orderBy: { id: "asc" },
  });
  return grants.map(({ amountMinor, expiresAt }) => ({
    amountMinor: Number(amountMinor),
    expiresAt,
  }));
};

describe("an order that uses the code", () => {
  test("takes what was held; the history names the order", async () => {
    const shopper = await createCreditShopper(shop, [2500, null]);
    const { code } = (await shopper.hold("10.00")).body;
    const order = await shopper.buy(code);
    expect(order.totalMinor).toBe(2470);
    expect(await shopper.balance()).toEqual([1500, 0]);
    expect((await shopper.look()).body).toMatchObject({
      hold: null,
      history: [{ amount: "-10.00", type: 2, order_name: order.name, on_hold: false }, {}],
    });
    expect(await holdOf(code)).toMatchObject({
      state: "captured",
      capturedMinor: 1000n,
      shortfallMinor: 0n,
      orderName: order.name,
      orderGid: `gid://platform/Order/${order.id}`,
    });
  });

  test("and costs less than was held, gives the rest back at once", async () => {
    const shopper = await createCreditShopper(shop, [5000, null]);
    const { code } = (await shopper.hold("40.00")).body;
    const order = await shopper.buy(code, 1);
    expect(order.totalMinor).toBe(490);
    expect(await shopper.balance()).toEqual([5000 - 1490, 0]);
  });

  test("frees the shopper's place: the next credit is a new hold", async () => {
    const shopper = await createCreditShopper(shop, [2500, null]);
    const first = (await shopper.hold(5)).body.code;
    await shopper.buy(first);
    const second = (await shopper.hold(5)).body.code;
    expect(second).not.toBe(first);
    await shopper.buy(second);
    expect(await shopper.balance()).toEqual([1500, 0]);
  });

  test("is captured once by 64 at once", async () => {
    const shopper = await createCreditShopper(shop, [2500, null]);
    const { code } = (await shopper.hold(10)).body;
    await shop.control("webhooks", { delay_ms: 600_000 });
    const { body } = await shop.control("orders", {
      cid: shopper.cid,
      lines: [{ variant_id: 7502, quantity: 2 }],
      credit_code: code,
    });
    expect(await shopper.balance()).toEqual([1500, 1000]);
    const context = await shop.context();
    await Promise.all(Array.from({ length: 64 }, () => settleOrderCredit(context, body.order_id)));
    expect(await shopper.balance()).toEqual([1500, 0]);
    const posted = (await shopper.entries()).filter(({ status }) => status === 0);
    expect(posted.map(({ amountMinor }) => amountMinor)).toEqual([2500, -1000]);
    expect(await holdOf(code)).toMatchObject({ capturedMinor: 1000n, shortfallMinor: 0n });
    await shop.control("webhooks", { delay_ms: 0 });
    await shop.quiet();
    expect(await shopper.balance()).toEqual([1500, 0]);
  });

  test("refunded and cancelled, with every webhook delivered five times, shuffled: as once in order", async () => {
    const twisted = await testApp.createShop({ seed: "goods" });
    await twisted.control("webhooks", { duplicate: 4, reorder: true });
    const shopper = await createCreditShopper(twisted, [2500, null]);
    const { code } = (await shopper.hold(10)).body;
    const lines = [{ variant_id: 7502, quantity: 2 }];
    const { body } = await twisted.control("orders", {
      cid: shopper.cid,
      lines,
      credit_code: code,
    });
    await twisted.control(`orders/${body.order_id}/refund`, { amount: "10.00" });
    await twisted.control(`orders/${body.order_id}/refund`, { amount: "3.00" });
    await twisted.control(`orders/${body.order_id}/cancel`, { refund: false });
    await twisted.quiet();
    expect(await shopper.balance()).toEqual([2500, 0]);
    const posted = (await shopper.entries()).filter(({ status }) => status === 0);
    expect(posted.reduce((sum, { amountMinor }) => sum + amountMinor, 0)).toBe(2500);
    expect(posted.filter(({ typeCode }) => typeCode === 2)).toHaveLength(1);
  });

  test("is looked up by what its webhook names: codes that cannot be ours start nothing", async () => {
    const deliver = async (codes: string[]) => {
      const payload = JSON.stringify({
        id: 987_654,
        discount_codes: codes.map((code) => ({ code })),
      });
      const hmac = createHmac("sha256", testApp.environment.SHOPIFY_API_SECRET);
      return callJson(`${testApp.url}/webhooks/orders-create`, {
        method: "POST",
        headers: {
          "content-type": "application/json",
          "x-shopify-topic": "orders/create",
          "x-shopify-shop-domain": shop.domain,
          "x-shopify-webhook-id": randomUUID(),
          "x-shopify-event-id": randomUUID(),
          "x-shopify-api-version": "2026-10",
          "x-shopify-triggered-at": new Date().toISOString(),
          "x-shopify-hmac-sha256": hmac.update(payload).digest("base64"),
        },
        body: payload,
      });
    };
    const { db, shop: row } = await shop.context();
    const jobs = async () => {
      const { rows } = await db.pool.query("SELECT 1 FROM graphile_worker.jobs WHERE key = $1", [
        `settle-order-credit/${row.id}/987654`,
      ]);
      return rows.length;
    };
    await shop.control("fail-next", { status: 503, count: 100, operation: "order" });
    expect((await deliver(["WELCOME10"])).status).toBe(200);
    expect((await deliver([])).status).toBe(200);
    expect(await jobs()).toBe(0);
    expect((await deliver(["CREDIT-222222222222"])).status).toBe(200);
    expect(await jobs()).toBe(1);
    await shop.control("clear-faults");
    await shop.quiet();
  });
});

describe("a refund", () => {
  // An amount that names no goods counts for the goods, which took 19.79 or 19.80 in money, before the delivery.
  test("of an amount returns credit in proportion to the goods' money, and two halves return all of it to the cent", async () => {
    const shopper = await createCreditShopper(shop, [1001, null]);
    const { code } = (await shopper.hold()).body;
    const order = await shopper.buy(code);
    expect(order.totalMinor).toBe(2469);
    await shopper.refund(order, "12.34");
    expect(await shopper.balance()).toEqual([624, 0]);
    await shopper.refund(order, "12.35");
    expect(await shopper.balance()).toEqual([1001, 0]);
    const returns = (await shopper.entries()).filter(({ typeCode }) => typeCode === 3);
    expect(returns.map(({ amountMinor }) => amountMinor)).toEqual([624, 377]);
    expect((await shopper.look()).body.history[0]).toMatchObject({
      type: 3,
      order_name: order.name,
      message: `Returned after a refund of order ${order.name}`,
    });
  });

  test("in many small parts never returns more than was taken", async () => {
    const shopper = await createCreditShopper(shop, [7, null]);
    const order = await shopper.buy((await shopper.hold()).body.code);
    expect(order.totalMinor).toBe(3463);
    const returned: number[] = [];
    for (const amount of ["5.00", "5.00", "5.00", "5.00", "5.00", "5.00"]) {
      await shopper.refund(order, amount);
      returned.push((await shopper.balance())[0]);
    }
    expect(returned).toEqual([1, 2, 3, 4, 5, 7]);
    await shopper.refund(order);
    expect(await shopper.balance()).toEqual([7, 0]);
  });

  test("followed by a cancellation returns the rest, and no cent twice", async () => {
    const shopper = await createCreditShopper(shop, [1000, null]);
    const order = await shopper.buy((await shopper.hold()).body.code);
    await shopper.refund(order, "12.35");
    expect(await shopper.balance()).toEqual([623, 0]);
    await shopper.cancel(order);
    expect(await shopper.balance()).toEqual([1000, 0]);
    const context = await shop.context();
    await settleOrderCredit(context, order.id);
    expect(await shopper.balance()).toEqual([1000, 0]);
  });

  test("after a cancellation returns nothing more", async () => {
    const shopper = await createCreditShopper(shop, [1000, null]);
    const order = await shopper.buy((await shopper.hold()).body.code);
    await shopper.cancel(order, false);
    expect(await shopper.balance()).toEqual([1000, 0]);
    await shopper.refund(order);
    expect(await shopper.balance()).toEqual([1000, 0]);
  });

  test("of goods that credit paid wholly returns credit by the goods", async () => {
    const free = await shop.control("orders", {
      cid: (await createCreditShopper(shop)).cid,
      lines: [{ variant_id: 7502, quantity: 1 }],
      discount_codes: [],
    });
    expect(free.status).toBe(200);
    const shopper = await createCreditShopper(shop, [5000, null]);
    const { code } = (await shopper.hold()).body;
    const lines = [{ variant_id: 7502, quantity: 2 }];
    const shipping = (await shop.control("orders", {
      cid: shopper.cid,
      lines,
      credit_code: code,
      discount_codes: ["FREESHIP"],
    })) as { status: number; body: { order_id: number; order_name: string; total: string } };
    expect(shipping.status, JSON.stringify(shipping.body)).toBe(200);
    expect(shipping.body.total).toBe("0.00");
    await shop.quiet();
    expect(await shopper.balance()).toEqual([5000 - 2980, 0]);
    const { order_id: id, order_name: name } = shipping.body;
    await shopper.refund({ id, name, totalMinor: 0 });
    expect(await shopper.balance()).toEqual([5000, 0]);
  });

  test("gives back what was spent last first, each part with its own expiry", async () => {
    const shopper = await createCreditShopper(shop, [300, 5], [400, 90], [300, null]);
    const { db, shop: row } = await shop.context();
    const grants = await db.prisma.creditGrant.findMany({
      where: { shopId: row.id, customerId: shopper.customerId },
      orderBy: { expiresAt: { sort: "asc", nulls: "last" } },
    });
    const [soon, later] = grants.map(({ expiresAt }) => expiresAt);
    const order = await shopper.buy((await shopper.hold()).body.code);
    await shopper.refund(order, "12.35");
    expect(await returnedParts(shopper.customerId)).toEqual([
      { amountMinor: 300, expiresAt: null },
      { amountMinor: 323, expiresAt: later },
    ]);
    await shopper.refund(order);
    expect((await returnedParts(shopper.customerId)).slice(2)).toEqual([
      { amountMinor: 77, expiresAt: later },
      { amountMinor: 300, expiresAt: soon },
    ]);
  });

  test("gives credit whose time was over meanwhile thirty days more", async () => {
    const own = await testApp.createShop({ seed: "goods" });
    const shopper = await createCreditShopper(own, [1000, 3]);
    const order = await shopper.buy((await shopper.hold()).body.code);
    await own.control("clock", { advance: "P10D" });
    await shopper.refund(order);
    expect(await shopper.balance()).toEqual([1000, 0]);
    await own.control("clock", { advance: "P29D" });
    expect(await shopper.balance()).toEqual([1000, 0]);
    await own.control("clock", { advance: "P2D" });
    expect(await shopper.balance()).toEqual([0, 0]);
  });

  test("of an order too old to be read is reported to the merchant", async () => {
    const own = await testApp.createShop({ seed: "goods" });
    await own.control("scopes", { withhold: ["read_all_orders"] });
    const shopper = await createCreditShopper(own, [1000, null]);
    const order = await shopper.buy((await shopper.hold()).body.code);
    await own.control("clock", { advance: "P61D" });
    await shopper.refund(order);
    const { db, shop: row } = await own.context();
    const line = await db.prisma.activity.findFirst({
      where: { shopId: row.id, kind: "store_credit.unreadable" },
    });
    expect(line?.message).toContain(order.name);
    expect(await shopper.balance()).toEqual([0, 0]);
  });
});
