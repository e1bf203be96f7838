import { z } from "zod";
import { getCancelFlow } from "#app/domain/cancel-flow/get-cancel-flow.ts";
import {
  contractParams,
  contractViewSchema,
  offerViewSchema,
  reasonViewSchema,
  shopperOf,
  whatRemainsFields,
} from "#app/http/cancel-flow-schemas.ts";
import { declareRoute } from "#app/http/declare-route.ts";
import { storefrontInterface } from "#app/http/interfaces/storefront-interface.ts";

export const loader = declareRoute({
  api: storefrontInterface,
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
    ...whatRemainsFields,
  }),
  refusals: ["platform_unavailable"],
  handle: ({ context, caller, params }) =>
    getCancelFlow(context, params.contract_id, shopperOf(caller)),
});
