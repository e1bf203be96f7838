import { z } from "zod";
import type { LoyaltyOrder } from "../../facts/fact.ts";
import type { LoyaltyWords } from "../../loyalty-words.ts";
import { countUp } from "../count-up.ts";
import type { RuleTypeModule } from "../rule-type-module.ts";
import { id, times } from "../setting-schemas.ts";

const ofMembership = z.strictObject({ required_recharges: times, plan_id: id.optional() });
const ofProduct = z.strictObject({
  required_recharges: times,
  plan_group_id: id,
  plan_id: id.optional(),
});

/** A reward for every so many renewals of a membership. */
export const membershipRechargePunchCard: RuleTypeModule<z.infer<typeof ofMembership>> = {
  settings: ofMembership,
  hears: ["order"],
  describe: ({ required_recharges: required, plan_id }, words) =>
    `for every ${renewals(required, words)} of ${plan_id ? "one membership plan" : "a membership"}`,
  countsRenewals: true,
  countsAt: (fact, { plan_id }) =>
    fact.kind === "order" && renews(fact.order, { kind: "membership", planId: plan_id })
      ? fact.at
      : null,
  count: (input) =>
    countUp(input, { weight: () => 1, required: ({ required_recharges: count }) => count }),
};

/** A reward for every so many renewals of subscriptions to products of one group of plans. */
export const productRechargePunchCard: RuleTypeModule<z.infer<typeof ofProduct>> = {
  settings: ofProduct,
  hears: ["order"],
  describe: ({ required_recharges: required, plan_id }, words) =>
    `for every ${renewals(required, words)} of subscriptions of one plan${plan_id ? "" : " group"}`,
  countsRenewals: true,
  countsAt: (fact, { plan_id, plan_group_id }) =>
    fact.kind === "order" &&
    renews(fact.order, { kind: "product", planId: plan_id, planGroupId: plan_group_id })
      ? fact.at
      : null,
  count: (input) =>
    countUp(input, { weight: () => 1, required: ({ required_recharges: count }) => count }),
};

function renewals(required: number, { count }: LoyaltyWords): string {
  return required === 1 ? "renewal" : count(required, "renewal");
}

function renews(
  { isPurchase, contracts }: LoyaltyOrder,
  wanted: { kind: "membership" | "product"; planId?: number | undefined; planGroupId?: number },
): boolean {
  // The money of other goods on the same order renews nothing.
  if (!isPurchase) return false;
  return contracts.some(
    ({ kind, isFirst, planId, planGroupId, isPurchase: isOwn }) =>
      isOwn &&
      kind === wanted.kind &&
      !isFirst &&
      (wanted.planId === undefined || planId === BigInt(wanted.planId)) &&
      (wanted.planGroupId === undefined || planGroupId === BigInt(wanted.planGroupId)),
  );
}
