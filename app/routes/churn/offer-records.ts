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
      discount_type: z.enum(["percentage", "fixed_amount"]).meta({
        description: "Whether the value is a percentage or an amount.",
        example: "percentage",
      }),
      discount_value: z
        .number()
        .meta({ description: "Percent, or an amount in the store's currency.", example: 20 }),
    }),
    reward: z.object({
      gid: z.string().meta({
        description: "The discount on the contract.",
        example: "gid://platform/SubscriptionManualDiscount/9",
      }),
      title: z
        .string()
        .meta({ description: "The discount's name on the contract.", example: "A fifth off" }),
      target_type: z
        .enum(["LINE_ITEM", "SHIPPING_LINE"])
        .meta({ description: "What it lowers: the goods or the delivery.", example: "LINE_ITEM" }),
      recurring_cycle_limit: z.number().int().nullable().meta({
        description: "For how many billing cycles it counts; null for all of them.",
        example: 3,
      }),
      usage_count: z.number().int().meta({
        description: "In how many cycles it has counted so far.",
        example: 0,
      }),
      applies_on_each_item: z
        .boolean()
        .meta({ description: "Whether a fixed amount is taken off each item.", example: false }),
      discount_type: z.enum(["percentage", "fixed_amount"]).meta({
        description: "Whether the value is a percentage or an amount.",
        example: "percentage",
      }),
      value: z
        .number()
        .meta({ description: "Percent, or an amount in the contract's currency.", example: 20 }),
      deleted_at: z.string().nullable().meta({
        description:
          "When the discount left the contract, in UTC with microseconds; null while it is on it.",
        example: null,
      }),
    }),
    toRules: ({ discount_type, discount_value }) => ({ discount_type, discount_value }),
    toReward: (reward, withdrawnAt) => ({
      ...reward,
      deleted_at: withdrawnAt ? toMicrosecondIso(withdrawnAt) : reward.deleted_at,
    }),
  },
  change_frequency: {
    rules: z.object({
      interval_count: z
        .number()
        .int()
        .meta({ description: "How many units lie between two charges.", example: 2 }),
      interval_name: z
        .enum(["year", "month", "week", "day"])
        .meta({ description: "The unit.", example: "month" }),
    }),
    reward: z.object({
      interval_count: z
        .number()
        .int()
        .meta({ description: "How many units lie between two charges now.", example: 2 }),
      interval_name: z
        .enum(["YEAR", "MONTH", "WEEK", "DAY"])
        .meta({ description: "The unit.", example: "MONTH" }),
      next_billing_date: z.string().nullable().meta({
        description:
          "When it is charged next, in UTC with microseconds; null when the platform names no date.",
        example: "2026-12-05T10:00:00.000000Z",
      }),
    }),
    toRules: ({ interval_count, interval_name }) => ({ interval_count, interval_name }),
    toReward: (reward) => reward,
  },
  add_store_credits: {
    rules: z.object({
      credit_amount: z.string().meta({
        description: "How much credit is given, a decimal text in the store's currency.",
        example: "10.00",
      }),
    }),
    reward: z.object({
      credit_amount: z
        .string()
        .meta({ description: "How much credit was given, a decimal text.", example: "10.00" }),
      currency: z.string().meta({ description: "The store's currency, ISO 4217.", example: "EUR" }),
      store_credit_balance: z.string().meta({
        description: "What the customer could spend right after it, a decimal text.",
        example: "22.50",
      }),
      expires_at: z.string().nullable().meta({
        description: "When the credit ends, in UTC with microseconds; null when it does not end.",
        example: null,
      }),
    }),
    toRules: ({ credit_amount }) => ({ credit_amount }),
    toReward: (reward) => reward,
  },
  pause: {
    rules: z
      .object({
        pause_cycles: z
          .number()
          .int()
          .meta({ description: "For how many billing intervals it is paused.", example: 2 }),
      })
      .meta({ description: "Offer type pause: an extension of the contract." }),
    reward: z
      .object({
        paused_until: z.string().meta({
          description: "When it resumes by itself, in UTC with microseconds.",
          example: "2027-01-05T10:00:00.000000Z",
        }),
      })
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
    id: z.number().int().meta({ description: "The offer's number in this store.", example: 7 }),
    name: z
      .string()
      .meta({ description: "The offer's name, as the merchant wrote it.", example: "A fifth off" }),
    description: z.string().meta({
      description: "What the shopper reads about it; empty where the merchant wrote nothing.",
      example: "20% off your next three charges.",
    }),
    type: z.enum(OFFER_TYPES).meta({
      description: "What it does. The type pause is an extension of this product.",
      example: "discount_price",
    }),
    rules: z.union(allTypes.map(({ rules }) => rules)).meta({
      description: "How much; its fields go with the type.",
      example: { discount_type: "percentage", discount_value: 20 },
    }),
  })
  .meta({ id: "Offer" });

export const appliedOfferSchema = z
  .object({
    offer: offerSchema.meta({ description: "The offer as it was when it was accepted." }),
    reward: z.union(allTypes.map(({ reward }) => reward)).meta({
      description: "What it has changed; its fields go with the type.",
      example: { paused_until: "2027-01-05T10:00:00.000000Z" },
    }),
    status: z.enum(["Active", "Cancelled"]).meta({
      description:
        "Cancelled once the contract was cancelled, or the offer or its discount taken away. One that was used up stays Active.",
      example: "Active",
    }),
    deleted_at: z.string().nullable().meta({
      description: "When it was cancelled, in UTC with microseconds; null while it is active.",
      example: null,
    }),
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
