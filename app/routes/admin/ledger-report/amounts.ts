import type { Formats } from "#app/ui/format.ts";

/** What a ledger counts: minor units of a currency, or, without one, points. */
export type LedgerCurrency = string | null;

/** An amount as it is written in a sentence or a table. Points stand without their word. */
export function showAmount(amount: number, currency: LedgerCurrency, formats: Formats): string {
  return currency === null ? formats.count(amount, "", "").trim() : formats.money(amount, currency);
}

/** The same for an axis. */
export function showShortAmount(
  amount: number,
  currency: LedgerCurrency,
  formats: Formats,
): string {
  return currency === null ? formats.shortNumber(amount) : formats.shortMoney(amount, currency);
}
