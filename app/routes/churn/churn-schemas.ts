import { z } from "zod";
import { OFFER_TYPES } from "#app/domain/churn/offers/offer-rules.ts";
import { rewardSchema } from "#app/domain/churn/offers/reward.ts";
import { REASON_ALIASES } from "#app/domain/subscriptions/cancellation-reasons.ts";

/** The Churn API's records (contract, section 2.7). */
const offerSchema = z
  .object({
    id: z.number().int(),
    name: z.string(),
    description: z.string(),
    type: z.enum(OFFER_TYPES),
    rules: z.union([
      z.object({
        discount_type: z.enum(["percentage", "fixed_amount"]),
        discount_value: z.number(),
      }),
      z.object({
        interval_count: z.number().int(),
        interval_name: z.enum(["year", "month", "week", "day"]),
      }),
      z.object({ credit_amount: z.string() }),
    ]),
  })
  .meta({ id: "Offer" });

export const cancellationReasonSchema = z
  .object({
    id: z.number().int(),
    title: z.string(),
    description: z.string().nullable(),
    alias: z.enum(REASON_ALIASES),
    offers: z.array(offerSchema),
  })
  .meta({ id: "CancellationReason" });

export const appliedOfferSchema = z
  .object({
    offer: offerSchema,
    reward: rewardSchema,
    status: z.enum(["Active", "Cancelled"]),
    deleted_at: z.string().nullable(),
  })
  .meta({ id: "AppliedOffer" });
