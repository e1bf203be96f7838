import { z } from "zod";
import type { PricedOffer } from "#app/domain/churn/offers/priced-offer.ts";
import { OFFER_TYPES, type OfferType } from "#app/domain/churn/offers/types/offer-types.ts";
import { type SnakeCaseJson, toSnakeCaseJson } from "#app/lib/snake-case-json.ts";

const unit = z.enum(["day", "week", "month", "year"]);

/** What each type of offer comes to. Amounts in minor units, dates `YYYY-MM-DD` in the store's zone. */
const termsSchemas = {
  discount_price: z.object({
    discount_type: z.enum(["percentage", "fixed_amount"]),
    discount_value: z.number(),
    cycles: z.number().int().nullable().meta({ description: "Renewals; null for all of them." }),
    price_minor: z.number().int(),
    price_with_offer_minor: z.number().int(),
    currency: z.string(),
    currency_digits: z.int(),
    full_price_from: z.string().nullable(),
  }),
  change_frequency: z.object({
    from_count: z.number().int(),
    from_unit: unit,
    to_count: z.number().int(),
    to_unit: unit,
    next_billing_date: z.string().nullable(),
  }),
  add_store_credits: z.object({
    amount_minor: z.number().int(),
    currency: z.string(),
    currency_digits: z.int(),
    expires_on: z.string().nullable(),
  }),
  pause: z.object({
    cycles: z.number().int(),
    paused_until: z.string(),
    next_billing_date: z.string().nullable(),
  }),
} satisfies Record<OfferType, z.ZodType>;

/** An offer as a shopper sees it: always priced, with exactly the terms of its type. */
export const offerViewSchema = z
  .object({
    id: z.number().int(),
    type: z.enum(OFFER_TYPES),
    name: z.string(),
    description: z.string(),
    discount: termsSchemas.discount_price.optional(),
    frequency: termsSchemas.change_frequency.optional(),
    credit: termsSchemas.add_store_credits.optional(),
    pause: termsSchemas.pause.optional(),
  })
  .meta({ id: "OfferView" });

export type OfferView = z.infer<typeof offerViewSchema>;

/** @param zone the store's zone, in which dates are written. */
export function toOfferView(offer: PricedOffer, zone: string): SnakeCaseJson<PricedOffer> {
  return toSnakeCaseJson(offer, zone);
}
