import { moneyFormat } from "./money-format.ts";

/** What of the runtime's format is used. */
export interface AmountFormat {
  format(amount: number): string;
  formatToParts(amount: number): { type: string; value: string }[];
}

/** The same as {@link moneyFormat}, also for a code of other than three letters, which is none to the runtime: it stands behind the number. */
export function amountFormat(
  language: string,
  currency: string,
  digits: number,
  options?: Intl.NumberFormatOptions,
): AmountFormat {
  if (currency.length === 3) return moneyFormat(language, currency, digits, options);
  const decimals = { minimumFractionDigits: digits, maximumFractionDigits: digits, ...options };
  const number = new Intl.NumberFormat(language, decimals);
  const code = { type: "currency", value: `\u00a0${currency}` };
  return {
    format: (amount) => number.format(amount) + code.value,
    formatToParts: (amount) => [...number.formatToParts(amount), code],
  };
}
