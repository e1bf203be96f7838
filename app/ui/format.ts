import { type AmountFormat, amountFormat } from "#storefront/money/amount-format.ts";
import { currencyDigits } from "#storefront/money/currency-digits.ts";

/**
 * Amounts, dates and counts as a staff member's locale writes them: the order of a date, separators, the place of the
 * currency. Words stay English, so a month has a name only where the locale is English too.
 */
export interface Formats {
  readonly locale: string;
  /** 1250 EUR is "€12.50" in English and "12,50 €" in German. */
  money(minor: number, currency: string): string;
  /** Short, for an axis: "€1.2K". */
  shortMoney(minor: number, currency: string): string;
  /** A plain number, short: "1.2K". */
  shortNumber(value: number): string;
  /** "4 Mar 2026, 17:05" or "04.03.2026, 17:05", in the store's zone. */
  instant(instant: Date, zone: string): string;
  /** A calendar day, "2026-03-04", as "4 Mar 2026" or "04.03.2026". */
  day(date: string): string;
  /** A calendar month, "2026-03", as "Mar 2026" or "03/2026". */
  month(month: string): string;
  /** "1 renewal", "3,000 renewals". */
  count(count: number, one: string, many?: string): string;
}

/** Where nobody has said a locale. */
const DEFAULT_LOCALE = "en";

/** Scripts and calendars that English words beside them could not be read with. */
const COMMON = { numberingSystem: "latn", calendar: "gregory" } as const;
const STEPS = [
  [1e9, "B"],
  [1e6, "M"],
  [1e3, "K"],
] as const;

const known = new Map<string, Formats>();

/** @param locale as `supportedLocale` answers it; null is English. */
export function formatsOf(locale: string | null): Formats {
  const name = locale ?? DEFAULT_LOCALE;
  const formats = known.get(name) ?? createFormats(name);
  known.set(name, formats);
  return formats;
}

function createFormats(locale: string): Formats {
  // English without a country is nobody's in particular: the day comes first, and the clock has 24 hours.
  const dates = locale === DEFAULT_LOCALE ? "en-GB" : locale;
  const isEnglish = /^en\b/.test(locale);
  const month = { year: "numeric", month: isEnglish ? "short" : "2-digit" } as const;
  const day = { ...month, day: isEnglish ? "numeric" : "2-digit" } as const;
  const time = { hour: "numeric", minute: "2-digit" } as const;
  const utc = { ...COMMON, timeZone: "UTC" };
  const dayFormat = new Intl.DateTimeFormat(dates, { ...day, ...utc });
  const monthFormat = new Intl.DateTimeFormat(dates, { ...month, ...utc });
  const countFormat = new Intl.NumberFormat(locale, COMMON);
  const money = remember((currency) =>
    amountFormat(locale, currency, currencyDigits(currency), COMMON),
  );
  const shortMoney = remember((currency) =>
    amountFormat(locale, currency, 1, { ...COMMON, minimumFractionDigits: 0 }),
  );
  const shortNumber = new Intl.NumberFormat(locale, { ...COMMON, maximumFractionDigits: 1 });
  const instants = remember(
    (timeZone) => new Intl.DateTimeFormat(dates, { ...day, ...time, ...COMMON, timeZone }),
  );
  return {
    locale,
    money: (minor, currency) => money(currency).format(minor / 10 ** currencyDigits(currency)),
    shortMoney: (minor, currency) =>
      shorten(shortMoney(currency), minor / 10 ** currencyDigits(currency)),
    shortNumber: (value) => shorten(shortNumber, value),
    instant: (instant, zone) => instants(zone).format(instant),
    day: (date) => dayFormat.format(new Date(`${date}T12:00:00Z`)),
    month: (name) => monthFormat.format(new Date(`${name}-01T12:00:00Z`)),
    count: (count, one, many = `${one}s`) =>
      `${countFormat.format(count)} ${count === 1 ? one : many}`,
  };
}

/** By our own letters: the locale's short form has words in it ("Tsd."). */
function shorten(format: Pick<AmountFormat, "formatToParts">, units: number): string {
  const tenths = (step: number) => Math.round((Math.abs(units) / step) * 10) / 10;
  const [step, letter] = STEPS.find(([one]) => tenths(one) >= 1) ?? [1, ""];
  const parts = format.formatToParts(units / step);
  const last = parts.findLastIndex(({ type }) => type === "integer" || type === "fraction");
  return parts.map(({ value }, at) => (at === last ? `${value}${letter}` : value)).join("");
}

function remember<T>(create: (name: string) => T): (name: string) => T {
  const made = new Map<string, T>();
  return (name) => {
    const one = made.get(name) ?? create(name);
    made.set(name, one);
    return one;
  };
}
