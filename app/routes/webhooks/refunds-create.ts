import { declareWebhook } from "#app/http/declare-webhook.ts";
import { followRefund } from "#app/routes/webhooks/follow-ups.ts";

export const action = declareWebhook({ topic: "refunds/create", handle: followRefund });
