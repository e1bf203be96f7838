import type { PlanTerms } from "../../platform-plan-group.ts";
import type { PlanFactsFragment, SellingPlanInput } from "../admin-operations.generated.ts";
import { readPricing, withoutZero, writeDiscount, writePricing } from "./plan-pricing.ts";

/**
 * The platform has no field for a trial's length: it stands in a metafield of the app's own, with the plan, so that it is
 * saved, copied and lost together with it.
 */
const trialDaysField = { namespace: "$app", key: "trial_days", type: "number_integer" };

/** The first charge of a trial is its fee, and every one after it the plan's price: the two policies that a plan may have. */
export function writeTerms({
  pricing,
  trial,
}: Pick<PlanTerms, "pricing" | "trial">): Pick<SellingPlanInput, "pricingPolicies" | "metafields"> {
  const metafields = [{ ...trialDaysField, value: String(trial?.days ?? 0) }];
  if (!trial) return { pricingPolicies: writePricing(pricing), metafields };
  const { feeMinor: amountMinor, currency } = trial;
  const fee = { fixed: writeDiscount({ kind: "fixed_price", amountMinor, currency }) };
  const price = writeDiscount(pricing.discount ?? { kind: "percentage", percentage: 0 });
  return { pricingPolicies: [fee, { recurring: { ...price, afterCycle: 1 } }], metafields };
}

/** A plan whose policies are not those of {@link writeTerms} has no trial, whatever its metafield says. */
export function readTerms({ pricingPolicies, trialDays }: PlanFactsFragment) {
  const withoutTrial = { pricing: readPricing(pricingPolicies), trial: null };
  const days = Number(trialDays?.value ?? 0);
  const [first, second, ...others] = pricingPolicies;
  if (!Number.isSafeInteger(days) || days < 1 || !first || !second || others.length > 0) {
    return withoutTrial;
  }
  if (second.__typename !== "SellingPlanRecurringPricingPolicy" || second.afterCycle !== 1) {
    return withoutTrial;
  }
  const fee = readPricing([first])?.discount ?? null;
  const price = readPricing([{ ...second, __typename: "SellingPlanFixedPricingPolicy" }]);
  if (fee?.kind !== "fixed_price" || !price) return withoutTrial;
  const discount = price.discount && withoutZero(price.discount);
  const trial = { days, feeMinor: fee.amountMinor, currency: fee.currency };
  return { pricing: { discount, cycles: null }, trial };
}
