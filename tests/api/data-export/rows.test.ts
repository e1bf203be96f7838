import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { saveReason } from "#app/domain/churn/reasons/save-reason.ts";
import type { ExportName } from "#app/domain/data-export/modules/export-module.ts";
import { EXPORT_NAMES } from "#app/domain/data-export/modules/export-modules.ts";
import { buildExports, buildSome } from "#app/domain/data-export/rows/build-exports.ts";
import { compareExports, findDiffering } from "#app/domain/data-export/rows/compare-exports.ts";
import { notifyAccessChange } from "#app/domain/shops/access-change.ts";
import { billedSubscription, goTo } from "#tests/support/billed-subscription.ts";
import { createCreditShopper } from "#tests/support/credit-shopper.ts";
import { startTestApp, type TestApp } from "#tests/support/test-app.ts";
import type { TestShop } from "#tests/support/test-shop.ts";

let testApp: TestApp;
let shop: TestShop;

beforeAll(async () => {
  testApp = await startTestApp();
});
afterAll(() => testApp.close());
beforeEach(async () => {
  shop = await testApp.createShop({ seed: "small", timezone: "America/New_York" });
});

const read = async (name: string, query: Record<string, string> = {}) => {
  const { status, body } = await shop.proxy(`/data/${name}`, { key: shop.key, query });
  expect(status).toBe(200);
  return body;
};
const readAll = async () => {
  const pages: Record<string, unknown> = {};
  for (const name of EXPORT_NAMES) pages[name] = await read(name);
  return pages;
};
const control = async (name: string, body: Record<string, unknown> = {}) => {
  const answer = await shop.control(name, body);
  expect(answer.status).toBe(200);
  await shop.quiet();
  return answer.body;
};
/** The facts whose rows are not what they say. */
const differing = async () => {
  const context = await shop.context();
  const found: Record<string, string[]> = {};
  for (const name of EXPORT_NAMES) {
    const rows = await context.db.prisma.exportRow.findMany({
      where: { shopId: context.shop.id, export: name },
      select: { sourceId: true },
    });
    const ids = await findDiffering(context, name, [...new Set(rows.map((row) => row.sourceId))]);
    if (ids.length > 0) found[name] = ids.map(String);
  }
  return found;
};

/** One page of each export, and that each of their rows is what its facts say. */
const readRight = async () => {
  const pages = await readAll();
  expect(await differing()).toEqual({});
  return pages as Record<
    ExportName,
    { data: Record<string, string>[]; meta: { timezone: string } }
  >;
};
const rowOf = (rows: readonly Record<string, string>[], cid: number) =>
  rows.find((row) => row.platform_customer_gid === `gid://platform/Customer/${cid}`);

/** A shopper who has bought with credit, and has a membership and goods that come every month. */
async function shopperWithPast() {
  const shopper = await createCreditShopper(shop, [5000, null]);
  const { code } = (await shopper.hold("20.00")).body;
  const order = await shopper.buy(code, 2);
  const { cid } = shopper;
  await control(`customers/${cid}/payment-methods`);
  const membership = await billedSubscription(shop, { cid, kind: "membership" });
  const goods = await billedSubscription(shop, { cid, kind: "product", price: "9.00" });
  return { shopper, cid, order, membership, goods };
}

describe("rows of the exports", () => {
  test("are what the facts say after each thing that happens, and what a build from nothing makes", async () => {
    const { shopper, cid, order, membership, goods } = await shopperWithPast();
    const first = await readRight();
    expect(rowOf(first.orders.data, cid)).toMatchObject({ store_credit_used: "20.00" });
    expect(rowOf(first.customers.data, cid)).toMatchObject({
      membership_type: "Product Subscription",
      current_status: "ACTIVE",
      available_current_balance: "30.00",
      total_store_credit_used: "20.00",
      ps_total_contracts: "1",
    });
    await shopper.hold("5.00");
    const held = await readRight();
    expect(rowOf(held.members.data, cid)).toMatchObject({ balance_from_subscribfy: "25.00" });
    await shopper.refund(order, "10.00");
    await control(`orders/${order.id}/dispute`);
    const refunded = await readRight();
    expect(rowOf(refunded.orders.data, cid)).toMatchObject({
      refund_date: expect.stringMatching(/^\d{4}-\d\d-\d\d$/),
      dispute_status: expect.stringMatching(/./),
    });
    await membership.nextPayments("INSUFFICIENT_FUNDS");
    const { clock } = await shop.context();
    await goTo(shop, new Date(clock.now().getTime() + 32 * 86_400_000));
    await shop.quiet();
    const renewed = await readRight();
    expect(rowOf(renewed.customers.data, cid)).toMatchObject({
      auto_charge_failed: "Yes",
      failure_reasons: expect.stringMatching(/^\d{4}-\d\d-\d\d \d\d:\d\d \| 15\.00 \| ./),
    });
    const tags = renewed.orders.data
      .filter((one) => one.platform_customer_gid === `gid://platform/Customer/${cid}`)
      .map(({ order_tag }) => order_tag);
    expect(tags).toContain("SubsProd-Recharge");
    const { id } = await goods.row();
    expect(
      (await shop.core(`/subscriptions/sub_${id}/cancel`, { body: { reason: "other" } })).status,
    ).toBe(200);
    await shop.quiet();
    const cancelled = await readRight();
    expect(rowOf(cancelled["cancellation-reasons"].data, cid)).toMatchObject({
      cancel_reason: "Other",
    });
    await buildExports(await shop.context(), () => {}, { again: true });
    expect(await readAll()).toEqual(cancelled);
  });

  test("of another zone are served only when all of them are there", async () => {
    await shopperWithPast();
    const before = await readRight();
    const { db, shop: row } = await shop.context();
    await db.prisma.shop.update({ where: { id: row.id }, data: { ianaTimezone: "Pacific/Apia" } });
    await notifyAccessChange(db.prisma, row.id);
    const context = await shop.context();
    const { isDone } = await buildSome(context, "store-credits");
    expect(isDone).toBe(true);
    const served = await db.prisma.exportGeneration.findMany({
      where: { shopId: row.id, completedAt: { not: null } },
      select: { export: true, zone: true },
    });
    expect(new Set(served.map(({ zone }) => zone))).toEqual(
      new Set(["America/New_York", "Pacific/Apia"]),
    );
    const after = await readRight();
    for (const name of ["orders", "store-credits", "subscriptions"] as const) {
      expect(after[name].meta.timezone).toBe("Pacific/Apia");
      expect(after[name].data).toHaveLength(before[name].data.length);
    }
    expect(after.orders.data).not.toEqual(before.orders.data);
    const ids = async (generation: "asc" | "desc") =>
      (
        await db.prisma.exportRow.findMany({
          where: { shopId: row.id, export: "orders" },
          orderBy: [{ generation }, { id: "asc" }],
          select: { id: true, sourceId: true },
          take: before.orders.data.length,
        })
      ).map(({ id, sourceId }) => `${id}=${sourceId}`);
    expect(await ids("desc")).toEqual(await ids("asc"));
  });

  test("that nobody was told of are found by the nightly comparison, and mended", async () => {
    const { cid } = await shopperWithPast();
    const before = await readRight();
    const { db, shop: row } = await shop.context();
    await db.prisma.exportRow.updateMany({
      where: { shopId: row.id, export: "orders" },
      data: { document: "{}" },
    });
    await db.prisma.exportRow.deleteMany({ where: { shopId: row.id, export: "subscriptions" } });
    const mended = await compareExports(await shop.context(), () => 0);
    expect(mended).toBe(before.orders.data.length + before.subscriptions.data.length);
    const after = await readRight();
    expect(after.orders).toEqual(before.orders);
    expect(rowOf(after.subscriptions.data, cid)).toEqual(rowOf(before.subscriptions.data, cid));
  });

  test("name nobody whose data was erased, and add up as before", async () => {
    const { shopper, cid } = await shopperWithPast();
    const sum = (rows: Record<string, string>[]) =>
      rows.reduce((total, { value }) => total + Math.round(Number(value) * 100), 0);
    const before = await readRight();
    await control("compliance", { topic: "customers/redact", cid });
    const after = await readRight();
    const history = await read("credits-history");
    expect(history.data.length).toBeGreaterThan(0);
    const text = JSON.stringify([after, history]);
    expect(text).not.toContain(`Customer/${cid}`);
    expect(text).not.toContain("ada.");
    expect(sum(after["store-credits"].data)).toBe(sum(before["store-credits"].data));
    expect(after.orders.data).toHaveLength(before.orders.data.length);
    const { db, shop: row } = await shop.context();
    const kept = await db.prisma.exportRow.count({
      where: { shopId: row.id, document: { contains: `Customer/${cid}"` } },
    });
    expect([kept, shopper.cid]).toEqual([0, cid]);
  });

  test("say the customer's new name, and the merchant's new words", async () => {
    const { shopper, cid, goods } = await shopperWithPast();
    await readRight();
    const { id } = await goods.row();
    await shop.core(`/subscriptions/sub_${id}/cancel`, { body: { reason: "too_expensive" } });
    const { db, shop: row } = await shop.context();
    const { customerId } = shopper;
    const member = await db.prisma.member.findFirstOrThrow({
      where: { shopId: row.id, customerId },
    });
    const named = await shop.core(`/members/mem_${member.id}`, {
      method: "PATCH",
      body: { first_name: "Augusta" },
    });
    expect(named.status).toBe(200);
    const reason = await db.prisma.cancellationReason.findFirstOrThrow({
      where: { shopId: row.id, alias: "too_expensive" },
    });
    await saveReason(await shop.context(), {
      reasonId: reason.id,
      version: reason.updatedAt.toISOString(),
      input: {
        ...{ title: "Costs too much", description: "", help: { kind: "none" } },
        ...{ active: true, offerIds: [] },
      },
    });
    await shop.quiet();
    const renamed = await readRight();
    expect(rowOf(renamed.subscriptions.data, cid)).toMatchObject({
      customer_name: expect.stringMatching(/^Augusta /),
    });
    expect(rowOf(renamed["cancellation-reasons"].data, cid)).toMatchObject({
      cancel_reason: "Costs too much",
    });
    expect(rowOf(renamed.customers.data, cid)).toMatchObject({
      ps_cancel_reason: "Costs too much",
    });
  });
});
