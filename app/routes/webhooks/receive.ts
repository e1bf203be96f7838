import { declareWebhooks } from "#app/http/declare-webhook.ts";
import { WEBHOOK_TOPICS } from "#app/routes/webhooks/topics.ts";

export const action = declareWebhooks(WEBHOOK_TOPICS);
