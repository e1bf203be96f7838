import type { Hono } from "hono";
import { z } from "zod";
import type { ChargeRunner } from "../contracts/charge-runner.ts";
import type { Devstore } from "../devstore.ts";
import { changeControls, readControls } from "../state/shop-controls.ts";
import { controlShop, declareControl, errorResponse } from "./declare-control.ts";

const behaviourSchema = z.strictObject({
  /** Further copies of each delivery; true is one. */
  duplicate: z.union([z.boolean().transform(Number), z.number().int().min(0).max(9)]).optional(),
  reorder: z.boolean().optional(),
  delay_ms: z.number().int().min(0).max(600_000).optional(),
  /** So many of the next deliveries never arrive; true is every one until false. */
  lose: z.union([z.boolean(), z.number().int().min(0).max(10_000)]).optional(),
});

/** How webhooks are delivered from now on, sending them at once, and the list of them. */
export function mountWebhookControls(app: Hono, devstore: Devstore, charges: ChargeRunner): void {
  const { state, webhooks } = devstore;
  declareControl(app, devstore, "webhooks", behaviourSchema, ({ shop, body }) => {
    const before = readControls(state, shop.domain).webhooks;
    const { webhooks: after } = changeControls(state, shop.domain, {
      webhooks: {
        copies: body.duplicate === undefined ? before.copies : 1 + body.duplicate,
        reorder: body.reorder ?? before.reorder,
        delayMs: body.delay_ms ?? before.delayMs,
        lose: body.lose ?? before.lose ?? 0,
      },
    });
    const { reorder, delayMs, lose } = after;
    return { duplicate: after.copies - 1, reorder, delay_ms: delayMs, lose };
  });
  declareControl(app, devstore, "webhooks/flush", z.strictObject({}), async ({ shop }) => {
    charges.settleNow(shop.domain);
    return webhooks.flush(shop.domain);
  });
  app.get("/__dev/webhooks", (c) => {
    try {
      const shop = controlShop(devstore, c);
      const deliveries = state.list(shop.domain, "webhookDelivery").map((delivery) => ({
        id: delivery.id,
        webhook_id: delivery.webhookId,
        event_id: delivery.eventId,
        topic: delivery.topic,
        uri: delivery.uri,
        status: delivery.status,
        attempts: delivery.attempts,
        last_status: delivery.lastStatus,
        last_error: delivery.lastError,
        triggered_at: delivery.triggeredAt,
        delivered_at: delivery.deliveredAt,
        payload: JSON.parse(delivery.payload),
      }));
      return c.json({ deliveries });
    } catch (error) {
      return errorResponse(c, error);
    }
  });
}
