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
): Pick<Intl.NumberFormat, "format" | "formatToParts"> {
  const decimals = { minimumFractionDigits: digits, maximumFractionDigits: digits, ...options };
  // A code of other than three letters is none to the runtime.
  if (currency.length !== 3) {
    const number = new Intl.NumberFormat(language, decimals);
    const code = { type: "currency", value: `\u00a0${currency}` } as const;
    return {
      format: (amount) => number.format(amount) + code.value,
      formatToParts: (amount) => [...number.formatToParts(amount), code],
    };
  }
  return new Intl.NumberFormat(language, { style: "currency", currency, ...decimals });
}
