import { declareWebhook } from "#app/http/declare-webhook.ts";
import { followOrder } from "#app/routes/webhooks/follow-ups.ts";

export const action = declareWebhook({ topic: "orders/updated", handle: followOrder });
