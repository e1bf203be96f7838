import { z } from "zod";
import { ensureCustomer } from "#app/domain/customers/store-customer.ts";
import {
  readShopperCredit,
  revisionOf,
} from "#app/domain/store-credit/storefront-sync/read-shopper-credit.ts";
import { declareRoute } from "#app/http/declare-route.ts";
import { AppError } from "#app/lib/app-error.ts";
import { formatMinor } from "#app/lib/money.ts";
import { shopperOf } from "#app/routes/storefront/cancel-flow/schemas.ts";
import { createShopperTexts, shopperTextsQuery } from "#app/routes/storefront/shopper-texts.ts";
import {
  creditBalanceFields,
  creditHoldFields,
  showBalance,
  showHold,
} from "#app/routes/storefront/store-credit-schemas.ts";
import { storefrontApi } from "#app/routes/storefront/storefront-api.ts";

export const loader = declareRoute({
  api: storefrontApi,
  method: "GET",
  path: "/proxy/v1/storefront/store-credit",
  scope: null,
  operationId: "getShopperStoreCredit",
  summary: "The shopper's store credit as it is now",
  query: z.object(shopperTextsQuery),
  answer: z.object({
    revision: z.string().meta({
      description: "The same as that of the page's metafield while the page shows all of this.",
    }),
    ...creditBalanceFields,
    next_expiry: z
      .object({
        amount: z.string(),
        amount_text: z.string(),
        date: z.string(),
        date_text: z.string(),
      })
      .nullable(),
    hold: z.object(creditHoldFields).nullable(),
    pays_renewals: z
      .boolean()
      .meta({ description: "Whether it pays renewals, by the shopper's choice." }),
    history: z.array(
      z.object({
        date: z.string(),
        date_text: z.string(),
        amount: z.string().meta({ description: "Signed." }),
        amount_text: z.string(),
        type: z.number().int(),
        on_hold: z.boolean(),
        message: z.string(),
        reason: z.string().nullable(),
        order_name: z.string().nullable(),
      }),
    ),
  }),
  errors: ["not_found"],
  handle: async ({ context, caller, query }) => {
    const customer = await ensureCustomer(context, shopperOf(caller));
    if (!customer) throw new AppError("not_found", "No such customer.");
    const credit = await readShopperCredit(context, customer.id);
    const { account, hold, lines } = credit;
    const { currency } = context.shop;
    const texts = createShopperTexts(context.shop, query);
    return {
      revision: revisionOf(context, credit),
      ...showBalance(context, texts, account),
      next_expiry: account.nextExpiry && {
        amount: formatMinor(account.nextExpiry.amountMinor, currency),
        amount_text: texts.moneyText(account.nextExpiry.amountMinor),
        date: texts.date(account.nextExpiry.expiresAt),
        date_text: texts.dateText(account.nextExpiry.expiresAt),
      },
      hold: hold && showHold(context, texts, hold),
      pays_renewals: customer.paysRenewalsWithCredit,
      history: lines.map((line) => ({
        date: texts.date(line.createdAt),
        date_text: texts.dateText(line.createdAt),
        amount: formatMinor(line.amountMinor, currency),
        amount_text: texts.signedMoneyText(line.amountMinor),
        type: line.typeCode,
        on_hold: line.onHold,
        message: line.message,
        reason: line.reason,
        order_name: line.orderName,
      })),
    };
  },
});
