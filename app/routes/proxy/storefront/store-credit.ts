import { z } from "zod";
import { AppError } from "#app/core/app-error.ts";
import { formatMinor } from "#app/core/money.ts";
import { ensureCustomer } from "#app/domain/customers/store-customer.ts";
import { readShopperCredit } from "#app/domain/store-credit/read-shopper-credit.ts";
import { shopperOf } from "#app/http/cancel-flow-schemas.ts";
import { declareRoute } from "#app/http/declare-route.ts";
import { storefrontInterface } from "#app/http/interfaces/storefront-interface.ts";
import {
  creditBalanceFields,
  creditHoldFields,
  showBalance,
  showDate,
  showHold,
} from "#app/http/store-credit-schemas.ts";

export const loader = declareRoute({
  api: storefrontInterface,
  method: "GET",
  path: "/proxy/v1/storefront/store-credit",
  scope: null,
  operationId: "getShopperStoreCredit",
  summary: "The shopper's store credit as it is now",
  answer: z.object({
    ...creditBalanceFields,
    next_expiry: z.object({ amount: z.string(), date: z.string() }).nullable(),
    hold: z.object(creditHoldFields).nullable(),
    history: z.array(
      z.object({
        date: z.string(),
        amount: z.string().meta({ description: "Signed." }),
        type: z.number().int(),
        on_hold: z.boolean(),
        message: z.string(),
        order_name: z.string().nullable(),
      }),
    ),
  }),
  refusals: ["not_found"],
  handle: async ({ context, caller }) => {
    const customer = await ensureCustomer(context, shopperOf(caller));
    if (!customer) throw new AppError("not_found", "No such customer.");
    const { account, hold, lines } = await readShopperCredit(context, customer.id);
    const { currency } = context.shop;
    return {
      ...showBalance(context, account),
      next_expiry: account.nextExpiry && {
        amount: formatMinor(account.nextExpiry.amountMinor, currency),
        date: showDate(context, account.nextExpiry.expiresAt),
      },
      hold: hold && showHold(context, hold),
      history: lines.map((line) => ({
        date: showDate(context, line.createdAt),
        amount: formatMinor(line.amountMinor, currency),
        type: line.typeCode,
        on_hold: line.onHold,
        message: line.message,
        order_name: line.orderName,
      })),
    };
  },
});
