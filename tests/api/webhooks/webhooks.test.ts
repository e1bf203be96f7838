import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { uploadLoyaltyFile } from "#app/domain/loyalty/files/upload-loyalty-file.ts";
import { uploadCreditFile } from "#app/domain/store-credit/files/upload-credit-file.ts";
import { WEBHOOK_TOPICS } from "#app/routes/webhooks/topics.ts";
import { createOffer } from "#tests/support/create-offer.ts";
import { type Delivery, deliverWebhook, storeOf } from "#tests/support/deliver-webhook.ts";
import { startTestApp, type TestApp } from "#tests/support/test-app.ts";
import { callJson, type TestShop } from "#tests/support/test-shop.ts";
import { uniqueNumber } from "#tests/support/unique-number.ts";

let testApp: TestApp;

beforeAll(async () => {
  testApp = await startTestApp();
});
afterAll(() => testApp.close());

const deliver = (to: TestShop, delivery: Delivery) => deliverWebhook(testApp, to, delivery);

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

  test("a signed body that is not what the topic promises is answered 400 and recorded nowhere", async () => {
    const shop = await testApp.createShop();
    const { db } = await shop.context();
    const long = `{"id":"${"9".repeat(99_999)}"}`;
    const bodies = ["null", "[[[", "1", '{"id":"x"}', '{"id":1e400}', long];
    for (const topic of Object.keys(WEBHOOK_TOPICS)) {
      for (const payload of bodies) {
        const webhookId = randomUUID();
        const { status } = await deliver(shop, { topic, payload, webhookId });
        const isTaken = topic === "app/scopes_update" && status === 200;
        expect(isTaken || (status >= 400 && status < 500), `${topic} ${payload.slice(0, 20)}`).toBe(
          true,
        );
        if (isTaken) continue;
        expect(await db.prisma.webhookReceipt.count({ where: { webhookId } })).toBe(0);
      }
    }
  });

  test("odd headers of a signed delivery are never a failure of ours", async () => {
    const shop = await testApp.createShop();
    const odd = [
      { "x-shopify-webhook-id": "x".repeat(5000) },
      { "x-shopify-triggered-at": "-000001-01-01T00:00:00Z" },
      { "x-shopify-triggered-at": "+275760-09-13T00:00:00Z" },
      { "x-shopify-triggered-at": "yesterday" },
      { "x-shopify-shop-domain": "nobody.myshopify.com" },
      { "x-shopify-shop-domain": "example.com" },
    ];
    for (const headers of odd) {
      const payload = { id: 1 };
      const { status } = await deliver(shop, { topic: "customers/update", payload, headers });
      expect(status, JSON.stringify(headers).slice(0, 80)).toBeLessThan(500);
    }
  });

  test("a captured body acts on no other store, and an order is no request to erase its customer", async () => {
    const shop = await testApp.createShop();
    const other = await testApp.createShop();
    const { cid } = await shop.createContract({ price: "15.00" });
    const customer = { id: cid };
    for (const topic of ["app/uninstalled", "customers/redact", "shop/redact"]) {
      const payload = { ...storeOf(topic, other), customer };
      expect((await deliver(shop, { topic, payload })).status, topic).toBe(400);
      const nobodys = JSON.stringify({ id: 1, customer });
      expect((await deliver(shop, { topic, payload: nobodys })).status, topic).toBe(400);
    }
    const foreign = { id: cid, myshopify_domain: other.domain };
    expect((await deliver(shop, { topic: "customers/update", payload: foreign })).status).toBe(400);
    const { db, shop: row } = await shop.context();
    expect(row.status).toBe("active");
    expect(await db.prisma.complianceRequest.count({ where: { shopId: row.id } })).toBe(0);
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

describe("API keys", () => {
  const isTaken = async (key: string) =>
    (
      await callJson(`${testApp.url}/api/v1/store-credits/1`, {
        headers: { authorization: `Bearer ${key}` },
      })
    ).status !== 401;

  test("end with the installation for good: a store that comes back makes new ones", async () => {
    const shop = await testApp.createShop();
    expect(await isTaken(shop.key)).toBe(true);
    await shop.control("uninstall");
    await shop.quiet();
    expect(await isTaken(shop.key)).toBe(false);
    await shop.reinstall();
    expect(await isTaken(shop.key)).toBe(false);
    expect(await isTaken(await shop.createKey(["core:read"]))).toBe(true);
  });

  test("of an earlier installation end too when the news of its end comes late", async () => {
    const shop = await testApp.createShop();
    const { db } = await shop.context();
    const beforeReturn = new Date();
    await db.prisma.shop.update({
      where: { domain: shop.domain },
      data: { connectedAt: new Date(beforeReturn.getTime() + 1) },
    });
    const made = await shop.createKey(["core:read"]);
    await deliver(shop, { topic: "app/uninstalled", triggeredAt: beforeReturn });
    expect((await shop.context()).shop.status).toBe("active");
    expect(await isTaken(shop.key)).toBe(false);
    expect(await isTaken(made)).toBe(true);
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
    expect(requests[0]?.result).toMatchObject({
      customer: {
        platformCustomerId: String(cid),
        subscriptions: [{ billingCycles: [], reactivations: [], priceChangeRows: [] }],
      },
    });
  });

  test("after customers/redact no table holds the person, and the ledger still balances", async () => {
    const shop = await testApp.createShop();
    const email = `person-${uniqueNumber()}@example.com`;
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

  test("what a data request collects for a person by their address alone is what erasing them clears", async () => {
    const shop = await testApp.createShop({ currency: "EUR" });
    const name = `jörg-${uniqueNumber()}`;
    const { cid } = (await shop.control("customers", { email: `${name}@xn--mller-kva.example` }))
      .body;
    const written = `${name}@MÜLLER.example`;
    await shop.act("orders/plain", { email: written, total: "7.00" });
    await shop.act("orders/plain", { email: `other-${written}`, total: "8.00" });
    const context = await shop.context();
    const merchant = { ...context, actor: { kind: "merchant", name: "Ada" } as const };
    const bytes = (text: string) => new TextEncoder().encode(text);
    const creditFile = `email,amount,type,reason\n${written},5.00,promotion,For a friend\n`;
    await uploadCreditFile(merchant, { name: "a.csv", bytes: bytes(creditFile) });
    const pointsFile = `email,points,reason\n${written},5,For a friend\n`;
    await uploadLoyaltyFile(merchant, { name: "b.csv", bytes: bytes(pointsFile) });
    await shop.quiet();

    const payload = { customer: { id: cid } };
    await deliver(shop, { topic: "customers/data_request", payload });
    await shop.quiet();
    const { db, shop: row } = context;
    const ofShop = { where: { shopId: row.id } };
    const request = await db.prisma.complianceRequest.findFirstOrThrow(ofShop);
    expect(request.result).toMatchObject({
      customer: {
        orders: [{ email: written }],
        creditFileLines: [{ email: written, amount: "5.00" }],
        loyaltyFileLines: [{ email: written, points: "5" }],
      },
    });

    await deliver(shop, { topic: "customers/redact", payload });
    await shop.quiet();
    const emails = [
      ...(await db.prisma.order.findMany(ofShop)),
      ...(await db.prisma.creditFileLine.findMany(ofShop)),
      ...(await db.prisma.loyaltyFileLine.findMany(ofShop)),
    ].flatMap(({ email }) => email || []);
    expect(emails).toEqual([`other-${written}`]);
  });

  test("customers/redact erases the person also where the address is written another way", async () => {
    const shop = await testApp.createShop();
    const name = `jörg-${uniqueNumber()}`;
    const email = `${name}@xn--mller-kva.example`;
    const { cid } = (await shop.control("customers", { email })).body;
    await shop.act("orders/plain", {
      email: `${name.toUpperCase()}@müller.example`,
      total: "1.00",
    });
    const { db, shop: row } = await shop.context();
    const query = { search: `${name}@MÜLLER.example` };
    const view = {
      shopId: row.id,
      list: "customers",
      name: "Theirs",
      query,
      createdAt: new Date(),
    };
    await db.prisma.savedView.create({ data: view });
    await deliver(shop, { topic: "customers/redact", payload: { customer: { id: cid } } });
    await shop.quiet();
    const ofShop = { where: { shopId: row.id } };
    const orders = await db.prisma.order.findMany(ofShop);
    expect(orders.map((order) => order.email)).toEqual([null]);
    const views = await db.prisma.savedView.findMany(ofShop);
    expect(views.map((one) => one.query)).toEqual([{}]);
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
