/**
 * Writes amounts of a currency, in whole units and their fractions, as a language does. An amount is whole only in its minor unit:
 * what is given to it is for showing alone.
 *
 * @param digits how many decimals the currency has: a page reads it beside the amount, the store in its table.
 */
export function moneyFormat(
  language: string,
  currency: string,
  digits: number,
  options?: Intl.NumberFormatOptions,
): Intl.NumberFormat {
  return new Intl.NumberFormat(language, {
    style: "currency",
    currency,
    minimumFractionDigits: digits,
    maximumFractionDigits: digits,
    ...options,
  });
}
