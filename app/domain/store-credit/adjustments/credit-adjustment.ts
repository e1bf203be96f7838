import { lineText } from "#app/lib/line-text.ts";
import { currencyExponent, parseDecimalToMinor, withoutTrailingZeros } from "#app/lib/money.ts";
import { CREDIT_TYPES, type CreditTypeCode } from "../../ledger/movement.ts";

/** The reasons for an adjustment that other systems and the merchant can give (contract, section 4.4). */
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
 * What is wrong with an amount as it was sent, regardless of sign and currency; null when it is valid: a plain
 * decimal with at most two places, as a number or as text. `1e2`, `0x10` and `1.005` are invalid.
 */
export function adjustmentValueError(value: unknown): string | null {
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
 * An amount without an {@link adjustmentValueError}, in the minor units of a currency; null when the currency
 * has fewer decimals than the amount.
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

/** An adjustment as somebody typed it. */
export interface AdjustmentInput {
  amount: string;
  type: string;
  reason: string;
}

/** What is wrong with it, by field, in sentences. */
type AdjustmentProblems = { [K in keyof AdjustmentInput]?: string };

export type CheckedAdjustment =
  | { problems: null; amountMinor: number; typeCode: CreditTypeCode; reason: string }
  | { problems: AdjustmentProblems };

/** Reads an adjustment by the rules of the Store Credit Management API (contract, section 4.4). */
export function checkAdjustment(input: AdjustmentInput, currency: string): CheckedAdjustment {
  const type = ADJUSTMENT_TYPES.find((known) => known === input.type);
  const amount = input.amount.trim();
  const amountMinor = toMinorAdjustment(amount, currency);
  const reason = lineText(input.reason);
  const amountProblem =
    (hasGroups(amount) ? "Must have at most 2 decimal places." : null) ??
    adjustmentValueError(amount) ??
    (amountMinor === null ? decimalsOf(currency) : null) ??
    (type && isDeductionOnly(type) && (amountMinor ?? 0) > 0
      ? `Must be below 0: “${type}” only takes credit away.`
      : null);
  const reasonProblem = reasonError(reason);
  if (!type || amountMinor === null || amountProblem || reasonProblem) {
    return {
      problems: {
        ...(amountProblem && { amount: amountProblem }),
        ...(!type && { type: `Must be one of: ${ADJUSTMENT_TYPES.join(", ")}.` }),
        ...(reasonProblem && { reason: reasonProblem }),
      },
    };
  }
  return { problems: null, amountMinor, typeCode: ADJUSTMENT_TYPE_CODES[type], reason };
}

/** A person who types 1.000 means a thousand as often as one: it is read as neither. */
function hasGroups(amount: string): boolean {
  return /\.\d{3}/.test(amount);
}

function reasonError(reason: string): string | null {
  if (reason === "") return "Enter a reason. It is shown in the customer's history.";
  return reason.length > MAX_REASON_LENGTH ? `At most ${MAX_REASON_LENGTH} characters.` : null;
}
