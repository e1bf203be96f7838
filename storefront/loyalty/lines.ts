import { currencyDigits } from "#storefront/money/currency-digits.ts";
import { moneyFormat } from "#storefront/money/money-format.ts";

/**
 * A sentence's key, and the values for its places. A value is a text, or another sentence. Which words belong to a key is
 * the reader's, who knows the language.
 */
export type Line = readonly [key: string, values?: Readonly<Record<string, string | Line>>];

/** Numbers as a language writes them. */
export interface Numbers {
  /** A whole number. */
  count(number: number): string;
  /** An amount in major units of the store's currency. */
  money(amount: number): string;
  /** The same where it is a whole one: without decimals. */
  wholeMoney(amount: number): string;
  /** 10 is ten percent. */
  percent(number: number): string;
  /** Whether a number of things takes the singular. */
  isOne(number: number): boolean;
}

export function numbersOf(language: string, currency: string): Numbers {
  const format = (options?: Intl.NumberFormatOptions) => {
    const made = new Intl.NumberFormat(language, options);
    return (number: number) => made.format(number);
  };
  const money = moneyFormat(language, currency, currencyDigits(currency));
  const wholeMoney = moneyFormat(language, currency, 0);
  const percent = format({ style: "percent", maximumFractionDigits: 2 });
  return {
    count: format(),
    money: (number) => money.format(number),
    wholeMoney: (number) => wholeMoney.format(number),
    percent: (number) => percent(number / 100),
    isOne: (number) => new Intl.PluralRules(language).select(number) === "one",
  };
}
