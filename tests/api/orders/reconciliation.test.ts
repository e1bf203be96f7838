import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { checkStore } from "#app/domain/diagnosis/run-checks.ts";
import { reconcileShop } from "#app/domain/reconciliation/reconcile-shop.ts";
import { PlatformFailure } from "#app/platform/platform-failure.ts";
import { startTestApp, type TestApp } from "#tests/support/test-app.ts";
import type { TestShop } from "#tests/support/test-shop.ts";

// Once a day the store's changes are compared with our rows: what lost webhooks left out is found and repaired.

let testApp: TestApp;
let shop: TestShop;

beforeAll(async () => {
  testApp = await startTestApp();
});
afterAll(() => testApp.close());
beforeEach(async () => {
  shop = await testApp.createShop();
  await shop.control("customers", { email: "old@example.com" });
  await shop.quiet();
});

const placeOrder = async (): Promise<number> =>
  (await shop.control("orders/plain", { email: "guest@example.com", total: "10.00" })).body
    .order_id;

/** What the admin's check says of it. */
async function storeData() {
  const results = await checkStore(await shop.context(), []);
  return results.find(({ name }) => name === "Store data");
}

async function runs() {
  const { db, shop: row } = await shop.context();
  const where = { shopId: row.id };
  return db.prisma.reconciliation.findMany({ where, orderBy: { id: "asc" } });
}

/** An order, a contract with the order that began it, and a customer. */
async function loseChanges() {
  await shop.control("webhooks", { lose: true });
  const order = await placeOrder();
  const { contract_id: contractId } = (await shop.control("contracts")).body;
  const { cid } = (await shop.control("customers", { email: "new@example.com" })).body;
  await shop.control("webhooks", { lose: false });
  return { order, contractId, cid };
}

test("what no webhook told of is found, repaired and counted within a day", async () => {
  const { order, contractId, cid } = await loseChanges();
  const { db, shop: row } = await shop.context();
  const where = { shopId: row.id };
  const find = () => db.prisma.order.count({ where: { ...where, platformOrderId: BigInt(order) } });
  expect(await find()).toBe(0);
  await shop.control("clock", { advance: "P1DT1M" });
  expect(await find()).toBe(1);
  const contract = { ...where, platformContractId: BigInt(contractId) };
  expect(await db.prisma.subscription.count({ where: contract })).toBe(1);
  const customer = { ...where, platformCustomerId: BigInt(cid) };
  expect(await db.prisma.customer.count({ where: customer })).toBe(1);
  expect(await storeData()).toMatchObject({
    status: "warning",
    found: expect.stringContaining("2 orders, 1 contracts and"),
  });
  const [run] = await runs();
  expect(run).toMatchObject({ since: null, ordersRepaired: 2, contractsRepaired: 1 });
  expect(run?.customersRepaired).toBeGreaterThan(0);
});

test("an order that comes in while the run is at work, with a contract that it repaired, is counted as missed", async () => {
  await loseChanges();
  const context = await shop.context();
  const { platform } = context;
  // All jobs that the run has asked for until then are done before it goes on to orders.
  const slow: Partial<typeof platform> = {
    listChanges: async (...asked) => {
      await shop.quiet();
      return platform.listChanges(...asked);
    },
    getOrderFacts: async (orderId) => {
      await shop.quiet();
      return platform.getOrderFacts(orderId);
    },
  };
  await reconcileShop({
    ...context,
    platform: Object.assign(Object.create(platform) as typeof platform, slow),
  });
  expect((await runs()).at(-1)).toMatchObject({ ordersRepaired: 2, contractsRepaired: 1 });
});

test("a day without drift repairs nothing, and looks only at what was changed since the day before", async () => {
  // The first is a day after the installation; a store with a test clock then has one a month.
  await shop.control("clock", { advance: "P32D" });
  expect(await storeData()).toMatchObject({
    status: "ok",
    found: expect.stringContaining("All were here already."),
  });
  const [first, second, ...others] = await runs();
  expect(others).toEqual([]);
  expect(second?.since?.getTime()).toBeLessThan(first?.beganAt.getTime() ?? 0);
  expect(second).toMatchObject({
    ...{ ordersRepaired: 0, contractsRepaired: 0, customersRepaired: 0 },
    ...{ contractsCompared: 0, customersCompared: 0 },
  });
});

test("a run that is interrupted is as if it had not begun; the next one finds everything", async () => {
  await shop.control("clock", { advance: "P1DT1M" });
  await loseChanges();
  const context = await shop.context();
  const { platform } = context;
  const interrupted = Object.assign(Object.create(platform) as typeof platform, {
    getOrderFacts: async () => {
      throw new PlatformFailure("unavailable", "killed");
    },
  });
  const before = (await runs()).length;
  await expect(reconcileShop({ ...context, platform: interrupted })).rejects.toThrow("killed");
  expect(await runs()).toHaveLength(before);
  await reconcileShop(context);
  await shop.quiet();
  const { db, shop: row } = context;
  expect(await db.prisma.order.count({ where: { shopId: row.id } })).toBe(2);
  // The contract had come over before the interruption.
  expect((await runs()).at(-1)).toMatchObject({ contractsRepaired: 0 });
});

test("a dispute of an old order whose webhooks were lost is found within a day, with reason, state and end", async () => {
  const order = await placeOrder();
  await shop.quiet();
  // The last run before it has seen the order as it is.
  await shop.control("clock", { advance: "P32D" });
  await shop.control("webhooks", { lose: true });
  expect((await shop.control(`orders/${order}/dispute`)).status).toBe(200);
  await shop.control("webhooks", { lose: false });
  await reconcileShop(await shop.context());
  const { db, shop: row } = await shop.context();
  const read = () => db.prisma.orderDispute.findMany({ where: { shopId: row.id } });
  expect(await read()).toMatchObject([
    { kind: "chargeback", status: "needs_response", reason: "fraudulent", amountMinor: 1000n },
  ]);
  expect((await runs()).at(-1)).toMatchObject({ ordersRepaired: 1 });
  await shop.control("webhooks", { lose: true });
  await shop.control(`orders/${order}/dispute`, { status: "lost" });
  await shop.control("webhooks", { lose: false });
  await reconcileShop(await shop.context());
  const [dispute] = await read();
  expect(dispute).toMatchObject({ status: "lost", finalizedAt: expect.any(Date) });
  await reconcileShop(await shop.context());
  expect((await runs()).at(-1)).toMatchObject({ ordersRepaired: 0 });
});

test("one that was opened and decided while no webhook came is found too; without the permission nothing fails", async () => {
  const order = await placeOrder();
  await shop.quiet();
  await shop.control("clock", { advance: "P32D" });
  await shop.control("webhooks", { lose: true });
  await shop.control(`orders/${order}/dispute`);
  await shop.control(`orders/${order}/dispute`, { status: "accepted" });
  await shop.control("webhooks", { lose: false });
  const { platform } = await shop.context();
  await shop.control("scopes", { withhold: ["read_shopify_payments_disputes"] });
  expect(await platform.listDisputes(new Date(0))).toBeNull();
  await shop.control("scopes", { withhold: [] });
  await reconcileShop(await shop.context());
  const { db, shop: row } = await shop.context();
  const disputes = await db.prisma.orderDispute.findMany({ where: { shopId: row.id } });
  expect(disputes).toMatchObject([{ status: "accepted", finalizedAt: expect.any(Date) }]);
});

test("a dispute that moves on without its order is noticed", async () => {
  const order = await placeOrder();
  await shop.control(`orders/${order}/dispute`);
  await shop.quiet();
  await shop.control("clock", { advance: "P1DT1M" });
  await shop.control("webhooks", { lose: true });
  await shop.control(`orders/${order}/dispute`, { status: "won" });
  await shop.control("webhooks", { lose: false });
  await shop.control("clock", { advance: "P31D" });
  const { db, shop: row } = await shop.context();
  const disputes = await db.prisma.orderDispute.findMany({ where: { shopId: row.id } });
  expect(disputes.map(({ status }) => status)).toEqual(["won"]);
  expect((await runs()).at(-1)).toMatchObject({ ordersRepaired: 1 });
});
