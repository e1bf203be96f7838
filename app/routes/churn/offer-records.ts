import { z } from "zod";
import type { AppliedOffer } from "#app/domain/churn/activation/applied-offer.ts";
import type { OfferSnapshot } from "#app/domain/churn/offers/churn-offer.ts";
import { toMicrosecondIso } from "#app/domain/churn/offers/types/microsecond-iso.ts";
import {
  OFFER_TYPES,
  type OfferReward,
  type OfferRewardOf,
  type OfferRules,
  type OfferRulesOf,
  type OfferType,
} from "#app/domain/churn/offers/types/offer-types.ts";

/** What the Churn API shows of one type of offer (contract, section 2.7). */
interface OfferRecordType<Rules, Reward> {
  rules: z.ZodType;
  reward: z.ZodType;
  toRules(rules: Rules): unknown;
  /** `withdrawnAt`: when the effect left the contract. */
  toReward(reward: Reward, withdrawnAt: Date | null): unknown;
}

const types: { [T in OfferType]: OfferRecordType<OfferRulesOf<T>, OfferRewardOf<T>> } = {
  discount_price: {
    rules: z.object({
      discount_type: z.enum(["percentage", "fixed_amount"]),
      discount_value: z.number(),
    }),
    reward: z.object({
      gid: z.string(),
      title: z.string(),
      target_type: z.enum(["LINE_ITEM", "SHIPPING_LINE"]),
      recurring_cycle_limit: z.number().int().nullable(),
      usage_count: z.number().int(),
      applies_on_each_item: z.boolean(),
      discount_type: z.enum(["percentage", "fixed_amount"]),
      value: z.number(),
      deleted_at: z.string().nullable(),
    }),
    toRules: ({ discount_type, discount_value }) => ({ discount_type, discount_value }),
    toReward: (reward, withdrawnAt) => ({
      ...reward,
      deleted_at: withdrawnAt ? toMicrosecondIso(withdrawnAt) : reward.deleted_at,
    }),
  },
  change_frequency: {
    rules: z.object({
      interval_count: z.number().int(),
      interval_name: z.enum(["year", "month", "week", "day"]),
    }),
    reward: z.object({
      interval_count: z.number().int(),
      interval_name: z.enum(["YEAR", "MONTH", "WEEK", "DAY"]),
      next_billing_date: z.string().nullable(),
    }),
    toRules: ({ interval_count, interval_name }) => ({ interval_count, interval_name }),
    toReward: (reward) => reward,
  },
  add_store_credits: {
    rules: z.object({ credit_amount: z.string() }),
    reward: z.object({
      credit_amount: z.string(),
      currency: z.string(),
      store_credit_balance: z.string(),
      expires_at: z.string().nullable(),
    }),
    toRules: ({ credit_amount }) => ({ credit_amount }),
    toReward: (reward) => reward,
  },
  pause: {
    rules: z
      .object({ pause_cycles: z.number().int() })
      .meta({ description: "Offer type pause: an extension of the contract." }),
    reward: z
      .object({ paused_until: z.string() })
      .meta({ description: "Offer type pause: an extension of the contract." }),
    toRules: ({ pause_cycles }) => ({ pause_cycles }),
    toReward: (reward) => reward,
  },
};

const allTypes = Object.values<OfferRecordType<OfferRules, OfferReward>>(types);

function recordTypeOf({ type }: OfferRules): OfferRecordType<OfferRules, OfferReward> {
  return types[type];
}

export const offerSchema = z
  .object({
    id: z.number().int(),
    name: z.string(),
    description: z.string(),
    type: z.enum(OFFER_TYPES),
    rules: z.union(allTypes.map(({ rules }) => rules)),
  })
  .meta({ id: "Offer" });

export const appliedOfferSchema = z
  .object({
    offer: offerSchema,
    reward: z.union(allTypes.map(({ reward }) => reward)),
    status: z.enum(["Active", "Cancelled"]),
    deleted_at: z.string().nullable(),
  })
  .meta({ id: "AppliedOffer" });

export function toOfferRecord(offer: OfferSnapshot): z.infer<typeof offerSchema> {
  return {
    id: Number(offer.id),
    name: offer.name,
    description: offer.description,
    type: offer.rules.type,
    rules: recordTypeOf(offer.rules).toRules(offer.rules),
  };
}

export function toAppliedOfferRecord(applied: AppliedOffer): z.infer<typeof appliedOfferSchema> {
  const { offer, reward, state, cancelledAt, withdrawnAt } = applied;
  return {
    offer: toOfferRecord(offer),
    reward: recordTypeOf(offer.rules).toReward(reward, withdrawnAt),
    status: state === "active" ? "Active" : "Cancelled",
    deleted_at: cancelledAt ? toMicrosecondIso(cancelledAt) : null,
  };
}
