import { declareWebhook } from "#app/http/declare-webhook.ts";
import { followContract } from "#app/routes/webhooks/follow-ups.ts";

export const action = declareWebhook({
  topic: "subscription_contracts/pause",
  handle: followContract,
});
