import { amountFormat } from "#storefront/money/amount-format.ts";
import { currencyDigits } from "#storefront/money/currency-digits.ts";
import { languageOf, MAIL_TEXTS } from "../texts/languages.ts";
import { fillVariables } from "./variables.ts";

/** Amounts and days as a customer's language writes them. */
export interface MailFormats {
  /** A number of points. */
  count(number: number): string;
  money(amount: { minor: number; currency: string }): string;
  /** An amount to be charged, with a word for the taxes that come on top. */
  charge(amount: { minor: number; currency: string; plusTax: boolean }): string;
  /** A day of the store's calendar. */
  day(instant: Date): string;
  month(instant: Date): string;
  /** Day and time, with the zone that the time is of. */
  moment(instant: Date): string;
}

/**
 * @param locale one that this server can write.
 * @param zone the store's.
 */
export function mailFormatsOf(locale: string, zone: string): MailFormats {
  const day = new Intl.DateTimeFormat(locale, { dateStyle: "long", timeZone: zone });
  const month = new Intl.DateTimeFormat(locale, { year: "numeric", month: "long", timeZone: zone });
  const moment = new Intl.DateTimeFormat(locale, {
    ...({ year: "numeric", month: "long", day: "numeric" } as const),
    ...({ hour: "2-digit", minute: "2-digit", timeZoneName: "short", timeZone: zone } as const),
  });
  const number = new Intl.NumberFormat(locale);
  const { plusTax } = MAIL_TEXTS[languageOf(locale).language];
  const money: MailFormats["money"] = ({ minor, currency }) => {
    const digits = currencyDigits(currency);
    return amountFormat(locale, currency, digits).format(minor / 10 ** digits);
  };
  return {
    count: (points) => number.format(points),
    money,
    charge: (amount) =>
      amount.plusTax ? fillVariables(plusTax, { amount: money(amount) }) : money(amount),
    day: (instant) => day.format(instant),
    month: (instant) => month.format(instant),
    moment: (instant) => moment.format(instant),
  };
}
