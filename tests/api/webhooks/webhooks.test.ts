import { createHmac, randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { WEBHOOK_TOPICS } from "#app/routes/webhooks/topics.ts";
import { createOffer } from "#tests/support/create-offer.ts";
import { startTestApp, type TestApp } from "#tests/support/test-app.ts";
import { callJson, type TestShop } from "#tests/support/test-shop.ts";

let testApp: TestApp;

beforeAll(async () => {
  testApp = await startTestApp();
});
afterAll(() => testApp.close());

interface Delivery {
  topic: string;
  payload?: unknown;
  webhookId?: string;
  triggeredAt?: Date;
  secret?: string;
  headers?: Record<string, string>;
}

/** Delivers a webhook by hand, signed as the platform signs. */
function deliver(shop: TestShop, delivery: Delivery) {
  const body = JSON.stringify(delivery.payload ?? {});
  const secret = delivery.secret ?? testApp.environment.SHOPIFY_API_SECRET;
  return callJson(`${testApp.url}/webhooks/${delivery.topic.replaceAll(/[/_]/g, "-")}`, {
    method: "POST",
    headers: {
      "content-type": "application/json",
      "x-shopify-topic": delivery.topic,
      "x-shopify-shop-domain": shop.domain,
      "x-shopify-webhook-id": delivery.webhookId ?? randomUUID(),
      "x-shopify-event-id": randomUUID(),
      "x-shopify-api-version": "2026-10",
      "x-shopify-triggered-at": (delivery.triggeredAt ?? new Date()).toISOString(),
      "x-shopify-hmac-sha256": createHmac("sha256", secret).update(body).digest("base64"),
      ...delivery.headers,
    },
    body,
  });
}

const rowOf = async (shop: TestShop, contractId: number) => {
  const { db, shop: row } = await shop.context();
  return db.prisma.subscription.findFirstOrThrow({
    where: { shopId: row.id, platformContractId: BigInt(contractId) },
  });
};

describe("webhooks", () => {
  test("a false signature is 401 on every topic, the three compliance topics among them", async () => {
    const shop = await testApp.createShop();
    for (const topic of Object.keys(WEBHOOK_TOPICS)) {
      const { status } = await deliver(shop, { topic, secret: "a-secret-of-somebody-else" });
      expect(status, topic).toBe(401);
    }
    expect((await shop.context()).shop.status).toBe("active");
  });

  test("what is signed for one topic is not taken at another topic's address", async () => {
    const shop = await testApp.createShop();
    const { status } = await deliver(shop, {
      topic: "customers/redact",
      headers: { "x-shopify-topic": "customers/update" },
    });
    expect(status).toBe(400);
  });

  test("each delivered five times, shuffled and late: the same state as once in order", async () => {
    const shop = await testApp.createShop();
    await shop.control("webhooks", { duplicate: 4, reorder: true });
    const { cid, contractId } = await shop.createContract({ price: "15.00" });
    const offerId = await createOffer(shop, {
      type: "discount_price",
      discount_type: "percentage",
      discount_value: 20,
      cycles: 3,
    });
    const { flow_id } = (
      await shop.proxy(`/storefront/cancel-flow/${contractId}/reason`, {
        cid,
        body: { reason: "other" },
      })
    ).body;
    await shop.proxy(`/membership/churn/${contractId}/offers/${offerId}/activation`, {
      key: shop.key,
      method: "POST",
    });
    await shop.proxy(`/storefront/cancel-flow/${contractId}/cancel`, { cid, body: { flow_id } });
    await shop.quiet();
    const row = await rowOf(shop, contractId);
    expect(row).toMatchObject({ status: "cancelled", cancelReason: "other" });
    const { db } = await shop.context();
    const applied = await db.prisma.appliedOffer.findMany({ where: { shopId: row.shopId } });
    expect(applied.map(({ state }) => state)).toEqual(["cancelled"]);
    const lines = await db.prisma.activity.findMany({
      where: { shopId: row.shopId, kind: "subscription.cancelled" },
    });
    expect(lines).toHaveLength(1);
  });

  test("a contract cancelled in the store's own admin is cancelled here too", async () => {
    const shop = await testApp.createShop();
    const { contractId } = await shop.createContract({ price: "15.00" });
    await (await shop.context()).platform.cancelContract(contractId, "merchant");
    await shop.quiet();
    expect(await rowOf(shop, contractId)).toMatchObject({
      status: "cancelled",
      nextBillingAt: null,
      cancelledAt: expect.any(Date),
      endsAt: expect.any(Date),
    });
  });

  test("an address of no topic is 404", async () => {
    const shop = await testApp.createShop();
    expect((await deliver(shop, { topic: "orders/eaten" })).status).toBe(404);
  });

  test("a payload that is not what the topic promises is answered 400 and recorded nowhere", async () => {
    const shop = await testApp.createShop();
    const webhookId = randomUUID();
    const delivery = { topic: "subscription_contracts/update", payload: { id: "x" }, webhookId };
    expect((await deliver(shop, delivery)).status).toBe(400);
    const { db } = await shop.context();
    expect(await db.prisma.webhookReceipt.count({ where: { webhookId } })).toBe(0);
  });
});

describe("uninstalling", () => {
  test("closes the store, throws its tokens away, and a reinstallation opens it again with its settings", async () => {
    const shop = await testApp.createShop();
    await createOffer(
      shop,
      { type: "add_store_credits", credit_amount: "5.00", expires_in_days: null },
      "Kept",
    );
    await shop.control("uninstall");
    await shop.quiet();
    const closed = await shop.context();
    expect(closed.shop.status).toBe("uninstalled");
    expect(await closed.db.prisma.session.count({ where: { shopDomain: shop.domain } })).toBe(0);

    await shop.reinstall();
    const open = await shop.context();
    expect(open.shop.status).toBe("active");
    const offers = { shopId: open.shop.id, name: "Kept" };
    expect(await open.db.prisma.churnOffer.count({ where: offers })).toBe(1);
  });

  test("late news of an uninstall do nothing to a store that has been opened since", async () => {
    const shop = await testApp.createShop();
    const anHourAgo = new Date(Date.now() - 3_600_000);
    await deliver(shop, { topic: "app/uninstalled", triggeredAt: anHourAgo });
    expect((await shop.context()).shop.status).toBe("active");
  });
});

describe("compliance", () => {
  test("a data request is recorded once and collects what is kept about the person", async () => {
    const shop = await testApp.createShop();
    const { cid } = await shop.createContract({ price: "15.00" });
    const webhookId = randomUUID();
    const request = {
      topic: "customers/data_request",
      payload: { customer: { id: cid } },
      webhookId,
    };
    expect((await deliver(shop, request)).status).toBe(200);
    expect((await deliver(shop, request)).status).toBe(200);
    await shop.quiet();
    const { db, shop: row } = await shop.context();
    const requests = await db.prisma.complianceRequest.findMany({ where: { shopId: row.id } });
    expect(requests).toHaveLength(1);
    expect(requests[0]?.completedAt).not.toBeNull();
    expect(JSON.stringify(requests[0]?.result)).toContain(String(cid));
  });

  test("after customers/redact no table holds the person, and the ledger still balances", async () => {
    const shop = await testApp.createShop();
    const email = `${randomUUID()}@example.com`;
    const { body: person } = await shop.control("customers", { email });
    const { cid, contractId } = await shop.createContract({ cid: person.cid, price: "15.00" });
    const { db, shop: row } = await shop.context();
    const customer = await db.prisma.customer.findFirstOrThrow({
      where: { shopId: row.id, platformCustomerId: BigInt(cid) },
    });
    expect(customer.email).toBe(email);
    const note = `Call me: ${email}`;
    const body = { reason: "other", note };
    await shop.proxy(`/storefront/cancel-flow/${contractId}/reason`, { cid, body });
    const payload = { customer: { id: cid } };
    await deliver(shop, { topic: "customers/data_request", payload });
    await shop.quiet();
    await deliver(shop, { topic: "customers/redact", payload });
    await shop.quiet();

    const { rows: tables } = await db.pool.query<{ name: string }>(
      "SELECT table_name AS name FROM information_schema.tables WHERE table_schema = 'public'",
    );
    for (const { name } of tables) {
      const found = await db.pool.query(
        `SELECT count(*)::int AS hits FROM "${name}" t WHERE t::text ILIKE '%' || $1 || '%'`,
        [email],
      );
      expect(found.rows[0].hits, name).toBe(0);
    }
    await deliver(shop, { topic: "customers/update", payload: { id: cid } });
    await shop.quiet();
    const after = await db.prisma.customer.findFirstOrThrow({
      where: { shopId: row.id, platformCustomerId: BigInt(cid) },
    });
    expect(after).toMatchObject({ email: null, firstName: null, lastName: null });
  });

  test("shop/redact erases a store that has left, and leaves one that is open alone", async () => {
    const shop = await testApp.createShop();
    await shop.createContract({ price: "15.00" });
    await deliver(shop, { topic: "shop/redact" });
    await shop.quiet();
    const open = await shop.context();
    expect(await open.db.prisma.customer.count({ where: { shopId: open.shop.id } })).toBe(1);

    await shop.control("uninstall");
    await shop.quiet();
    await deliver(shop, { topic: "shop/redact" });
    await shop.quiet();
    const { db, shop: row } = await shop.context();
    expect(row.status).toBe("redacted");
    expect(await db.prisma.customer.count({ where: { shopId: row.id } })).toBe(0);
    expect(await db.prisma.apiKey.count({ where: { shopId: row.id } })).toBe(0);
  });
});
