import { z } from "zod";
import { readPortal } from "#app/domain/portal/read-portal.ts";
import { declareRoute } from "#app/http/declare-route.ts";
import { contractParams, shopperOf } from "#app/routes/storefront/cancel-flow/schemas.ts";
import { portalAnswer, showPortal } from "#app/routes/storefront/portal-answer.ts";
import { shopperLanguageQuery } from "#app/routes/storefront/shopper-texts.ts";
import { storefrontApi } from "#app/routes/storefront/storefront-api.ts";

export const loader = declareRoute({
  api: storefrontApi,
  method: "GET",
  path: "/proxy/v1/storefront/portal/{contract_id}",
  scope: null,
  operationId: "getPortal",
  summary: "The shopper's contract as it is now, and what they can do with it",
  description:
    "Asks the platform first. With `from=record` it reads the app's own record alone, for a platform that does not answer: what can be done then is to withdraw.",
  params: contractParams,
  query: z.object({ ...shopperLanguageQuery, from: z.enum(["record"]).optional() }),
  answer: portalAnswer,
  errors: ["platform_unavailable"],
  handle: async ({ context, caller, params, query }) => {
    const own = {
      ...{ contractId: params.contract_id, customerId: shopperOf(caller) },
      ...{ isFromRecord: query.from === "record", lang: query.lang },
    };
    return showPortal(await readPortal(context, own), context.shop, query.lang);
  },
});
