import type { IncomingHttpHeaders } from "node:http";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { documentOf } from "./admin-documents.ts";
import { gid, type PlatformShop, platformShop } from "./platform-shop.ts";
import { startReceiver, type WebhookReceiver } from "./webhook-receiver.ts";

let app: WebhookReceiver;
let shop: PlatformShop;

beforeEach(async () => {
  app = await startReceiver();
  shop = await platformShop({ app_url: app.url });
});

afterEach(async () => {
  await app.close();
});

const flush = () => shop.control("webhooks/flush");
const topics = () => app.received.map((one) => one.topic);
const bodyOf = (topic: string) =>
  JSON.parse(app.received.find((one) => one.topic === topic)?.body ?? "{}");

async function newContract(): Promise<{ id: string; number: number; cid: number }> {
  const { body } = await shop.control("contracts");
  await flush();
  app.received.length = 0;
  const number = body.contract_id;
  return { id: gid("SubscriptionContract", number), number, cid: body.cid };
}

describe("a delivery", () => {
  test("is accepted by the SDK, and refused once a byte of it has changed", async () => {
    await shop.control("customers", { email: "someone@example.com", first_name: "Zoë" });
    await flush();
    const [delivery] = app.received;
    expect(delivery?.path).toBe("/webhooks/customers-create");
    expect(await validated(delivery?.body ?? "", delivery?.headers ?? {})).toMatchObject({
      valid: true,
      topic: "CUSTOMERS_CREATE",
      domain: shop.domain,
      apiVersion: "2026-10",
      webhookId: delivery?.webhookId,
    });
    expect(await validated(`${delivery?.body} `, delivery?.headers ?? {})).toMatchObject({
      valid: false,
      reason: "invalid_hmac",
    });
    expect(JSON.parse(delivery?.body ?? "{}")).toMatchObject({ first_name: "Zoë" });
  });

  test("names shop, event, time and version in its headers", async () => {
    await shop.control("customers");
    await flush();
    const headers = app.received[0]?.headers ?? {};
    expect(headers["x-shopify-shop-domain"]).toBe(shop.domain);
    expect(headers["x-shopify-event-id"]).toMatch(/^[0-9a-f-]{36}$/);
    expect(headers["x-shopify-api-version"]).toBe("2026-10");
    expect(Date.parse(String(headers["x-shopify-triggered-at"]))).not.toBeNaN();
    expect(headers["content-type"]).toBe("application/json");
  });

  test("of a contract carries numbers, global ids and lower-case states", async () => {
    const contract = await newContract();
    await shop.data(documentOf("cancel"), { id: contract.id });
    await flush();
    expect(topics().sort()).toEqual([
      ...["subscription_contracts/cancel", "subscription_contracts/update"],
    ]);
    expect(bodyOf("subscription_contracts/cancel")).toMatchObject({
      id: contract.number,
      admin_graphql_api_id: contract.id,
      customer_id: contract.cid,
      admin_graphql_api_customer_id: gid("Customer", contract.cid),
      status: "cancelled",
      currency_code: "EUR",
      billing_policy: { interval: "month", interval_count: 1 },
      revision_id: "2",
    });
  });

  test("is sent beside others of its moment, so that none waits until the app has answered another", async () => {
    await shop.control("webhooks", { delay_ms: 60_000 });
    for (let number = 0; number < 8; number += 1) await shop.control("customers");
    app.answerTogether(8);
    expect((await flush()).body).toEqual({ delivered: 8, failed: 0 });
  });

  test("tells how a billing attempt ended", async () => {
    const contract = await newContract();
    const result = "INSUFFICIENT_FUNDS";
    await shop.control(`contracts/${contract.number}/next-payment`, { result });
    const charge = (idempotencyKey: string) =>
      shop.data(documentOf("charge"), { id: contract.id, input: { idempotencyKey } });
    await charge("one");
    await flush();
    await charge("two");
    await flush();
    const [failure, success] = app.received
      .filter((one) => one.topic.startsWith("subscription_billing_attempts/"))
      .map((one) => ({ topic: one.topic, body: JSON.parse(one.body) }));
    expect(failure?.topic).toBe("subscription_billing_attempts/failure");
    expect(failure?.body).toMatchObject({
      idempotency_key: "one",
      order_id: null,
      error_code: "insufficient_funds",
      subscription_contract_id: contract.number,
      ready: true,
    });
    expect(success?.topic).toBe("subscription_billing_attempts/success");
    expect(success?.body.admin_graphql_api_order_id).toBe(gid("Order", success?.body.order_id));
  });
});

/** The SDK's own check, on the request as it came. */
async function validated(rawBody: string, headers: IncomingHttpHeaders) {
  const sent = { method: "POST", headers: headers as Record<string, string> };
  const rawRequest = new Request("https://app.example/webhooks", sent);
  return shop.sdk.webhooks.validate({ rawBody, rawRequest });
}

describe("a delivery that fails", () => {
  test("is not sent about a contract of another app", async () => {
    const { cid } = await newContract();
    await shop.control("contracts", { cid, other_app: true, order: false });
    await flush();
    expect(app.received).toEqual([]);
  });

  test("is tried again with the same id until the app takes it", async () => {
    app.answerWith(500);
    await shop.control("customers");
    expect((await flush()).body).toEqual({ delivered: 0, failed: 1 });
    expect((await flush()).body).toEqual({ delivered: 0, failed: 1 });
    app.answerWith(200);
    expect((await flush()).body).toEqual({ delivered: 1, failed: 0 });
    expect(app.received.length).toBeGreaterThanOrEqual(3);
    expect(new Set(app.received.map((one) => one.webhookId)).size).toBe(1);
    const { body } = await shop.look("webhooks");
    expect(body.deliveries[0]).toMatchObject({ status: "delivered", last_status: 200 });
  });

  test("is given up after eight further tries, and is listed as failed", async () => {
    app.answerWith(401);
    await shop.control("customers");
    for (let attempt = 0; attempt < 9; attempt += 1) await flush();
    expect(app.received).toHaveLength(9);
    const { body } = await shop.look("webhooks");
    expect(body.deliveries[0]).toMatchObject({ status: "failed", attempts: 9, last_status: 401 });
  });

  test("goes out by itself, without anybody flushing", async () => {
    await shop.control("customers");
    await expect.poll(() => app.received.length).toBe(1);
  });

  test("never leaves this machine, whatever address the app asked for", async () => {
    const input = { uri: "https://example.com/hooks" };
    await shop.data(documentOf("webhookCreate"), { topic: "CUSTOMERS_CREATE", input });
    await shop.control("customers");
    await flush();
    const { body } = await shop.look("webhooks");
    const outside = body.deliveries.find((one: { uri: string }) => one.uri === input.uri);
    expect(outside.last_error).toBe("example.com is not on this machine");
  });
});

describe("on demand", () => {
  test("each delivery comes several times under one id", async () => {
    await shop.control("webhooks", { duplicate: 2 });
    await shop.control("customers");
    await flush();
    expect(app.received).toHaveLength(3);
    expect(new Set(app.received.map((one) => one.webhookId)).size).toBe(1);
    expect(new Set(app.received.map((one) => one.body)).size).toBe(1);
  });

  test("deliveries come in another order than they happened", async () => {
    await shop.control("webhooks", { reorder: true, delay_ms: 60_000 });
    for (const name of ["first", "second", "third"]) {
      await shop.control("customers", { first_name: name });
    }
    await flush();
    const names = app.received.map((one) => JSON.parse(one.body).first_name);
    expect(names).toEqual(["third", "second", "first"]);
  });

  test("deliveries are held back, and a flush sends them all the same", async () => {
    await shop.control("webhooks", { delay_ms: 60_000 });
    await shop.control("customers");
    expect((await shop.look("state")).body.counts.webhooks_waiting).toBe(1);
    expect((await flush()).body.delivered).toBe(1);
  });
});

describe("which topics are sent", () => {
  test("those of shopify.app.toml, and those the app asked for with a filter", async () => {
    const fields = ["first_name", "id"];
    const input = { uri: `${app.url}/vip`, filter: "first_name:Vip", includeFields: fields };
    await shop.data(documentOf("webhookCreate"), { topic: "CUSTOMERS_CREATE", input });
    await shop.control("customers", { first_name: "Plain" });
    await shop.control("customers", { first_name: "Vip" });
    await flush();
    const own = app.received.filter((one) => one.path === "/vip");
    expect(own).toHaveLength(1);
    expect(Object.keys(JSON.parse(own[0]?.body ?? "{}")).sort()).toEqual(fields);
    expect(app.received.filter((one) => one.path === "/webhooks/customers-create")).toHaveLength(2);
  });

  test("compliance topics come also after the app was removed; others no more", async () => {
    const { body } = await shop.control("customers");
    await flush();
    app.received.length = 0;
    await shop.control("uninstall");
    expect(topics()).toEqual(["app/uninstalled"]);
    await shop.control("customers");
    await shop.control("compliance", { topic: "shop/redact" });
    await shop.control("compliance", { topic: "customers/redact", cid: body.cid });
    expect(topics()).toEqual(["app/uninstalled", "shop/redact", "customers/redact"]);
    expect(JSON.parse(app.received[2]?.body ?? "{}")).toMatchObject({
      shop_domain: shop.domain,
      customer: { id: body.cid },
      orders_to_redact: [],
    });
  });

  test("an unknown compliance topic is refused", async () => {
    const answer = await shop.control("compliance", { topic: "shop/celebrate" });
    expect(answer.status).toBe(422);
  });
});

describe("what nobody has ordered", () => {
  test("announces a store's changed settings, with all that it then has", async () => {
    const { status, body } = await shop.control("shop", {
      ...{ name: "Moved", email: "moved@example.com", timezone: "Asia/Tokyo", currency: "JPY" },
    });
    expect(status).toBe(200);
    expect(body).toMatchObject({ name: "Moved", timezone: "Asia/Tokyo", currency: "JPY" });
    await flush();
    const [told] = app.received;
    expect(told).toMatchObject({ topic: "shop/update", path: "/webhooks/shop-update" });
    expect(JSON.parse(told?.body ?? "")).toMatchObject({
      ...{ name: "Moved", email: "moved@example.com", iana_timezone: "Asia/Tokyo" },
      ...{ currency: "JPY", myshopify_domain: shop.domain },
    });
    const facts = await shop.data("{ shop { name contactEmail ianaTimezone currencyCode } }");
    expect(facts.shop).toEqual({
      ...{ name: "Moved", contactEmail: "moved@example.com" },
      ...{ ianaTimezone: "Asia/Tokyo", currencyCode: "JPY" },
    });
  });

  test("announces a payment method that is renewed or revoked, and changes no contract", async () => {
    const { number } = await newContract();
    const { body } = await shop.control(`contracts/${number}/payment-method`);
    await flush();
    app.received.length = 0;
    const method = { payment_method_id: body.payment_method_id };
    await shop.control("payment-methods/renew", { contract_id: number, expires: "2098-03" });
    await shop.control("payment-methods/revoke", method);
    expect((await shop.control("payment-methods/renew", method)).status).toBe(422);
    await flush();
    expect(topics().sort()).toEqual([
      ...["customer_payment_methods/revoke", "customer_payment_methods/update"],
    ]);
    expect(bodyOf("customer_payment_methods/update")).toMatchObject({
      admin_graphql_api_id: `gid://shopify/CustomerPaymentMethod/${body.payment_method_id}`,
      payment_instrument: { last_digits: "4242", month: 3, year: 2098 },
    });
  });
});
