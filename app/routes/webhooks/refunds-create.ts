import { declareWebhook } from "#app/http/declare-webhook.ts";
import { followRefund } from "#app/http/webhook-follow-ups.ts";

export const action = declareWebhook({ topic: "refunds/create", handle: followRefund });
