import { getHmac } from "@shopify/shopify-api/test-helpers";
import { describe, expect, test } from "vitest";
import { createLogger } from "#app/lib/log.ts";
import { createShopifySdk } from "#app/platform/shopify/auth/shopify-sdk.ts";
import { verifyWebhook } from "#app/platform/shopify/auth/verify-webhook.ts";

const secret = "a-secret-of-the-app";
const payload = { id: 1, note: "Zürich — 東京" };
const rawBody = JSON.stringify(payload);

function deliveryHeaders(changes: Record<string, string | null> = {}): Headers {
  const headers = new Headers({
    "X-Shopify-Hmac-Sha256": getHmac(rawBody, secret),
    "X-Shopify-Topic": "subscription_contracts/update",
    "X-Shopify-Shop-Domain": "a-store.myshopify.com",
    "X-Shopify-Webhook-Id": "delivery-1",
    "X-Shopify-Event-Id": "event-1",
    "X-Shopify-API-Version": "2026-10",
    "X-Shopify-Triggered-At": "2026-11-21T10:00:00.123456789Z",
  });
  for (const [name, value] of Object.entries(changes)) {
    if (value === null) headers.delete(name);
    else headers.set(name, value);
  }
  return headers;
}

describe("webhooks of the platform", () => {
  test("a delivery signed by the SDK's own helper is taken, with everything that it says", () => {
    const verified = verifyWebhook({ rawBody, headers: deliveryHeaders(), secret });
    expect(verified).toEqual({
      ok: true,
      topic: "subscription_contracts/update",
      shopDomain: "a-store.myshopify.com",
      webhookId: "delivery-1",
      eventId: "event-1",
      apiVersion: "2026-10",
      triggeredAt: new Date("2026-11-21T10:00:00.123Z"),
      payload,
    });
  });

  test("the raw bytes verify as well as their text", () => {
    const bytes = new TextEncoder().encode(rawBody);
    expect(verifyWebhook({ rawBody: bytes, headers: deliveryHeaders(), secret }).ok).toBe(true);
  });

  test.each([
    ["no signature", { "x-shopify-hmac-sha256": null }, rawBody, "hmac_missing"],
    ["an empty signature", { "x-shopify-hmac-sha256": "" }, rawBody, "hmac_missing"],
    ["a signature that is none", { "x-shopify-hmac-sha256": "äöü" }, rawBody, "hmac_wrong"],
    ["another secret", { "x-shopify-hmac-sha256": getHmac(rawBody, "x") }, rawBody, "hmac_wrong"],
    ["a body with one more space", {}, `${rawBody} `, "hmac_wrong"],
    ["an empty body", {}, "", "hmac_wrong"],
    ["no topic", { "x-shopify-topic": null }, rawBody, "topic_missing"],
    ["no shop", { "x-shopify-shop-domain": null }, rawBody, "shop_missing"],
    ["a shop elsewhere", { "x-shopify-shop-domain": "a.example" }, rawBody, "shop_missing"],
    ["no delivery id", { "x-shopify-webhook-id": null }, rawBody, "webhook_id_missing"],
  ])("%s is refused by name", (_title, changes, body, reason) => {
    const headers = deliveryHeaders(changes);
    expect(verifyWebhook({ rawBody: body, headers, secret })).toEqual({ ok: false, reason });
  });

  test("a signed body that is no JSON is refused, and an unreadable instant is none", () => {
    const headers = deliveryHeaders({
      "x-shopify-hmac-sha256": getHmac("not json", secret),
      "x-shopify-triggered-at": "yesterday",
    });
    expect(verifyWebhook({ rawBody: "not json", headers, secret })).toMatchObject({
      reason: "payload_unreadable",
    });
    const unreadable = deliveryHeaders({ "x-shopify-triggered-at": "yesterday" });
    expect(verifyWebhook({ rawBody, headers: unreadable, secret })).toMatchObject({
      ok: true,
      triggeredAt: null,
    });
  });

  test("the SDK comes to the same end on each of them", async () => {
    const sdk = createShopifySdk({
      apiKey: "key",
      apiSecret: secret,
      appUrl: "https://app.example",
      devstoreUrl: null,
      log: createLogger("silent", {}),
    });
    for (const changes of [{}, { "x-shopify-hmac-sha256": getHmac(rawBody, "x") }]) {
      const headers = deliveryHeaders(changes);
      const rawRequest = new Request("https://app.example/webhooks/x", {
        method: "POST",
        headers,
        body: rawBody,
      });
      const { valid } = await sdk.webhooks.validate({ rawBody, rawRequest });
      expect(verifyWebhook({ rawBody, headers, secret }).ok).toBe(valid);
    }
  });
});
