import type { AdminContext } from "#devstore/admin-api/admin-context.ts";
import {
  type CycleDates,
  cycleAt,
  cycleContaining,
  lastCycleAhead,
} from "#devstore/contracts/billing-schedule.ts";
import type { DevContract } from "#devstore/state/contract.ts";

export interface CycleSelector {
  index?: number | null;
  date?: string | null;
}

export type SelectorError =
  | "CYCLE_SELECTOR_VALIDATE_ONE_OF"
  | "CYCLE_INDEX_OUT_OF_RANGE"
  | "CYCLE_START_DATE_OUT_OF_RANGE"
  | "UPCOMING_CYCLE_LIMIT_EXCEEDED";

export const selectorMessages: Record<SelectorError, string> = {
  CYCLE_SELECTOR_VALIDATE_ONE_OF:
    "Billing cycle selector requires exactly one of index or date to be provided.",
  CYCLE_INDEX_OUT_OF_RANGE:
    "Billing cycle selector cannot select billing cycle outside of index range.",
  CYCLE_START_DATE_OUT_OF_RANGE:
    "Billing cycle selector cannot select billing cycle outside of start date range.",
  UPCOMING_CYCLE_LIMIT_EXCEEDED:
    "Billing cycle selector cannot select upcoming billing cycle past limit.",
};

/** The cycle which an index or a date selects, or why there is none. */
export function selectCycle(
  context: AdminContext,
  contract: DevContract,
  selector: CycleSelector,
): CycleDates | SelectorError {
  const { index, date } = selector;
  const { timezone } = context.shop;
  if ((index == null) === (date == null)) return "CYCLE_SELECTOR_VALIDATE_ONE_OF";
  const lastAhead = lastCycleAhead(contract, context.now, timezone);
  const lastIndex = contract.billingPolicy.maxCycles ?? Number.POSITIVE_INFINITY;
  const cycle =
    index != null
      ? index >= 1 && index <= lastIndex
        ? cycleAt(contract, Math.min(index, lastAhead + 1), timezone)
        : undefined
      : cycleContaining(contract, new Date(String(date)), timezone);
  if (cycle === undefined || cycle.index > lastIndex) {
    return index != null ? "CYCLE_INDEX_OUT_OF_RANGE" : "CYCLE_START_DATE_OUT_OF_RANGE";
  }
  return cycle.index > lastAhead ? "UPCOMING_CYCLE_LIMIT_EXCEEDED" : cycle;
}
