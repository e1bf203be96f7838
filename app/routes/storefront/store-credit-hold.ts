import { z } from "zod";
import { holdCredit } from "#app/domain/store-credit/holds/hold-credit.ts";
import { declareRoute } from "#app/http/declare-route.ts";
import { shopperOf } from "#app/routes/storefront/cancel-flow/schemas.ts";
import { createShopperTexts, shopperTextsQuery } from "#app/routes/storefront/shopper-texts.ts";
import {
  askedFields,
  creditBalanceFields,
  creditHoldFields,
  readAsked,
  showBalance,
  showHold,
} from "#app/routes/storefront/store-credit-schemas.ts";
import { storefrontApi } from "#app/routes/storefront/storefront-api.ts";

export const action = declareRoute({
  api: storefrontApi,
  method: "POST",
  path: "/proxy/v1/storefront/store-credit/hold",
  scope: null,
  operationId: "holdStoreCredit",
  summary: "The shopper applies store credit: it is held, and a single-use code spends it",
  description:
    "Holds `amount`, or the whole balance without it, and never more than there is. Credit is in the store's currency, and so is `amount`: one in another `currency`, as of a cart that is shown in the shopper's, is refused and changes nothing. The checkout converts what the code is worth. One live hold per customer: a request for no more than it holds is answered with it; one for more raises it and what its code is worth, and `kept_until` moves on. With `at_most`, a request for less replaces the hold with a smaller one, under another code. An unused hold returns by itself, not before `kept_until`.",
  query: z.object(shopperTextsQuery),
  body: z.strictObject({
    ...askedFields,
    at_most: z.boolean().default(false).meta({
      description:
        "Set it for a cart with gift cards. Store credit does not pay for gift cards, but a code that is worth more than the other goods would.",
    }),
  }),
  answer: z.object({ ...creditHoldFields, ...creditBalanceFields }),
  errors: ["not_found", "platform_refused", "platform_unavailable"],
  handle: async ({ context, caller, query, body }) => {
    const cid = shopperOf(caller);
    const asked = readAsked(context, body);
    const { hold, account } = await holdCredit(context, cid, asked, body.at_most);
    const texts = createShopperTexts(context.shop, query);
    return { ...showHold(context, texts, hold), ...showBalance(context, texts, account) };
  },
});
