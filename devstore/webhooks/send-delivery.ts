import { createHmac } from "node:crypto";
import type { DevWebhookDelivery } from "../state/webhook.ts";

/** The platform waits this long for an answer. */
const answerWithinMs = 5000;

export interface SendOutcome {
  status: number | null;
  /** Null when the app took it. */
  error: string | null;
}

export interface SendTarget {
  shop: string;
  appUrl: string | null;
  secret: string;
}

/** Posts one delivery, signed as the platform signs; never throws, since a failure is an outcome. */
export async function sendDelivery(
  delivery: DevWebhookDelivery,
  target: SendTarget,
): Promise<SendOutcome> {
  const address = addressOf(delivery.uri, target.appUrl);
  if (typeof address === "string") return { status: null, error: address };
  try {
    const response = await fetch(address, {
      method: "POST",
      headers: webhookHeaders(delivery, target),
      body: delivery.payload,
      redirect: "manual",
      signal: AbortSignal.timeout(answerWithinMs),
    });
    await response.arrayBuffer();
    return {
      status: response.status,
      error: response.ok ? null : `answered ${response.status}`,
    };
  } catch (error) {
    const timedOut = error instanceof Error && error.name === "TimeoutError";
    return {
      status: null,
      error: timedOut ? `no answer within ${answerWithinMs} ms` : "could not be reached",
    };
  }
}

function webhookHeaders(delivery: DevWebhookDelivery, target: SendTarget): Record<string, string> {
  return {
    "content-type": "application/json",
    "user-agent": "Shopify-Captain-Hook",
    "x-shopify-topic": delivery.topic,
    "x-shopify-shop-domain": target.shop,
    "x-shopify-webhook-id": delivery.webhookId,
    "x-shopify-event-id": delivery.eventId,
    "x-shopify-api-version": delivery.apiVersion,
    "x-shopify-triggered-at": delivery.triggeredAt,
    "x-shopify-hmac-sha256": createHmac("sha256", target.secret)
      .update(delivery.payload, "utf8")
      .digest("base64"),
  };
}

/** Only this machine is ever called: a shop of the development store has no business elsewhere. */
function addressOf(uri: string, appUrl: string | null): URL | string {
  if (appUrl === null) return "the shop has no app address";
  const address = new URL(uri, `${appUrl}/`);
  const own = address.origin === new URL(appUrl).origin;
  const loopback = ["127.0.0.1", "localhost", "[::1]"].includes(address.hostname);
  return own || loopback ? address : `${address.hostname} is not on this machine`;
}
