import { z } from "zod";
import type { ShopContext } from "#app/domain/context.ts";
import type { CreditAccountState } from "#app/domain/ledger/movement.ts";
import type { HoldView } from "#app/domain/store-credit/holds/credit-hold.ts";
import { formatMinor, parseDecimalToMinor } from "#app/lib/money.ts";
import type { ShopperTexts } from "./shopper-texts.ts";

/** What the storefront's store credit endpoints take and answer. Money is a decimal text beside
`currency`, and once more as the shopper reads it. */
const decimal = z.string();
const text = z.string();

export const creditHoldFields = {
  code: z.string().meta({ description: "For one order of this customer, off exactly `amount`." }),
  amount: decimal,
  amount_text: text,
  kept_until: z
    .string()
    .meta({ description: "ISO 8601. Before then the credit is not given back." }),
  kept_until_text: text,
};

export const creditBalanceFields = {
  currency: z.string(),
  balance: decimal.meta({ description: "What can be used, without what is held." }),
  balance_text: text,
  held: decimal.meta({ description: "Reserved for orders in progress." }),
  held_text: text,
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

export function showHold(context: ShopContext, texts: ShopperTexts, hold: HoldView) {
  return {
    code: hold.code,
    amount: formatMinor(hold.amountMinor, context.shop.currency),
    amount_text: texts.moneyText(hold.amountMinor),
    kept_until: hold.holdExpiresAt.toISOString(),
    kept_until_text: texts.timeText(hold.holdExpiresAt),
  };
}

export function showBalance(
  { shop }: ShopContext,
  texts: ShopperTexts,
  account: CreditAccountState,
) {
  return {
    currency: shop.currency,
    balance: formatMinor(account.availableMinor, shop.currency),
    balance_text: texts.moneyText(account.availableMinor),
    held: formatMinor(account.heldMinor, shop.currency),
    held_text: texts.moneyText(account.heldMinor),
  };
}
