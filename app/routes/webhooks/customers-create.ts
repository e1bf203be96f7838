import { declareWebhook } from "#app/http/declare-webhook.ts";
import { followCustomer } from "#app/routes/webhooks/follow-ups.ts";

export const action = declareWebhook({ topic: "customers/create", handle: followCustomer });
