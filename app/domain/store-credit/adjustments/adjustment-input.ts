import type { CreditTypeCode } from "../../ledger/movement.ts";
import {
  ADJUSTMENT_TYPE_CODES,
  ADJUSTMENT_TYPES,
  decimalsOf,
  isDeductionOnly,
  MAX_REASON_LENGTH,
  refuseAdjustmentValue,
  toMinorAdjustment,
} from "./credit-adjustment.ts";

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
  const reason = input.reason.toWellFormed().trim();
  const amountProblem =
    (hasGroups(amount) ? "Must have at most 2 decimal places." : null) ??
    refuseAdjustmentValue(amount) ??
    (amountMinor === null ? decimalsOf(currency) : null) ??
    (type && isDeductionOnly(type) && (amountMinor ?? 0) > 0
      ? `Must be below 0: “${type}” only takes credit away.`
      : null);
  const reasonProblem = refuseReason(reason);
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

function refuseReason(reason: string): string | null {
  if (reason === "") return "Enter a reason. It is shown in the customer's history.";
  if (reason.includes("\u0000")) return "Must not contain a NUL character.";
  return reason.length > MAX_REASON_LENGTH ? `At most ${MAX_REASON_LENGTH} characters.` : null;
}
