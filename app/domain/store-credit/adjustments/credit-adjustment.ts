import { currencyExponent, parseDecimalToMinor, withoutTrailingZeros } from "#app/lib/money.ts";
import { CREDIT_TYPES, type CreditTypeCode } from "../../ledger/movement.ts";

/** The words by which other systems and the merchant say why credit is adjusted (contract, section 4.4). */
export const ADJUSTMENT_TYPES = [
  "manual admin adjustment",
  "reconciled",
  "forfeit",
  "expired",
] as const;

export type AdjustmentType = (typeof ADJUSTMENT_TYPES)[number];

export const ADJUSTMENT_TYPE_CODES: Readonly<Record<AdjustmentType, CreditTypeCode>> = {
  "manual admin adjustment": CREDIT_TYPES.adjustment,
  reconciled: CREDIT_TYPES.reconciled,
  forfeit: CREDIT_TYPES.forfeit,
  expired: CREDIT_TYPES.expired,
};

/** The most that one adjustment may move, in whole units of the currency. */
const MAX_ADJUSTMENT = "999999.99";
export const MAX_REASON_LENGTH = 500;

/** True for the types that only ever take credit away. */
export function isDeductionOnly(type: AdjustmentType): boolean {
  return type !== "manual admin adjustment";
}

/**
 * What is wrong with an amount as it was sent, whatever its sign and currency; null when nothing is. A plain
 * decimal with at most two places counts, as a number or as text: `1e2`, `0x10` and `1.005` do not.
 */
export function refuseAdjustmentValue(value: unknown): string | null {
  const text = decimalText(value);
  if (text === null) return "Must be a number in plain decimals, for example 12.50 or -5.";
  const [whole = "", places = ""] = text.replace("-", "").split(".");
  const decimals = withoutTrailingZeros(places);
  if (decimals.length > 2) return "Must have at most 2 decimal places.";
  if (/^0*$/.test(whole + decimals)) return "Must not be 0.";
  const hundredths = parseDecimalToMinor(`${whole}.${decimals || "0"}`, "EUR");
  const most = parseDecimalToMinor(MAX_ADJUSTMENT, "EUR");
  if (hundredths === null || most === null || hundredths > most) {
    return `Must be at most ${MAX_ADJUSTMENT} either way.`;
  }
  return null;
}

/**
 * An amount that {@link refuseAdjustmentValue} lets pass, in the minor units of a currency; null when the
 * currency has fewer decimals than the amount.
 */
export function toMinorAdjustment(value: string | number, currency: string): number | null {
  return parseDecimalToMinor(decimalText(value) ?? "", currency);
}

/** Says how an amount must look in a currency that has fewer decimals than two. */
export function decimalsOf(currency: string): string {
  const places = currencyExponent(currency);
  return places === 0
    ? `Must be a whole number: ${currency} has no decimals.`
    : `Must have at most ${places} decimal places, as ${currency} has.`;
}

function decimalText(value: unknown): string | null {
  const text = typeof value === "number" ? String(value) : value;
  return typeof text === "string" && /^-?\d{1,30}(\.\d{1,30})?$/.test(text) ? text : null;
}
