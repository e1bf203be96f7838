import { z } from "zod";
import type { ShopContext } from "#app/domain/context.ts";
import type { CreditAccountState } from "#app/domain/ledger/movement.ts";
import type { HoldView } from "#app/domain/store-credit/holds/credit-hold.ts";
import { wrongInput } from "#app/http/parse-fields.ts";
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
const amountField = z
  .union([z.number(), z.string().trim()], { error: "Must be a number." })
  .transform(String)
  .pipe(z.string().regex(/^\d{1,12}(\.\d{1,3})?$/, "Must be a positive decimal number."))
  .nullish()
  .transform((amount) => amount ?? null);

/** What a cart of the store's own currency asks for. */
export const askedFields = {
  amount: amountField,
  currency: z
    .string()
    .regex(/^[A-Z]{3,4}$/, "Must be a currency's code in capitals.")
    .optional()
    .meta({ description: "Of `amount`: must be the store's. Left out, the store's is meant." }),
};

/**
 * Minor units of the store's currency that were asked for; null for all there is.
 *
 * @throws AppError invalid_input when the amount is in another currency, which only the platform can convert, or is nothing, or has
 * more decimals than the currency.
 */
export function readAsked(
  { shop }: ShopContext,
  { amount, currency = shop.currency }: { amount: string | null; currency?: string | undefined },
): number | null {
  if (currency !== shop.currency) {
    const message = `Must be ${shop.currency}, the currency of this store's credit: convert the amount by the page's rate, or leave both out to hold the whole balance.`;
    throw wrongInput({ currency: [message] });
  }
  if (amount === null) return null;
  const minor = parseDecimalToMinor(amount, currency);
  if (minor) return minor;
  throw wrongInput({ amount: ["Must be above 0, with no more decimals than the currency has."] });
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
