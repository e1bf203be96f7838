import { currencyExponent } from "#app/lib/money.ts";
import { readTypedAmount } from "#app/lib/typed-amount.ts";
import type { Formats } from "#app/ui/format.ts";

/** How amounts are typed here, and of which currency they are. */
export interface AmountsTyped {
  readonly locale: string;
  readonly currency: string;
}

/** Reads a blank field as none. A text that is no whole number is -1, which every such field refuses. */
export function optionalNumber(text: string): number | null {
  if (text.trim() === "") return null;
  const number = wholeNumberOf(text);
  return Number.isNaN(number) ? -1 : number;
}

/** Digits alone: "1.000" is a thousand to some and one to others. */
export function wholeNumberOf(text: string): number {
  return /^\d+$/.test(text.trim()) ? Number(text.trim()) : Number.NaN;
}

/** A number with decimals, as the staff member's locale writes it. */
export function numberOf(text: string, { locale, currency }: AmountsTyped): number {
  const plain = readTypedAmount(text, locale, currency).text;
  return plain ? Number(plain) : Number.NaN;
}

export function textOf(value: number | null): string {
  return value === null ? "" : String(value);
}

/** Major units, for example "€10.00". */
export function moneyOf(units: number, currency: string, formats: Formats): string {
  return formats.money(units * 10 ** currencyExponent(currency), currency);
}

/** Why a typed amount is none, before the server is asked; else what the server said. */
export function amountError(
  typed: string,
  { locale, currency }: AmountsTyped,
  said: { error?: string },
): { error?: string } {
  const { problem } = readTypedAmount(typed, locale, currency);
  return problem === null ? said : { error: problem };
}
