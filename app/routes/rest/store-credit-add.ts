import { z } from "zod";
import { declareRoute } from "#app/http/declare-route.ts";
import { customerIdText } from "#app/http/text-field.ts";
import {
  changeCredit,
  creditChangeAnswer,
  creditChangeFields,
  readExpiry,
} from "#app/routes/rest/credit-change.ts";
import { restApi } from "#app/routes/rest/rest-api.ts";

export const action = declareRoute({
  api: restApi,
  method: "POST",
  path: "/api/v1/store-credits/{customer_id}/add",
  scope: "core:write",
  operationId: "addStoreCredit",
  summary: "Adds store credit",
  description: "Added again each time, unless an Idempotency-Key header comes with it.",
  idempotent: true,
  params: z.object({ customer_id: customerIdText }),
  body: z.strictObject({
    ...creditChangeFields,
    expires_at: z.string("Must be a day or an instant.").nullish(),
  }),
  answer: creditChangeAnswer,
  refusals: ["not_found", "balance_too_large", "idempotency_conflict"],
  handle: (call) =>
    changeCredit(call, call.params.customer_id, {
      sign: 1,
      amount: call.body.amount,
      reason: call.body.reason,
      expiresAt: readExpiry(call.context, call.body.expires_at),
    }),
});
