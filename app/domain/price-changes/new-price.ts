import type { PriceChange } from "#app/generated/prisma/client.ts";
import type { PlatformContract } from "#app/platform/platform-contract.ts";
import type { LinePrices } from "../billing/prices/price-change-row.ts";
import { priceAfterSteps } from "../billing/prices/price-steps.ts";

type Rule = Pick<PriceChange, "percentHundredths"> & { fixedMinor: bigint | number | null };

/** What a piece that costs `minor` now is to cost; minor units, half a unit rounds up. */
export function newPriceOf({ fixedMinor, percentHundredths }: Rule, minor: number): number {
  if (fixedMinor !== null) return Number(fixedMinor);
  return Math.round((minor * (10_000 + (percentHundredths ?? 0))) / 10_000);
}

/** Whether it changes a price at all: new terms may come alone. */
export function changesPrice({ fixedMinor, percentHundredths }: Rule): boolean {
  return fixedMinor !== null || percentHundredths !== null;
}

/**
 * The lines of a contract that a plan's new price is for: those of the plan that cost something. Where the first charges cost
 * less, the price after them changes.
 */
export function linePricesOf(
  { lines }: Pick<PlatformContract, "lines">,
  platformPlanId: number,
  rule: Rule,
  steps: { priceStep: number },
): LinePrices {
  return lines
    .filter(({ sellingPlanId }) => sellingPlanId === platformPlanId)
    .map((line) => ({ lineGid: line.lineGid, beforeMinor: priceAfterSteps(line, steps) }))
    .filter(({ beforeMinor }) => beforeMinor > 0)
    .map((line) => ({ ...line, afterMinor: newPriceOf(rule, line.beforeMinor) }));
}
