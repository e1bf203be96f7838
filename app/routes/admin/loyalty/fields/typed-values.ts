import { typeAmount } from "#app/lib/typed-amount.ts";
import { type AmountsTyped, numberOf } from "../../churn/offer-types/number-text.ts";

/** A number of at most two decimals as a person of the locale types it. */
export function typeNumber(value: number, { locale }: AmountsTyped): string {
  return typeAmount(String(value), locale);
}

/** The same where there may be none: a blank text. */
export function typeOptional(value: number | null, amounts: AmountsTyped): string {
  return value === null ? "" : typeNumber(value, amounts);
}

/** Blank is none; what is no number is NaN. */
export function optionalAmount(text: string, amounts: AmountsTyped): number | null {
  return text.trim() === "" ? null : numberOf(text, amounts);
}

/** Blank is nothing. */
export function amountOrZero(text: string, amounts: AmountsTyped): number {
  return optionalAmount(text, amounts) ?? 0;
}

/** What is separated by commas or lines, without blanks. */
export function listOf(text: string): string[] {
  return text
    .split(/[,\n]/)
    .map((part) => part.trim())
    .filter((part) => part !== "");
}
