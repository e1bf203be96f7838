import { getCancelFlow } from "#app/domain/cancel-flow/get-cancel-flow.ts";
import { declareRoute } from "#app/http/declare-route.ts";
import { toSnakeCaseJson } from "#app/lib/snake-case-json.ts";
import { cancelFlowAnswer } from "#app/routes/storefront/cancel-flow/answers.ts";
import { contractParams, shopperOf } from "#app/routes/storefront/cancel-flow/schemas.ts";
import { storefrontApi } from "#app/routes/storefront/storefront-api.ts";

export const loader = declareRoute({
  api: storefrontApi,
  method: "GET",
  path: "/proxy/v1/storefront/cancel-flow/{contract_id}",
  scope: null,
  operationId: "getCancelFlow",
  summary: "The shopper's contract as it is now, and the reasons to choose from",
  params: contractParams,
  answer: cancelFlowAnswer,
  errors: ["platform_unavailable"],
  handle: async ({ context, caller, params }) => {
    const flow = await getCancelFlow(context, params.contract_id, shopperOf(caller));
    return toSnakeCaseJson(flow, context.shop.ianaTimezone);
  },
});
