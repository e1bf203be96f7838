import { z } from "zod";
import { answerReason } from "#app/domain/cancel-flow/answer-reason.ts";
import { declareRoute } from "#app/http/declare-route.ts";
import { toSnakeCaseJson } from "#app/lib/snake-case-json.ts";
import { reasonAnswer } from "#app/routes/storefront/cancel-flow/answers.ts";
import {
  contractParams,
  flowIdField,
  noteField,
  reasonField,
  shopperOf,
} from "#app/routes/storefront/cancel-flow/schemas.ts";
import { storefrontApi } from "#app/routes/storefront/storefront-api.ts";

export const action = declareRoute({
  api: storefrontApi,
  method: "POST",
  path: "/proxy/v1/storefront/cancel-flow/{contract_id}/reason",
  scope: null,
  operationId: "answerCancelReason",
  summary: "Takes down the shopper's reason and answers the one offer that fits",
  params: contractParams,
  body: z.strictObject({ reason: reasonField, note: noteField, flow_id: flowIdField }),
  answer: reasonAnswer,
  errors: ["contract_cancelled"],
  handle: async ({ context, caller, params, body }) => {
    const outcome = await answerReason(context, {
      contractId: params.contract_id,
      customerId: shopperOf(caller),
      reason: body.reason,
      note: body.note,
      flowId: body.flow_id,
    });
    return toSnakeCaseJson(outcome, context.shop.ianaTimezone);
  },
});
