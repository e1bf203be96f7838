import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { deliverWebhook } from "#tests/support/deliver-webhook.ts";
import { type LoyalCustomer, loyalCustomer, makeRule } from "#tests/support/loyalty.ts";
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
  const { body } = await shop.control("customers", { phone: "+4915112345678" });
  await shop.quiet();
  customer = await loyalCustomer(shop, body.cid);
});

const pays = (type: string, points: number, more: Record<string, unknown> = {}) =>
  makeRule(shop, { type, reward: { reward_type: "points", points }, ...more });
const available = async () => (await customer.points()).available;

async function tag(change: { add?: string[]; remove?: string[] }) {
  expect((await shop.control(`customers/${customer.cid}/tags`, change)).status).toBe(200);
  await shop.quiet();
}

async function agree(change: { email?: string; sms?: string }) {
  expect((await shop.control(`customers/${customer.cid}/marketing`, change)).status).toBe(200);
  await shop.quiet();
}

async function facts() {
  const { db, shop: row } = await shop.context();
  const where = { shopId: row.id, customerId: await customer.id() };
  return db.prisma.loyaltyFact.findMany({ where, orderBy: { id: "asc" } });
}

describe("a tag", () => {
  test("is rewarded once, as it is written: neither another case nor adding it again pays", async () => {
    await pays("customer_tag", 10, { settings: { tag: "VIP" } });
    await tag({ add: ["vip"] });
    expect(await available()).toBe(0);
    await tag({ add: ["VIP", "other"] });
    expect(await available()).toBe(10);
    await tag({ remove: ["VIP"] });
    expect(await available()).toBe(10);
    await tag({ add: ["VIP"] });
    expect(await available()).toBe(10);
  });

  test("lets its customer take part in what is for tagged ones, from then on", async () => {
    await pays("customer_tag", 5, {
      settings: { tag: "guest" },
      conditions: { customer_settings: { apply_to: "tagged", tags: ["club"] } },
    });
    await tag({ add: ["guest"] });
    expect(await available()).toBe(0);
    const other = await loyalCustomer(shop);
    await shop.control(`customers/${other.cid}/tags`, { add: ["club"] });
    await shop.control(`customers/${other.cid}/tags`, { add: ["guest"] });
    await shop.quiet();
    expect((await other.points()).available).toBe(5);
  });

  test("that is told three times, late and in another order is one fact of its first day", async () => {
    await pays("customer_tag", 10, { settings: { tag: "VIP" } });
    const at = (day: number) => `2026-0${day}-01T10:00:00Z`;
    for (const day of [3, 1, 2, 1]) {
      const payload = {
        customerId: `gid://shopify/Customer/${customer.cid}`,
        ...{ tags: ["VIP"], occurredAt: at(day) },
      };
      const { status } = await deliverWebhook(testApp, shop, {
        topic: "customer.tags_added",
        payload,
      });
      expect(status).toBe(200);
      await shop.quiet();
    }
    const got = (await facts()).filter(({ kind }) => kind === "tag");
    expect(got).toMatchObject([{ key: "VIP", happenedAt: new Date(at(1)) }]);
    expect(await available()).toBe(10);
  });

  test("of a customer whom the store does not have is nobody's", async () => {
    const other = await testApp.createShop();
    const stranger = (await other.control("customers", {})).body.cid + 5_000;
    const payload = {
      customerId: `gid://shopify/Customer/${stranger}`,
      ...{ tags: ["VIP"], occurredAt: "2026-01-01T10:00:00Z" },
    };
    const { status } = await deliverWebhook(testApp, shop, {
      topic: "customer.tags_added",
      payload,
    });
    expect(status).toBe(200);
    await shop.quiet();
    const { db, shop: row } = await shop.context();
    expect(await db.prisma.loyaltyFact.count({ where: { shopId: row.id } })).toBe(0);
  });
});

describe("consent to marketing", () => {
  test("by email is rewarded once, when it is confirmed, and taking it back takes nothing back", async () => {
    await pays("email_subscription", 20);
    await agree({ email: "pending" });
    expect(await available()).toBe(0);
    await agree({ email: "subscribed" });
    expect(await available()).toBe(20);
    await agree({ email: "unsubscribed" });
    await agree({ email: "subscribed" });
    expect(await available()).toBe(20);
  });

  test("by text message is another one", async () => {
    await pays("email_subscription", 20);
    await pays("sms_subscription", 7);
    await agree({ sms: "subscribed" });
    expect(await available()).toBe(7);
    await agree({ email: "subscribed", sms: "unsubscribed" });
    expect(await available()).toBe(27);
  });

  test("that is delivered three times and in another order is rewarded once", async () => {
    await pays("email_subscription", 20);
    await shop.control("webhooks", { duplicate: 2, reorder: true });
    await agree({ email: "pending" });
    await agree({ email: "subscribed" });
    expect(await available()).toBe(20);
    expect(await facts()).toHaveLength(1);
  });

  test("counts from the rule's first day on", async () => {
    await agree({ email: "subscribed" });
    await pays("email_subscription", 20, { startDate: "2099-01-01" });
    await pays("email_subscription", 3);
    await shop.quiet();
    expect(await available()).toBe(3);
  });
});

test("what an erased customer did is erased, and what they got stays", async () => {
  await pays("customer_tag", 10, { settings: { tag: "VIP" } });
  await tag({ add: ["VIP"] });
  const id = await customer.id();
  await deliverWebhook(testApp, shop, {
    topic: "customers/redact",
    payload: { customer: { id: customer.cid } },
  });
  await shop.quiet();
  await tag({ add: ["other"] });
  const { db, shop: row } = await shop.context();
  expect(await db.prisma.loyaltyFact.count({ where: { shopId: row.id, customerId: id } })).toBe(0);
  expect((await customer.points()).available).toBe(10);
});
