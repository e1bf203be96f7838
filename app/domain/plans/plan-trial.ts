import { z } from "zod";
import { parseDecimalToMinor } from "#app/lib/money.ts";
import type { PlanTrial } from "#app/platform/platform-plan-group.ts";
import { describeWrongAmount } from "./wrong-amount.ts";

const MAX_DAYS = 365;

/** A trial as the editor sends it. */
export const trialSchema = z.object({
  days: z
    .number("Give a number of days.")
    .int("Give a whole number of days.")
    .min(1, "At least 1 day.")
    .max(MAX_DAYS, `At most ${MAX_DAYS} days.`),
  /** In the store's currency; 0 for a free trial. */
  fee: z.string(),
});

/** A plan's trial, and what is wrong with it by field. */
export function readTrial(
  plan: { trial: z.output<typeof trialSchema> | null; discountCycles: number | null },
  { kind, currency }: { kind: "membership" | "product"; currency: string },
): { trial: PlanTrial | null; wrong: Record<string, string> } {
  if (!plan.trial) return { trial: null, wrong: {} };
  const { days, fee } = plan.trial;
  const wrong: Record<string, string> = {};
  if (kind !== "membership") {
    wrong["trial.days"] = "Only a membership can begin with a trial: a delivery can't be tried.";
  }
  if (plan.discountCycles !== null) {
    wrong.discountCycles =
      "Shopify takes two prices for a plan, and a trial's fee is one of them. Clear “For the first charges”, or remove the trial.";
  }
  const feeMinor = parseDecimalToMinor(fee, currency);
  if (feeMinor === null) wrong["trial.fee"] = describeWrongAmount(fee, currency);
  else if (feeMinor < 0) wrong["trial.fee"] = "Give 0 or more.";
  return { trial: { days, feeMinor: feeMinor ?? 0, currency }, wrong };
}
