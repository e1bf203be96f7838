import { currencyExponent } from "#app/lib/money.ts";

/**
 * Amounts, dates and counts in the admin's words. Loaders call these, so that the server's and the
 * browser's ideas of a language never differ on one page.
 */
const LOCALE = "en";

/** 1250 EUR is "€12.50". */
export function formatMoney(minor: number, currency: string): string {
  return new Intl.NumberFormat(LOCALE, { style: "currency", currency }).format(
    minor / 10 ** currencyExponent(currency),
  );
}

/** "4 Mar 2026, 17:05" in the store's zone. */
export function formatInstant(instant: Date, zone: string): string {
  const format = new Intl.DateTimeFormat(LOCALE, {
    day: "numeric",
    month: "short",
    year: "numeric",
    hour: "2-digit",
    minute: "2-digit",
    hourCycle: "h23",
    timeZone: zone,
  });
  const parts = new Map(format.formatToParts(instant).map(({ type, value }) => [type, value]));
  const part = (type: Intl.DateTimeFormatPartTypes) => parts.get(type) ?? "";
  return `${part("day")} ${part("month")} ${part("year")}, ${part("hour")}:${part("minute")}`;
}

/** "1 renewal", "3 renewals". */
export function countOf(count: number, one: string, many = `${one}s`): string {
  return `${new Intl.NumberFormat(LOCALE).format(count)} ${count === 1 ? one : many}`;
}

/** A calendar day, "2026-03-04", as "4 Mar 2026". */
export function formatDay(date: string): string {
  const parts = new Intl.DateTimeFormat(LOCALE, {
    day: "numeric",
    month: "short",
    year: "numeric",
    timeZone: "UTC",
  }).formatToParts(new Date(`${date}T12:00:00Z`));
  const part = (wanted: string) => parts.find(({ type }) => type === wanted)?.value ?? "";
  return `${part("day")} ${part("month")} ${part("year")}`;
}

/** A calendar month, "2026-03", as "Mar 2026". */
export function formatMonth(month: string): string {
  return formatDay(`${month}-01`).slice(2);
}
