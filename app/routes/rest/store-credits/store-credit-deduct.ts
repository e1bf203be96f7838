import { z } from "zod";
import { declareRoute } from "#app/http/declare-route.ts";
import { customerIdText } from "#app/http/text-field.ts";
import { restApi } from "#app/routes/rest/rest-api.ts";
import {
  adjustCreditForRest,
  creditAdjustmentAnswer,
  creditAdjustmentFields,
} from "#app/routes/rest/store-credits/credit-adjustment.ts";

export const action = declareRoute({
  api: restApi,
  method: "POST",
  path: "/api/v1/store-credits/{customer_id}/deduct",
  scope: "core:write",
  operationId: "deductStoreCredit",
  summary: "Deducts store credit, as much as there is",
  description: "Deducted again each time, unless an Idempotency-Key header comes with it.",
  idempotent: true,
  params: z.object({ customer_id: customerIdText }),
  body: z.strictObject(creditAdjustmentFields),
  answer: creditAdjustmentAnswer,
  errors: ["not_found", "balance_empty", "idempotency_conflict"],
  handle: (call) =>
    adjustCreditForRest(call, call.params.customer_id, {
      sign: -1,
      amount: call.body.amount,
      reason: call.body.reason,
      expiresAt: null,
    }),
});
