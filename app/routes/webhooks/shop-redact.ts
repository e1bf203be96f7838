import { declareWebhook } from "#app/http/declare-webhook.ts";
import { followCompliance } from "#app/http/webhook-follow-ups.ts";

export const action = declareWebhook({
  topic: "shop/redact",
  handle: (tx, webhook) => followCompliance(tx, webhook, "shop/redact"),
});
