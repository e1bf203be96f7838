import { createHmac, randomUUID } from "node:crypto";
import type { TestApp } from "./test-app.ts";
import { callJson, type TestShop } from "./test-shop.ts";

export interface Delivery {
  topic: string;
  /** An object, or the body as text. What names the store is added to an object. */
  payload?: object | string;
  webhookId?: string;
  triggeredAt?: Date;
  secret?: string;
  headers?: Record<string, string>;
}

/** What the bodies of the topics that cannot be taken back say of their store. */
export function storeOf(topic: string, shop: Pick<TestShop, "domain">): object {
  if (topic === "app/uninstalled") return { myshopify_domain: shop.domain };
  return /redact|data_request/.test(topic) ? { shop_domain: shop.domain } : {};
}

/** Delivers a webhook by hand, signed as the platform signs. */
export function deliverWebhook(testApp: TestApp, shop: TestShop, delivery: Delivery) {
  const body =
    typeof delivery.payload === "string"
      ? delivery.payload
      : JSON.stringify({ ...storeOf(delivery.topic, shop), ...delivery.payload });
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
