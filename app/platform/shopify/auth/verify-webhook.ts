import { createHmac, timingSafeEqual } from "node:crypto";
import { readInstant } from "#app/lib/instants.ts";
import { readPlatformJson } from "../platform-json.ts";
import { isShopDomain } from "../shop-domain.ts";

export interface WebhookDelivery {
  /** The body as it came, before anything has read it. */
  rawBody: string | Uint8Array;
  headers: Headers;
  /** The app's client secret. */
  secret: string;
}

/** Of SHA-256. */
const HMAC_BYTES = 32;

/** The platform's are UUIDs. */
const maxWebhookIdLength = 255;

export type WebhookError =
  | "hmac_missing"
  | "hmac_wrong"
  | "topic_missing"
  | "shop_missing"
  | "webhook_id_missing"
  | "payload_unreadable";

export interface VerifiedWebhook {
  ok: true;
  /** As subscribed, for example `subscription_contracts/update`. */
  topic: string;
  shopDomain: string;
  /** Names the delivery: the same again when the platform sends it again. */
  webhookId: string;
  /** Identifies the event: the same in every delivery and topic about it. */
  eventId: string | null;
  apiVersion: string | null;
  triggeredAt: Date | null;
  payload: unknown;
}

/** What the headers of a delivery say of it. They are not signed; the platform signs only the body. */
type WebhookHeaders = Pick<VerifiedWebhook, "ok" | "topic" | "shopDomain" | "webhookId"> & {
  hmac: Buffer;
};

/** Reads what every delivery of the platform's says in its headers: one that lacks any of it is refused before its body has come. */
export function readWebhookHeaders(
  headers: Headers,
): WebhookHeaders | { ok: false; reason: WebhookError } {
  const sent = headers.get("x-shopify-hmac-sha256");
  if (sent === null || sent === "") return rejected("hmac_missing");
  const hmac = Buffer.from(sent, "base64");
  if (hmac.length !== HMAC_BYTES) return rejected("hmac_wrong");
  const topic = headers.get("x-shopify-topic");
  if (!topic) return rejected("topic_missing");
  const shopDomain = headers.get("x-shopify-shop-domain");
  if (!isShopDomain(shopDomain)) return rejected("shop_missing");
  const webhookId = headers.get("x-shopify-webhook-id");
  if (!webhookId || webhookId.length > maxWebhookIdLength) return rejected("webhook_id_missing");
  return { ok: true, hmac, topic, shopDomain, webhookId };
}

/** Says whether a delivery is the platform's, and what it is. The body is not parsed before its signature holds. */
export function verifyWebhook(
  delivery: WebhookDelivery,
): VerifiedWebhook | { ok: false; reason: WebhookError } {
  const { rawBody, headers, secret } = delivery;
  const said = readWebhookHeaders(headers);
  if (!said.ok) return said;
  const { hmac, topic, shopDomain, webhookId } = said;
  const bytes = typeof rawBody === "string" ? Buffer.from(rawBody, "utf8") : rawBody;
  if (!isHmac(hmac, bytes, secret)) return rejected("hmac_wrong");
  const payload = readJson(bytes);
  if (payload === undefined) return rejected("payload_unreadable");
  return {
    ok: true,
    topic,
    shopDomain,
    webhookId,
    eventId: headers.get("x-shopify-event-id"),
    apiVersion: headers.get("x-shopify-api-version"),
    triggeredAt: readTriggeredAt(headers.get("x-shopify-triggered-at")),
    payload,
  };
}

/** Compares the bytes of the digest, so padding and line ends of the base64 text do not matter. */
function isHmac(given: Buffer, bytes: Uint8Array, secret: string): boolean {
  const expected = createHmac("sha256", secret).update(bytes).digest();
  return timingSafeEqual(given, expected);
}

function readJson(bytes: Uint8Array): unknown {
  try {
    return readPlatformJson(new TextDecoder().decode(bytes));
  } catch {
    return undefined;
  }
}

/** Null for what is no instant of our time. */
function readTriggeredAt(text: string | null): Date | null {
  const instant = readInstant(text ?? "");
  return instant && instant.getUTCFullYear() >= 2000 ? instant : null;
}

function rejected(reason: WebhookError): { ok: false; reason: WebhookError } {
  return { ok: false, reason };
}
