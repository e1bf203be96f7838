import { amountFormat } from "#storefront/money/amount-format.ts";
import { currencyDigits } from "#storefront/money/currency-digits.ts";
import type { MailFormats } from "../kinds/mail-kind-module.ts";
import { languageOf, MAIL_TEXTS } from "../texts/languages.ts";
import { fillVariables } from "./variables.ts";

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
