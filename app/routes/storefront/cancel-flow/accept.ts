import { z } from "zod";
import { acceptOffer } from "#app/domain/cancel-flow/accept-offer.ts";
import { declareRoute } from "#app/http/declare-route.ts";
import { toSnakeCaseJson } from "#app/lib/snake-case-json.ts";
import { acceptAnswer } from "#app/routes/storefront/cancel-flow/answers.ts";
import {
  contractParams,
  idempotencyKeyField,
  shopperOf,
} from "#app/routes/storefront/cancel-flow/schemas.ts";
import { storefrontApi } from "#app/routes/storefront/storefront-api.ts";

export const action = declareRoute({
  api: storefrontApi,
  method: "POST",
  path: "/proxy/v1/storefront/cancel-flow/{contract_id}/accept",
  scope: null,
  operationId: "acceptCancelFlowOffer",
  summary: "The shopper accepts the offer they were shown",
  description: "Repeating the request with the same idempotency_key answers the first outcome.",
  params: contractParams,
  body: z.strictObject({
    flow_id: z.uuid("Must be the flow_id of an earlier answer."),
    offer_id: z
      .number("Must be a number.")
      .int("Must be a whole number.")
      .positive()
      .max(2 ** 53 - 1),
    idempotency_key: idempotencyKeyField,
  }),
  answer: acceptAnswer,
  errors: [
    "offer_already_active",
    "offer_gone",
    "contract_cancelled",
    "platform_refused",
    "platform_unavailable",
  ],
  handle: async ({ context, caller, params, body }) => {
    const acceptance = await acceptOffer(context, {
      contractId: params.contract_id,
      customerId: shopperOf(caller),
      flowId: body.flow_id,
      offerId: body.offer_id,
      idempotencyKey: body.idempotency_key,
    });
    return toSnakeCaseJson(acceptance, context.shop.ianaTimezone);
  },
});
