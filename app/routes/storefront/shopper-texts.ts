import { z } from "zod";
import type { Shop } from "#app/domain/shops/shop.ts";
import { formatDate } from "#app/lib/zoned-time.ts";
import { amountFormat } from "#storefront/money/amount-format.ts";
import { currencyDigits } from "#storefront/money/currency-digits.ts";

const LONGEST_OFFSET = 14 * 60;

const languageTag = z
  .string()
  .max(35)
  .refine(isLocale, { error: "Must be a language tag, such as de or en-CA." });

/** The language of the shopper's page, for an endpoint that has words for people. */
export const shopperLanguageQuery = {
  lang: languageTag.optional().meta({
    description:
      "The language of the page: errors say in it what to do, and a question is put in it. Without it errors are English, and a question is in the customer's language.",
  }),
};

/** How the shopper's page writes amounts and dates. A browser would spend longer on it than on all else. */
export const shopperTextsQuery = {
  // Not “locale”: the storefront takes that one for itself, as a switch of the page's language.
  lang: languageTag.default("en").meta({ description: "The language of the `_text` fields." }),
  utc_offset: z
    .string()
    .regex(/^-?\d{1,3}$/, "Must be whole minutes.")
    .transform(Number)
    .refine((minutes) => Math.abs(minutes) <= LONGEST_OFFSET, {
      error: `Must be at most ${LONGEST_OFFSET} either way.`,
    })
    .optional()
    .meta({
      description:
        "By how many minutes the shopper's clock is ahead of UTC; without it times of day are the store's.",
    }),
};

/** Formats texts for a shopper in their language: amounts, dates in the store's zone, times in the shopper's. */
export function createShopperTexts(
  shop: Pick<Shop, "currency" | "ianaTimezone">,
  { lang, utc_offset }: { lang: string; utc_offset?: number | undefined },
) {
  const { currency } = shop;
  const digits = currencyDigits(currency);
  const money = amountFormat(lang, currency, digits);
  const signed = amountFormat(lang, currency, digits, { signDisplay: "exceptZero" });
  const day = new Intl.DateTimeFormat(lang, { dateStyle: "long", timeZone: shop.ianaTimezone });
  const time = new Intl.DateTimeFormat(lang, {
    dateStyle: "long",
    timeStyle: "short",
    timeZone: utc_offset === undefined ? shop.ianaTimezone : zoneOf(utc_offset),
  });
  return {
    /** A calendar day of the store, `YYYY-MM-DD`. */
    date: (instant: Date) => formatDate(instant, shop.ianaTimezone),
    moneyText: (minor: number) => money.format(minor / 10 ** digits),
    signedMoneyText: (minor: number) => signed.format(minor / 10 ** digits),
    dateText: (instant: Date) => day.format(instant),
    timeText: (instant: Date) => time.format(instant),
  };
}

export type ShopperTexts = ReturnType<typeof createShopperTexts>;

function isLocale(text: string): boolean {
  try {
    return Intl.getCanonicalLocales(text).length === 1;
  } catch {
    return false;
  }
}

/** 330 is "+05:30". */
function zoneOf(utcOffset: number): string {
  const minutes = Math.abs(utcOffset);
  const part = (value: number) => String(value).padStart(2, "0");
  return `${utcOffset < 0 ? "-" : "+"}${part(Math.floor(minutes / 60))}:${part(minutes % 60)}`;
}
