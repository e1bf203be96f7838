import { declareWebhook } from "#app/http/declare-webhook.ts";
import { followCompliance } from "#app/routes/webhooks/follow-ups.ts";

export const action = declareWebhook({
  topic: "customers/redact",
  handle: (tx, webhook) => followCompliance(tx, webhook, "customers/redact"),
});
