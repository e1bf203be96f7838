import type { z } from "zod";
import { findShopByDomain } from "#app/domain/shops/open-shop.ts";
import type { Shop } from "#app/domain/shops/shop.ts";
import { isAppError } from "#app/lib/app-error.ts";
import type { Queries } from "#app/lib/db.ts";
import { type VerifiedWebhook, verifyWebhook } from "#app/platform/shopify/auth/verify-webhook.ts";
import type { ApiArguments, ApiContext } from "./api-context.ts";
import { readBodyText } from "./read-body.ts";
import { jsonResponse } from "./respond.ts";
import { logUnexpected } from "./unexpected-error.ts";
import { isBodyOfStore } from "./webhook-store.ts";

const MAX_WEBHOOK_BYTES = 1024 * 1024;

/** One delivery, taken in for the first time. */
export interface IncomingWebhook<P = unknown> {
  readonly shop: Shop;
  readonly webhookId: string;
  readonly triggeredAt: Date;
  readonly payload: P;
}

/** What a topic's body holds, and what follows it in the transaction of the receipt. */
export interface WebhookTopic {
  readonly payload: z.ZodType;
  follow(tx: Queries, webhook: IncomingWebhook): Promise<void>;
}

/** Topics by the platform's names, as subscribed in `shopify.app.toml`. */
export type WebhookTopics = Readonly<Record<string, WebhookTopic>>;

/** Defines a topic: a few writes follow it, and jobs for the rest. */
export function defineTopic<P>(topic: {
  payload: z.ZodType<P>;
  follow(tx: Queries, webhook: IncomingWebhook<P>): Promise<void>;
}): WebhookTopic {
  return {
    payload: topic.payload,
    follow: (tx, webhook) => topic.follow(tx, webhook as IncomingWebhook<P>),
  };
}

/** The last part of a topic's address: `orders-create` of `orders/create`. */
export function addressOfTopic(topic: string): string {
  return topic.replaceAll(/[/_]/g, "-");
}

/**
 * Makes the action behind the addresses of the platform's topics (route parameter `topic`): verify the raw
 * body, record the delivery, let the topic enqueue its work, answer. A delivery that comes twice is recorded
 * once; one that cannot be recorded answers 500, and the platform sends it again. A false signature is 401, a
 * body that is not the topic's, or is another store's, 400, an address of no topic 404.
 */
export function declareWebhooks(topics: WebhookTopics): (args: ApiArguments) => Promise<Response> {
  const named = new Map(Object.keys(topics).map((name) => [addressOfTopic(name), name]));
  return async ({ request, params, context }: ApiArguments): Promise<Response> => {
    const name = named.get(params.topic ?? "");
    const topic = name && topics[name];
    if (!topic) return jsonResponse(404, { message: "There is no such topic." });
    try {
      const rawBody = await readBodyText(request, MAX_WEBHOOK_BYTES);
      const verified = verifyWebhook({
        rawBody,
        headers: request.headers,
        secret: context.environment.SHOPIFY_API_SECRET,
      });
      if (!verified.ok) return jsonResponse(401, { message: verified.reason });
      if (verified.topic !== name) {
        return jsonResponse(400, { message: `This address takes ${name} only.` });
      }
      if (!isBodyOfStore(verified.topic, verified.payload, verified.shopDomain)) {
        return jsonResponse(400, {
          message: "The body does not belong to the store in the header.",
        });
      }
      const payload = topic.payload.safeParse(verified.payload);
      if (!payload.success) {
        return jsonResponse(400, { message: `The body is not that of ${name}.` });
      }
      await takeIn(context, topic, { ...verified, payload: payload.data });
      return jsonResponse(200, {});
    } catch (error) {
      if (isAppError(error)) return jsonResponse(400, { message: error.message });
      logUnexpected(error, { headers: {}, log: context.app.log, request });
      return jsonResponse(500, { message: "server error" });
    }
  };
}

async function takeIn(
  { app }: ApiContext,
  topic: WebhookTopic,
  webhook: VerifiedWebhook,
): Promise<void> {
  const shop = await findShopByDomain(app, webhook.shopDomain);
  // A store that was never installed here has nothing that could change or be erased.
  if (!shop) return;
  await app.db.transaction(async (tx) => {
    const { count } = await tx.webhookReceipt.createMany({
      data: [
        {
          shopId: shop.id,
          webhookId: webhook.webhookId,
          topic: webhook.topic,
          triggeredAt: webhook.triggeredAt,
        },
      ],
      skipDuplicates: true,
    });
    if (count === 0) return;
    await topic.follow(tx, {
      shop,
      webhookId: webhook.webhookId,
      triggeredAt: webhook.triggeredAt ?? new Date(),
      payload: webhook.payload,
    });
  });
}
