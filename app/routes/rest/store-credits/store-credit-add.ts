import { z } from "zod";
import { isKeyUsed } from "#app/domain/ledger/post-movement.ts";
import { declareRoute } from "#app/http/declare-route.ts";
import { wrongInput } from "#app/http/parse-fields.ts";
import { customerIdText } from "#app/http/text-field.ts";
import { readEnd } from "#app/routes/rest/read-instant.ts";
import { restApi } from "#app/routes/rest/rest-api.ts";
import {
  adjustCreditForRest,
  creditAdjustmentAnswer,
  creditAdjustmentFields,
} from "#app/routes/rest/store-credits/credit-adjustment.ts";

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
    ...creditAdjustmentFields,
    expires_at: z.string("Must be a day or an instant.").nullish().meta({
      description:
        "When the credit ends: an ISO 8601 instant with its offset, or YYYY-MM-DD for the end of that day in the store's zone. Null or left out: it does not end.",
      example: "2027-01-31",
    }),
  }),
  answer: creditAdjustmentAnswer,
  errors: ["not_found", "balance_too_large", "idempotency_conflict"],
  handle: async (call) => {
    const { context, idempotencyKey, body } = call;
    const expiresAt =
      body.expires_at == null
        ? null
        : readEnd("expires_at", body.expires_at, context.shop.ianaTimezone);
    if (expiresAt && expiresAt <= context.clock.now()) {
      // It may have been in the future when the request first came.
      const isRepeated = idempotencyKey !== null && (await isKeyUsed(context, idempotencyKey));
      if (!isRepeated) throw wrongInput({ expires_at: ["Must be in the future."] });
    }
    return adjustCreditForRest(call, call.params.customer_id, {
      sign: 1,
      amount: body.amount,
      reason: body.reason,
      expiresAt,
    });
  },
});
