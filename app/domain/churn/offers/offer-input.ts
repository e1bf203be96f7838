import { z } from "zod";
import { wrongField } from "#app/lib/app-error.ts";
import { invalidInput } from "#app/lib/invalid-input.ts";
import { lineText } from "#app/lib/line-text.ts";
import { currencyExponent, parseDecimalToMinor } from "#app/lib/money.ts";
import { storableText } from "#app/lib/storable-text.ts";
import { type OfferRules, offerRulesSchema, offerTypeOf } from "./types/offer-types.ts";

/** What the editor of an offer sends. */
const offerInputSchema = z.object({
  name: z
    .string()
    .overwrite(lineText)
    .min(1, "Give the offer a name.")
    .max(80, "A name has at most 80 characters."),
  description: z
    .string()
    .overwrite(storableText)
    .max(300, "A description has at most 300 characters."),
  rules: offerRulesSchema,
  active: z.boolean(),
  oncePerCustomerMonths: z
    .number("Give a number of months.")
    .int("Give a whole number of months.")
    .min(1, "At least 1 month.")
    .max(120, "At most 120 months.")
    .nullable(),
});

export type OfferInput = z.infer<typeof offerInputSchema>;

/**
 * Checks what the editor sent, also against the store's currency.
 *
 * @throws AppError invalid_input; `fields` by the names of the input, those of `rules` by their own.
 */
export function parseOfferInput(given: unknown, currency: string): OfferInput {
  const parsed = offerInputSchema.safeParse(given);
  if (!parsed.success) throw invalidInput(parsed.error);
  checkCurrency(parsed.data.rules, currency);
  return parsed.data;
}

function checkCurrency(rules: OfferRules, currency: string): void {
  const amount = offerTypeOf(rules).amountIn(rules);
  if (!amount || parseDecimalToMinor(amount.text, currency) !== null) return;
  const decimals = currencyExponent(currency);
  const message =
    decimals === 0
      ? `Amounts in ${currency} have no decimals.`
      : `Amounts in ${currency} have at most ${decimals} decimals.`;
  throw wrongField(amount.field, message);
}
