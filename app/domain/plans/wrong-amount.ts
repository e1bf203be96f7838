import { currencyExponent } from "#app/lib/money.ts";

/** What is wrong with an amount that is none of the currency. */
export function describeWrongAmount(text: string, currency: string): string {
  if (!/^-?\d+\.\d+$/.test(text)) return "Give an amount.";
  const decimals = currencyExponent(currency);
  return decimals === 0
    ? `Amounts in ${currency} have no decimals.`
    : `Amounts in ${currency} have at most ${decimals} decimals.`;
}
