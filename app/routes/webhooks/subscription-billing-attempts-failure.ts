import { declareWebhook } from "#app/http/declare-webhook.ts";
import { followBillingAttempt } from "#app/routes/webhooks/follow-ups.ts";

export const action = declareWebhook({
  topic: "subscription_billing_attempts/failure",
  handle: followBillingAttempt,
});
