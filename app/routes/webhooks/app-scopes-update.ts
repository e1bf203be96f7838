import { declareWebhook } from "#app/http/declare-webhook.ts";

// A changed grant needs nothing from us: the next token exchange carries the new scopes, and until then
// the platform refuses what is not granted. The receipt is the record.
export const action = declareWebhook({ topic: "app/scopes_update", handle: async () => {} });
