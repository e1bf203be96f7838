import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { listAttention } from "#app/domain/attention/list-attention.ts";
import { listCreditHistoryForMerchant } from "#app/domain/store-credit/customers/list-credit-history-for-merchant.ts";
import { releaseHold } from "#app/domain/store-credit/holds/release-hold.ts";
import { settleOrderCredit } from "#app/domain/store-credit/holds/settle-order-credit.ts";
import { type CreditShopper, createCreditShopper } from "#tests/support/credit-shopper.ts";
import { startTestApp, type TestApp } from "#tests/support/test-app.ts";
import type { TestShop } from "#tests/support/test-shop.ts";

// An abandoned checkout gives its credit back; one that completes after all is honored,
// whichever of the two is reported first.

let testApp: TestApp;
let shop: TestShop;
let shopper: CreditShopper;

beforeAll(async () => {
  testApp = await startTestApp();
});
afterAll(() => testApp.close());
beforeEach(async () => {
  shop = await testApp.createShop({ seed: "goods" });
  shopper = await createCreditShopper(shop, [1000, null]);
});

const advance = async (duration: string) => {
  const { status, body } = await shop.control("clock", { advance: duration });
  expect(status, JSON.stringify(body)).toBe(200);
};
const holdOf = async (code: string) => {
  const { db, shop: row } = await shop.context();
  return db.prisma.creditHold.findUniqueOrThrow({
    where: { shopId_code: { shopId: row.id, code } },
  });
};
const order = (code: string, more: Record<string, unknown> = {}) =>
  shop.control("orders", {
    cid: shopper.cid,
    lines: [{ variant_id: 7502, quantity: 2 }],
    credit_code: code,
    ...more,
  });
const shortfalls = async () => {
  const { db, shop: row } = await shop.context();
  return db.prisma.activity.findMany({
    where: { shopId: row.id, kind: "store_credit.shortfall" },
  });
};

/** The checkout has the code, and ends only after it was closed: the platform honors the codes it accepted. */
const orderAfterRelease = async (code: string) => {
  const { status, body } = await order(code, { honors_codes: true });
  expect(status, JSON.stringify(body)).toBe(200);
  await shop.quiet();
  return body;
};

describe("an unused hold", () => {
  test("is kept at 29 minutes and back at 31; its code is closed first", async () => {
    const { code } = (await shopper.hold()).body;
    await advance("PT29M");
    expect(await shopper.balance()).toEqual([0, 1000]);
    await advance("PT2M");
    expect(await shopper.balance()).toEqual([1000, 0]);
    expect((await order(code)).status).toBe(422);
    expect(await holdOf(code)).toMatchObject({ state: "released" });
    expect((await shopper.hold()).body.code).not.toBe(code);
  });

  test("is released no earlier by whoever asks", async () => {
    const { code } = (await shopper.hold()).body;
    const { id } = await holdOf(code);
    await releaseHold(await shop.context(), id);
    expect(await shopper.balance()).toEqual([0, 1000]);
    expect((await order(code)).status).toBe(200);
  });

  test("stays held while the platform is away, and comes back when it answers", async () => {
    const { code } = (await shopper.hold()).body;
    await shop.control("fail-next", {
      status: 503,
      count: 100,
      operation: "discountCodeDeactivate",
    });
    await advance("PT31M");
    expect(await shopper.balance()).toEqual([0, 1000]);
    await shop.control("clear-faults");
    await advance("PT10M");
    expect(await shopper.balance()).toEqual([1000, 0]);
    expect((await order(code)).status).toBe(422);
  });

  test("whose code was closed without an answer is released all the same", async () => {
    await shopper.hold();
    await shop.control("fail-next", {
      status: 502,
      operation: "discountCodeDeactivate",
      after: "after-effect",
    });
    await advance("PT31M");
    expect(await shopper.balance()).toEqual([1000, 0]);
  });

  test("that is over makes way for a new one, also before its task has run", async () => {
    const { code } = (await shopper.hold()).body;
    const { db, shop: row } = await shop.context();
    await db.prisma.creditHold.updateMany({
      where: { shopId: row.id, code },
      data: { createdAt: new Date(Date.now() - 31 * 60_000) },
    });
    const next = await shopper.hold();
    expect(next.status).toBe(200);
    expect(next.body.code).not.toBe(code);
    expect(await shopper.balance()).toEqual([0, 1000]);
  });

  test("released twice at once is released once", async () => {
    const { code } = (await shopper.hold()).body;
    const { id } = await holdOf(code);
    const context = await shop.context();
    const late = { ...context, clock: { now: () => new Date(Date.now() + 31 * 60_000) } };
    await Promise.all(Array.from({ length: 16 }, () => releaseHold(late, id)));
    expect(await shopper.balance()).toEqual([1000, 0]);
  });
});

describe("an order that crosses the release", () => {
  test("placed in time and heard of only at the release is captured by it", async () => {
    const { code } = (await shopper.hold()).body;
    await shop.control("webhooks", { delay_ms: 600_000 });
    expect((await order(code)).status).toBe(200);
    const { id } = await holdOf(code);
    const context = await shop.context();
    const late = { ...context, clock: { now: () => new Date(Date.now() + 31 * 60_000) } };
    await releaseHold(late, id);
    expect(await holdOf(code)).toMatchObject({ state: "captured", capturedMinor: 1000n });
    expect(await shopper.balance()).toEqual([0, 0]);
    await shop.control("webhooks", { delay_ms: 0 });
    await shop.quiet();
    expect(await shopper.balance()).toEqual([0, 0]);
  });

  test("that the platform has counted and does not show yet keeps the credit held", async () => {
    const { code } = (await shopper.hold()).body;
    await shop.control("webhooks", { delay_ms: 600_000 });
    expect((await order(code)).status).toBe(200);
    const { id } = await holdOf(code);
    const context = await shop.context();
    const blind = {
      ...context,
      clock: { now: () => new Date(Date.now() + 31 * 60_000) },
      platform: { ...context.platform, listOrdersWithCode: async () => [] },
    };
    await expect(releaseHold(blind, id)).rejects.toThrow("still being recorded");
    expect(await shopper.balance()).toEqual([0, 1000]);
    await shop.control("webhooks", { delay_ms: 0 });
    await shop.quiet();
    expect(await shopper.balance()).toEqual([0, 0]);
  });

  test("after it takes the credit from the balance", async () => {
    const { code } = (await shopper.hold()).body;
    await advance("PT31M");
    expect(await shopper.balance()).toEqual([1000, 0]);
    const { order_name } = await orderAfterRelease(code);
    expect(await shopper.balance()).toEqual([0, 0]);
    expect(await holdOf(code)).toMatchObject({
      state: "captured",
      capturedMinor: 1000n,
      shortfallMinor: 0n,
      orderName: order_name,
    });
    expect(await shortfalls()).toEqual([]);
  });

  test("after it, when the credit has gone elsewhere, takes what there is, and the merchant sees the rest", async () => {
    const { code } = (await shopper.hold()).body;
    await advance("PT31M");
    const { code: second } = (await shopper.hold("7.00")).body;
    const { order_id, order_name } = await orderAfterRelease(code);
    expect(await shopper.balance()).toEqual([0, 700]);
    expect(await holdOf(code)).toMatchObject({ capturedMinor: 300n, shortfallMinor: 700n });
    const { entries } = await listCreditHistoryForMerchant(
      await shop.context(),
      shopper.customerId,
      null,
      1,
    );
    expect(entries).toMatchObject([{ amountMinor: -300, writtenOffMinor: 700 }]);
    const attention = await listAttention(await shop.context());
    expect(attention).toContainEqual({
      kind: "credit_written_off",
      writtenOff: expect.objectContaining({ orderName: order_name, shortfallMinor: 700 }),
    });
    expect(await shortfalls()).toMatchObject([
      { message: expect.stringContaining(`Order ${order_name} took 7.00 EUR`) },
    ]);
    const context = await shop.context();
    await Promise.all([1, 2, 3].map(() => settleOrderCredit(context, order_id)));
    expect(await shopper.balance()).toEqual([0, 700]);
    expect(await shortfalls()).toHaveLength(1);
    expect((await holdOf(second)).state).toBe("live");
  });

  test("after it, with nothing left at all, is written off wholly; its refund returns nothing", async () => {
    const { code } = (await shopper.hold()).body;
    await advance("PT31M");
    await shopper.hold();
    const { order_id } = await orderAfterRelease(code);
    expect(await holdOf(code)).toMatchObject({ capturedMinor: 0n, shortfallMinor: 1000n });
    await shop.control(`orders/${order_id}/refund`);
    await shop.quiet();
    expect(await shopper.balance()).toEqual([0, 1000]);
  });

  test("after it returns on a refund what it took, in proportion", async () => {
    const { code } = (await shopper.hold()).body;
    await advance("PT31M");
    await shopper.hold("7.00");
    const { order_id } = await orderAfterRelease(code);
    await shop.control(`orders/${order_id}/cancel`);
    await shop.quiet();
    expect(await shopper.balance()).toEqual([300, 700]);
  });

  test("and a second one, which the platform let through with the same code, is written off once", async () => {
    const { code } = (await shopper.hold()).body;
    await order(code);
    await shop.quiet();
    const { body } = await order(code, { honors_codes: true });
    await shop.quiet();
    await settleOrderCredit(await shop.context(), body.order_id);
    expect(await holdOf(code)).toMatchObject({ capturedMinor: 1000n, shortfallMinor: 1000n });
    expect(await shortfalls()).toHaveLength(1);
    expect(await shopper.balance()).toEqual([0, 0]);
  });

  test("in the same instant ends with the order paid and no credit from nowhere", async () => {
    const { code } = (await shopper.hold()).body;
    await shop.control("webhooks", { delay_ms: 600_000 });
    const { body } = await order(code);
    const { id } = await holdOf(code);
    const context = await shop.context();
    const late = { ...context, clock: { now: () => new Date(Date.now() + 31 * 60_000) } };
    await Promise.all(
      Array.from({ length: 16 }, (_, at) =>
        at % 2 ? releaseHold(late, id) : settleOrderCredit(context, body.order_id),
      ),
    );
    expect(await shopper.balance()).toEqual([0, 0]);
    const posted = (await shopper.entries()).filter(({ status }) => status === 0);
    expect(posted.map(({ amountMinor }) => amountMinor)).toEqual([1000, -1000]);
  });
});
