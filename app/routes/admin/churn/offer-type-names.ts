import type { OfferType } from "#app/domain/churn/offers/offer-rules.ts";

/** The types of offers, in the order in which a merchant may choose one. */
export const OFFER_TYPE_NAMES: Readonly<Record<OfferType, string>> = {
  discount_price: "Discount",
  change_frequency: "Change frequency",
  add_store_credits: "Store credit",
};
