import { declareWebhook } from "#app/http/declare-webhook.ts";
import { followCompliance } from "#app/routes/webhooks/follow-ups.ts";

export const action = declareWebhook({
  topic: "customers/data_request",
  handle: (tx, webhook) => followCompliance(tx, webhook, "customers/data_request"),
});
