import { z } from "zod";
import { confirmCancel } from "#app/domain/cancel-flow/confirm-cancel.ts";
import { declareRoute } from "#app/http/declare-route.ts";
import { toSnakeCaseJson } from "#app/lib/snake-case-json.ts";
import { cancelAnswer } from "#app/routes/storefront/cancel-flow/answers.ts";
import {
  contractParams,
  flowIdField,
  idempotencyKeyField,
  noteField,
  reasonField,
  shopperOf,
} from "#app/routes/storefront/cancel-flow/schemas.ts";
import { storefrontApi } from "#app/routes/storefront/storefront-api.ts";

export const action = declareRoute({
  api: storefrontApi,
  method: "POST",
  path: "/proxy/v1/storefront/cancel-flow/{contract_id}/cancel",
  scope: null,
  operationId: "confirmCancel",
  summary: "Cancels the shopper's own contract",
  description:
    "Needs no reason and no flow. Safe to repeat: cancelling a cancelled contract answers the same receipt.",
  params: contractParams,
  body: z.strictObject({
    flow_id: flowIdField,
    reason: reasonField.optional(),
    note: noteField,
    idempotency_key: idempotencyKeyField.optional(),
  }),
  answer: cancelAnswer,
  errors: ["platform_refused", "platform_unavailable"],
  handle: async ({ context, caller, params, body }) => {
    const receipt = await confirmCancel(context, {
      contractId: params.contract_id,
      customerId: shopperOf(caller),
      flowId: body.flow_id,
      reason: body.reason,
      note: body.note,
      idempotencyKey: body.idempotency_key ?? null,
    });
    return toSnakeCaseJson(receipt, context.shop.ianaTimezone);
  },
});
