import type { LoyaltyWords } from "#app/domain/loyalty/loyalty-words.ts";
import { currencyExponent } from "#app/lib/money.ts";
import type { Formats } from "#app/ui/format.ts";

/** For what is not typed yet. */
const OPEN = "…";

/** How the sentences about rules write amounts and days for a staff member. */
export function loyaltyWords(formats: Formats, currency: string): LoyaltyWords {
  return {
    money: (major) =>
      Number.isFinite(major)
        ? formats.money(major * 10 ** currencyExponent(currency), currency)
        : OPEN,
    count: (count, one, many = `${one}s`) =>
      Number.isFinite(count) ? formats.count(count, one, many) : `${OPEN} ${many}`,
    number: (value) => (Number.isFinite(value) ? formats.count(value, "", "").trim() : OPEN),
    day: (date) => (/^\d{4}-\d{2}-\d{2}$/.test(date) ? formats.day(date) : OPEN),
    quoted: (text) => `“${text.trim() || OPEN}”`,
  };
}

/** A number of points by itself, for a column or a figure. */
export function pointsNumber(points: number, formats: Formats): string {
  return formats.count(points, "", "").trim();
}
