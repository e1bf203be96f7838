import { findShopId } from "#app/domain/shops/open-shop.ts";
import { isAppError } from "#app/lib/app-error.ts";
import { readWebhookHeaders, verifyWebhook } from "#app/platform/shopify/auth/verify-webhook.ts";
import type { ApiArguments } from "./api-context.ts";
import { jsonResponse } from "./respond.ts";
import { takeIn } from "./take-in.ts";
import { logUnexpected } from "./unexpected-error.ts";
import { readUnproven } from "./unproven-bodies.ts";
import { isBodyOfStore } from "./webhook-store.ts";
import type { WebhookTopics } from "./webhook-topic.ts";

const MAX_WEBHOOK_BYTES = 1024 * 1024;

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
      const said = readWebhookHeaders(request.headers);
      if (!said.ok) return jsonResponse(401, { message: said.reason });
      const rawBody = await readUnproven(request, MAX_WEBHOOK_BYTES);
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
      const shopId = await findShopId(context.app, verified.shopDomain);
      // A store that was never installed here has nothing that could change or be erased.
      if (shopId !== null) {
        const { webhookId, triggeredAt } = verified;
        await takeIn(context.app.db.ofStore(shopId), {
          ...{ topic, name, webhook: { shopId, webhookId, triggeredAt, payload: payload.data } },
        });
      }
      return jsonResponse(200, {});
    } catch (error) {
      if (isAppError(error)) {
        const status = error.code === "rate_limited" ? 503 : 400;
        return jsonResponse(status, { message: error.message });
      }
      logUnexpected(error, { headers: {}, log: context.app.log, request });
      return jsonResponse(500, { message: "server error" });
    }
  };
}
