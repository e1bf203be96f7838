import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { importShop } from "#app/domain/installation/import-shop.ts";
import { kindOfChange } from "#app/domain/subscriptions/record-subscription-event.ts";
import { refreshContract } from "#app/domain/subscriptions/store-contract.ts";
import type { Subscription } from "#app/generated/prisma/client.ts";
import { startTestApp, type TestApp } from "#tests/support/test-app.ts";
import type { TestShop } from "#tests/support/test-shop.ts";

let testApp: TestApp;

beforeAll(async () => {
  testApp = await startTestApp();
});
afterAll(() => testApp.close());

/** The store's events about something, oldest first. */
async function eventsOf(shop: TestShop, about = "subscription") {
  const { db, shop: row } = await shop.context();
  return db.prisma.event.findMany({
    where: { shopId: row.id, kind: { startsWith: `${about}.` } },
    orderBy: { id: "asc" },
  });
}
const kindsOf = async (shop: TestShop) => (await eventsOf(shop)).map(({ kind }) => kind);

describe("events of a subscription", () => {
  test("report its beginning and its end, once each, however often the platform says so", async () => {
    const shop = await testApp.createShop();
    await shop.control("webhooks", { duplicate: 4, reorder: true });
    const { cid, contractId } = await shop.createContract({ price: "15.00" });
    await refreshContract(await shop.context(), contractId);
    expect(await kindsOf(shop)).toEqual(["subscription.created"]);
    const { status } = await shop.proxy(`/storefront/cancel-flow/${contractId}/cancel`, {
      cid,
      body: {},
    });
    expect(status).toBe(200);
    await shop.quiet();
    const [created, cancelled, ...more] = await eventsOf(shop);
    expect(more).toEqual([]);
    expect(created?.data).toMatchObject({
      platform_contract_id: String(contractId),
      status: "active",
      price_minor: 1500,
      cancelled_at: null,
    });
    expect(cancelled).toMatchObject({
      kind: "subscription.cancelled",
      data: {
        platform_contract_id: String(contractId),
        status: "cancelled",
        next_billing_at: null,
        cancelled_at: expect.any(String),
      },
    });
    const ofMember = await eventsOf(shop, "member");
    expect(ofMember.map(({ kind }) => kind)).toEqual(["member.created", "member.updated"]);
    expect(ofMember[1]?.id).toBe((cancelled?.id ?? 0n) + 1n);
  });

  test("hold nothing personal", async () => {
    const shop = await testApp.createShop();
    const { body: person } = await shop.control("customers", { email: "ada@example.com" });
    await shop.createContract({ cid: person.cid, price: "15.00" });
    expect(JSON.stringify((await eventsOf(shop)).map(({ data }) => data))).not.toContain("ada");
  });

  test("tell of what a store already had when it was imported as that, and nothing more", async () => {
    const shop = await testApp.createShop();
    await shop.createContract({ price: "15.00" });
    const context = await shop.context();
    const { db, shop: row } = context;
    await db.prisma.event.deleteMany({ where: { shopId: row.id } });
    await db.prisma.activity.deleteMany({ where: { shopId: row.id } });
    await db.prisma.member.deleteMany({ where: { shopId: row.id } });
    await db.prisma.orderSubscription.deleteMany({ where: { shopId: row.id } });
    await db.prisma.subscription.deleteMany({ where: { shopId: row.id } });
    await importShop(context);
    expect(await db.prisma.subscription.count({ where: { shopId: row.id } })).toBe(1);
    expect(await db.prisma.member.count({ where: { shopId: row.id } })).toBe(1);
    expect((await eventsOf(shop)).map(({ kind }) => kind)).toEqual(["subscription.imported"]);
    expect(await eventsOf(shop, "member")).toEqual([]);
  });

  test.each([
    ["active", "active", "paused", "paused", "subscription.paused"],
    ["paused", "paused", "active", "active", "subscription.resumed"],
    ["paused", "failed", "active", "active", "subscription.activated"],
    ["paused", "paused", "cancelled", "cancelled", "subscription.cancelled"],
    ["active", "active", "active", "active", null],
  ])("from %s (%s) to %s (%s) is %s", (from, platformFrom, to, platformTo, kind) => {
    const before = { status: from, platformStatus: platformFrom } as Subscription;
    const after = { status: to, platformStatus: platformTo } as Subscription;
    expect(kindOfChange(before, after)).toBe(kind);
  });

  test.each([
    { priceMinor: 1n },
    { nextBillingAt: new Date(0) },
    { pausedUntil: new Date(0) },
    { planId: 7n },
    { intervalCount: 2 },
  ])("a change of %o is an update", (change) => {
    const before = { status: "active", nextBillingAt: null } as Subscription;
    expect(kindOfChange(before, { ...before, ...change })).toBe("subscription.updated");
  });
});
