import { z } from "zod";
import { getCancelFlow } from "#app/domain/cancel-flow/get-cancel-flow.ts";
import { declareRoute } from "#app/http/declare-route.ts";
import {
  cancellationSummaryFields,
  contractParams,
  contractViewSchema,
  offerViewSchema,
  reasonViewSchema,
  shopperOf,
} from "#app/routes/storefront/cancel-flow-schemas.ts";
import { storefrontApi } from "#app/routes/storefront/storefront-api.ts";

export const loader = declareRoute({
  api: storefrontApi,
  method: "GET",
  path: "/proxy/v1/storefront/cancel-flow/{contract_id}",
  scope: null,
  operationId: "getCancelFlow",
  summary: "The shopper's contract as it is now, and the reasons to choose from",
  params: contractParams,
  answer: z.object({
    contract: contractViewSchema,
    reasons: z.array(reasonViewSchema),
    active_offer: offerViewSchema.nullable(),
    ...cancellationSummaryFields,
  }),
  refusals: ["platform_unavailable"],
  handle: ({ context, caller, params }) =>
    getCancelFlow(context, params.contract_id, shopperOf(caller)),
});
