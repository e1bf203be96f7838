import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { refreshOrder, storeOrder } from "#app/domain/orders/store-order.ts";
import type { Platform } from "#app/platform/platform.ts";
import { startTestApp, type TestApp } from "#tests/support/test-app.ts";
import type { TestShop } from "#tests/support/test-shop.ts";

// Orders as facts: whatever webhooks come, how often and in which order, our rows end as the platform is.

let testApp: TestApp;
let shop: TestShop;

beforeAll(async () => {
  testApp = await startTestApp();
});
afterAll(() => testApp.close());
beforeEach(async () => {
  shop = await testApp.createShop({ seed: "small", currency: "EUR" });
});

const include = { refunds: true, disputes: true, subscriptions: true } as const;

async function rowOf(orderId: number) {
  const { db, shop: row } = await shop.context();
  const where = { shopId: row.id, platformOrderId: BigInt(orderId) };
  return db.prisma.order.findFirstOrThrow({ where, include });
}

async function control(name: string, body: Record<string, unknown> = {}) {
  const answer = await shop.control(name, body);
  expect(answer.status).toBe(200);
  return answer.body;
}

/** Two pieces of a product, bought once. */
async function buy(more: Record<string, unknown> = {}): Promise<number> {
  const lines = [{ variant_id: 7502, quantity: 2 }];
  return (await control("orders", { cid: 1001, lines, ...more })).order_id;
}

async function eventsOf(kind: string) {
  const { db, shop: row } = await shop.context();
  return db.prisma.event.findMany({ where: { shopId: row.id, kind }, orderBy: { id: "asc" } });
}

describe("an order", () => {
  test("is kept with what its rows in the exports hold, in the store's money", async () => {
    const orderId = await buy({ discount_codes: ["WELCOME10"] });
    await shop.quiet();
    const row = await rowOf(orderId);
    expect(row).toMatchObject({
      name: expect.stringMatching(/^#\d+$/),
      currency: "EUR",
      financialStatus: "paid",
      gateways: ["shopify_payments"],
      channel: "Online Store",
      isTest: false,
      isRenewal: false,
      cancelledAt: null,
      fulfilledAt: null,
      brand: null,
      deliveryMinor: 490n,
      discountCodes: [{ code: "WELCOME10", amountMinor: Number(row.discountMinor) }],
      transactions: [{ kind: "sale", status: "success", amountMinor: Number(row.totalMinor) }],
      lines: [{ quantity: 2, variantId: 7502, contractId: null }],
    });
    expect(row.discountMinor).toBeGreaterThan(0n);
    expect(row.totalMinor).toBe(row.subtotalMinor + row.deliveryMinor);
    expect(row.taxMinor).toBeGreaterThan(0n);
    expect(row.customerId).not.toBeNull();
    expect(row.email).toContain("@");
    expect(row.countryCode).toMatch(/^[A-Z]{2}$/);
    expect(await eventsOf("order.created")).toMatchObject([
      {
        data: { order_id: String(row.id), total_minor: Number(row.totalMinor), is_renewal: false },
      },
    ]);
  });

  test("of a guest, for a test and with a brand is one like any other", async () => {
    const { order_id: orderId } = await control("orders/plain", {
      ...{ email: "guest@example.com", total: "12.50", test: true },
      attributes: [{ key: "brand", value: "North" }],
      placed_at: "2026-01-31T22:30:00Z",
    });
    await shop.quiet();
    expect(await rowOf(orderId)).toMatchObject({
      customerId: null,
      email: "guest@example.com",
      isTest: true,
      brand: "North",
      channel: "Point of Sale",
      totalMinor: 1250n,
      processedAt: new Date("2026-01-31T22:30:00Z"),
    });
  });

  test("keeps its totals when it is refunded, cancelled and fulfilled; refunds stand beside it", async () => {
    const orderId = await buy();
    await shop.quiet();
    const sold = await rowOf(orderId);
    await control(`orders/${orderId}/refund`, { amount: "5.00" });
    await control(`orders/${orderId}/fulfill`);
    await control(`orders/${orderId}/cancel`);
    await shop.quiet();
    const row = await rowOf(orderId);
    const { totalMinor, taxMinor } = sold;
    expect(row).toMatchObject({ totalMinor, taxMinor, financialStatus: "refunded" });
    expect(row.cancelledAt).toBeInstanceOf(Date);
    expect(row.fulfilledAt).toBeInstanceOf(Date);
    expect(row.refunds.map(({ amountMinor }) => amountMinor)).toEqual([500n, totalMinor - 500n]);
    const { db } = await shop.context();
    const lines = await db.prisma.activity.findMany({
      where: { shopId: row.shopId, kind: { startsWith: "order." } },
      orderBy: { id: "asc" },
    });
    expect(new Set(lines.map(({ kind }) => kind))).toEqual(
      new Set(["order.refunded", "order.cancelled"]),
    );
  });

  test("keeps what its refunds were for, and learns of money that was on its way", async () => {
    const orderId = await buy();
    const { refund_id: refund } = await control(`orders/${orderId}/refund`, {
      lines: [{ variant_id: 7502, quantity: 1 }],
      delivery: true,
      pending: true,
    });
    await shop.quiet();
    const [line] = (await rowOf(orderId)).lines as { lineId: number }[];
    const named = [{ lineId: line?.lineId, quantity: 1, grossMinor: 1490 }];
    expect((await rowOf(orderId)).refunds).toMatchObject([
      { amountMinor: 0n, besideMinor: 490n, lines: named },
    ]);
    await control(`orders/${orderId}/refund/${refund}/settle`);
    await shop.quiet();
    expect((await rowOf(orderId)).refunds).toMatchObject([
      { amountMinor: 1980n, besideMinor: 490n, lines: named },
    ]);
    const { db, shop: row } = await shop.context();
    const lines = await db.prisma.activity.findMany({
      where: { shopId: row.id, kind: "order.refunded" },
      orderBy: { id: "asc" },
    });
    const { name } = await rowOf(orderId);
    expect(lines.map(({ message }) => message)).toEqual([
      `Goods of order ${name} were taken back. No money was paid back.`,
      `Order ${name} was refunded: 19.80 EUR.`,
    ]);
  });

  test("that was paid and sent stays so when an item is added, and one that never was does not become it", async () => {
    const orderId = await buy();
    await control(`orders/${orderId}/fulfill`);
    await shop.quiet();
    const { fulfilledAt } = await rowOf(orderId);
    expect(fulfilledAt).toBeInstanceOf(Date);
    await shop.control("clock", { advance: "PT1H" });
    await control(`orders/${orderId}/edit`, { add: [{ variant_id: 7504, quantity: 1 }] });
    await shop.quiet();
    expect(await rowOf(orderId)).toMatchObject({
      ...{ financialStatus: "partially_paid", paidInFull: true, fulfilledAt },
    });
    await control(`orders/${orderId}/pay`);
    await control(`orders/${orderId}/fulfill`);
    await shop.quiet();
    expect(await rowOf(orderId)).toMatchObject({ financialStatus: "paid", fulfilledAt });
    // As it is first heard of, with a deposit, and with all of it.
    const context = await shop.context();
    const facts = await context.platform.getOrderFacts(orderId);
    if (!facts) throw new Error("The order is there.");
    const paidInFull = async (orderId: number, receivedMinor: number) => {
      const [transaction] = facts.transactions;
      if (!transaction) throw new Error("The order was paid.");
      const transactions = [{ ...transaction, amountMinor: receivedMinor }];
      const order = { ...facts, orderId, financialStatus: "partially_paid", transactions };
      return (await storeOrder(context, order, { rowBefore: null }))?.paidInFull;
    };
    expect(await paidInFull(990_001, facts.totalMinor - 1)).toBe(false);
    expect(await paidInFull(990_002, facts.totalMinor)).toBe(true);
  });

  test("is linked to the subscription that it began, whichever of the two our rows knew first", async () => {
    const { order_id: orderId, contract_id: contractId } = await control("orders", {
      ...{ cid: 1001, plan_id: 3501 },
    });
    await shop.quiet();
    const first = await rowOf(orderId);
    expect(first).toMatchObject({ isRenewal: false, subscriptions: [{ isFirst: true }] });
    const [link] = first.subscriptions;
    expect(link?.subscriptionId).not.toBeNull();
    expect(link?.planId).not.toBeNull();
    const { db } = await shop.context();
    const subscription = await db.prisma.subscription.findFirstOrThrow({
      where: { shopId: first.shopId, platformContractId: BigInt(contractId) },
    });
    expect(link).toMatchObject({ subscriptionId: subscription.id, planId: subscription.planId });
  });
});

describe("characters that the database cannot hold", () => {
  const NUL = "\u0000";
  const HALF = "\ud83d";

  test("in an order, its lines and its customer keep nothing from being stored", async () => {
    const { cid } = await control("customers", {
      ...{ email: "nul@example.com", first_name: `A${NUL}da`, last_name: `Love${HALF}lace` },
    });
    const attributes = [
      { key: "brand", value: `No${NUL}rth` },
      { key: `re${NUL}ferral_code`, value: `${HALF}` },
    ];
    const { order_id: orderId } = await control("orders/plain", {
      ...{ cid, total: "12.50", attributes },
    });
    await control(`customers/${cid}/tags`, { add: [`v${NUL}ip`] });
    await shop.quiet();
    expect(await rowOf(orderId)).toMatchObject({ brand: "North", totalMinor: 1250n });
    const { db, shop: row } = await shop.context();
    const customer = await db.prisma.customer.findFirst({
      where: { shopId: row.id, platformCustomerId: BigInt(cid) },
    });
    expect(customer).toMatchObject({ firstName: "Ada", lastName: "Love\ufffdlace" });
  });

  test("in a subscription neither", async () => {
    const { contract_id: contractId } = await control("contracts", {
      ...{ cid: 1001, plan_name: `Coffee${NUL} club`, price: "15.00" },
    });
    await shop.quiet();
    const { db, shop: row } = await shop.context();
    const subscription = await db.prisma.subscription.findFirst({
      where: { shopId: row.id, platformContractId: BigInt(contractId) },
    });
    expect(subscription?.planName).toBe("Coffee club");
  });
});

describe("webhooks that come late, doubled and shuffled", () => {
  test("leave what they would have left once and in order", async () => {
    await control("webhooks", { duplicate: 4, reorder: true });
    const orderId = await buy();
    await control(`orders/${orderId}/refund`, { amount: "3.00" });
    await control(`orders/${orderId}/refund`, { amount: "4.00" });
    await control(`orders/${orderId}/dispute`);
    await control(`orders/${orderId}/cancel`, { refund: false });
    await shop.quiet();
    const row = await rowOf(orderId);
    expect(row.refunds.map(({ amountMinor }) => amountMinor).sort()).toEqual([300n, 400n]);
    expect(row.disputes).toHaveLength(1);
    expect(row.cancelledAt).not.toBeNull();
    expect(row.financialStatus).toBe("partially_refunded");
    expect(await eventsOf("order.created")).toHaveLength(1);
  });

  test("are one order when 32 of them are handled at once", async () => {
    await control("webhooks", { delay_ms: 600_000 });
    const orderId = await buy();
    const context = await shop.context();
    const rows = await Promise.all(
      Array.from({ length: 32 }, () => refreshOrder(context, orderId)),
    );
    expect(new Set(rows.map((row) => row?.id))).toHaveLength(1);
    expect(await eventsOf("order.created")).toHaveLength(1);
    expect(await eventsOf("order.updated")).toEqual([]);
  });

  test("never put older facts over newer ones", async () => {
    const orderId = await buy();
    await shop.quiet();
    const context = await shop.context();
    const old = await context.platform.getOrderFacts(orderId);
    if (!old) throw new Error("the platform shows the order");
    await control("clock", { advance: "PT5M" });
    await control(`orders/${orderId}/refund`, { amount: "3.00" });
    await shop.quiet();
    await storeOrder(await shop.context(), old, { rowBefore: null });
    expect((await rowOf(orderId)).financialStatus).toBe("partially_refunded");
  });

  test("read again what another process has stored of the same second meanwhile", async () => {
    const orderId = await buy();
    await shop.quiet();
    const context = await shop.context();
    let reads = 0;
    const slow: Platform = Object.assign(Object.create(context.platform) as Platform, {
      getOrderFacts: async (id: number) => {
        const order = await context.platform.getOrderFacts(id);
        reads += 1;
        if (reads > 1 || !order) return order;
        await control(`orders/${orderId}/dispute`);
        await shop.quiet();
        const { platformUpdatedAt: updatedAt } = await rowOf(orderId);
        return { ...order, updatedAt };
      },
    });
    await refreshOrder({ ...context, platform: slow }, orderId);
    expect(reads).toBe(2);
    expect((await rowOf(orderId)).disputes).toHaveLength(1);
  });
});

describe("a dispute", () => {
  test("is kept with its reason, and dated at each change that we see", async () => {
    const orderId = await buy();
    await control(`orders/${orderId}/dispute`);
    await shop.quiet();
    const [opened] = (await rowOf(orderId)).disputes;
    expect(opened).toMatchObject({
      ...{ kind: "chargeback", status: "needs_response", reason: "fraudulent" },
      finalizedAt: null,
    });
    await control("clock", { advance: "P3D" });
    await control(`orders/${orderId}/dispute`, { status: "lost" });
    await shop.quiet();
    const [lost] = (await rowOf(orderId)).disputes;
    expect(lost?.status).toBe("lost");
    expect(lost?.finalizedAt).toBeInstanceOf(Date);
    const passed = Number(lost?.changedAt) - Number(opened?.changedAt);
    expect(passed).toBeGreaterThan(2 * 86_400_000);
  });

  test("has no reason where the store has not granted disputes, and is known all the same", async () => {
    await control("scopes", { withhold: ["read_shopify_payments_disputes"] });
    const orderId = await buy();
    await control(`orders/${orderId}/dispute`);
    await shop.quiet();
    expect((await rowOf(orderId)).disputes).toMatchObject([
      { status: "needs_response", reason: null, amountMinor: null, initiatedAt: null },
    ]);
  });
});

describe("what is personal", () => {
  test("stays as it was known where the platform hides it", async () => {
    const orderId = await buy();
    await shop.quiet();
    const { email, customerName } = await rowOf(orderId);
    expect(customerName).not.toBeNull();
    await control("protected-data", { approved: ["customer_data"] });
    await control(`orders/${orderId}/refund`, { amount: "1.00" });
    await shop.quiet();
    const row = await rowOf(orderId);
    expect(row).toMatchObject({ email, customerName });
    expect(row.refunds).toHaveLength(1);
  });

  test("is erased with its customer, from guests' orders with the same address too, and does not come back", async () => {
    const orderId = await buy();
    await shop.quiet();
    const { email } = await rowOf(orderId);
    const guest = await control("orders/plain", { email: email?.toUpperCase(), total: "1.00" });
    await shop.quiet();
    expect(
      (await control("compliance", { topic: "customers/redact", cid: 1001 })).topic,
    ).toBeTruthy();
    await shop.quiet();
    expect(await rowOf(orderId)).toMatchObject({ email: null, customerName: null });
    expect(await rowOf(guest.order_id)).toMatchObject({ email: null });
    await control(`orders/${orderId}/refund`, { amount: "1.00" });
    await shop.quiet();
    const row = await rowOf(orderId);
    expect(row).toMatchObject({ email: null, customerName: null, refunds: [{}] });
  });
});
