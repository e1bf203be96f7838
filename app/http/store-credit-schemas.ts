import { z } from "zod";
import { formatMinor, parseDecimalToMinor } from "#app/core/money.ts";
import { formatDate } from "#app/core/zoned-time.ts";
import type { ShopContext } from "#app/domain/context.ts";
import type { HoldView } from "#app/domain/store-credit/credit-hold.ts";
import type { CreditAccountState } from "#app/domain/store-credit/credit-movement.ts";

/** What the storefront's store credit endpoints take and answer. Money is a decimal text beside `currency`. */
const decimal = z.string();

export const creditHoldFields = {
  code: z.string().meta({ description: "For one order of this customer, off exactly `amount`." }),
  amount: decimal,
  kept_until: z
    .string()
    .meta({ description: "ISO 8601. Before then the credit is not given back." }),
};

export const creditBalanceFields = {
  currency: z.string(),
  balance: decimal.meta({ description: "What can be used, without what is held." }),
  held: decimal.meta({ description: "Reserved for orders in progress." }),
};

/** A number, or a decimal text, above zero. How many decimals the currency has is checked with the store. */
export const amountField = z
  .union([z.number(), z.string().trim()], { error: "Must be a number." })
  .transform(String)
  .pipe(z.string().regex(/^\d{1,12}(\.\d{1,3})?$/, "Must be a positive decimal number."))
  .nullish()
  .transform((amount) => amount ?? null);

/** Minor units of what was asked for; null when the currency has no such amount, or it is nothing. */
export function readAmount(context: ShopContext, amount: string): number | null {
  return parseDecimalToMinor(amount, context.shop.currency) || null;
}

export function showHold(context: ShopContext, hold: HoldView) {
  return {
    code: hold.code,
    amount: formatMinor(hold.amountMinor, context.shop.currency),
    kept_until: hold.keptUntil.toISOString(),
  };
}

export function showBalance({ shop }: ShopContext, account: CreditAccountState) {
  return {
    currency: shop.currency,
    balance: formatMinor(account.availableMinor, shop.currency),
    held: formatMinor(account.heldMinor, shop.currency),
  };
}

export function showDate({ shop }: ShopContext, instant: Date): string {
  return formatDate(instant, shop.ianaTimezone);
}
