import { z } from "zod";
import { ensureCustomer } from "#app/domain/customers/store-customer.ts";
import { setRenewalChoice } from "#app/domain/store-credit/renewals/renewal-choice.ts";
import { declareRoute } from "#app/http/declare-route.ts";
import { AppError } from "#app/lib/app-error.ts";
import { shopperOf } from "#app/routes/storefront/cancel-flow/schemas.ts";
import { shopperTextsQuery } from "#app/routes/storefront/shopper-texts.ts";
import { storefrontApi } from "#app/routes/storefront/storefront-api.ts";

export const action = declareRoute({
  api: storefrontApi,
  method: "POST",
  path: "/proxy/v1/storefront/store-credit/renewals",
  scope: null,
  operationId: "setStoreCreditRenewals",
  summary: "The shopper chooses whether store credit pays renewals",
  description:
    "The choice stands until it is changed. From the next charge on, credit is held before the charge and taken off the price of its goods; delivery is paid with money. Credit that is held for a charge which is being retried stays held.",
  query: z.object(shopperTextsQuery),
  body: z.strictObject({ enabled: z.boolean() }),
  answer: z.object({ pays_renewals: z.boolean() }),
  errors: ["not_found"],
  handle: async ({ context, caller, body }) => {
    const customer = await ensureCustomer(context, shopperOf(caller));
    if (!customer) throw new AppError("not_found", "No such customer.");
    await setRenewalChoice(context, customer.id, body.enabled);
    return { pays_renewals: body.enabled };
  },
});
