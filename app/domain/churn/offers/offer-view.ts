import { addDays, formatDate, type Interval } from "#app/lib/zoned-time.ts";
import type { OfferSnapshot } from "../activation/applied-offer.ts";
import {
  fullPriceFrom,
  newInterval,
  nextBillingAfterChange,
  type PricedSubscription,
  priceWithOffer,
} from "./offer-pricing.ts";
import { creditAmountMinor } from "./reward.ts";

/**
 * An offer priced for one subscription, as the storefront shows it: numbers and dates only, worded by
 * the theme extension in the shopper's language. Exactly one of the three parts is there.
 */
export interface OfferView {
  id: number;
  type: "discount_price" | "change_frequency" | "add_store_credits";
  name: string;
  description: string;
  discount?: {
    discount_type: "percentage" | "fixed_amount";
    discount_value: number;
    cycles: number | null;
    price_minor: number;
    price_with_offer_minor: number;
    currency: string;
    full_price_from: string | null;
  };
  frequency?: {
    from_count: number;
    from_unit: Interval["unit"];
    to_count: number;
    to_unit: Interval["unit"];
    next_billing_date: string | null;
  };
  credit?: { amount_minor: number; currency: string; expires_on: string | null };
}

/** Prices an offer. Dates are calendar dates in the store's zone. */
export function toOfferView(
  offer: OfferSnapshot,
  subscription: PricedSubscription,
  shop: { currency: string; ianaTimezone: string },
  now: Date,
): OfferView {
  const zone = shop.ianaTimezone;
  const dateOrNull = (instant: Date | null) => (instant ? formatDate(instant, zone) : null);
  const { rules } = offer;
  const named = {
    id: Number(offer.id),
    type: rules.type,
    name: offer.name,
    description: offer.description,
  };
  switch (rules.type) {
    case "discount_price":
      return {
        ...named,
        discount: {
          discount_type: rules.discount_type,
          discount_value: rules.discount_value,
          cycles: rules.cycles,
          price_minor: subscription.priceMinor,
          price_with_offer_minor: priceWithOffer(subscription, rules),
          currency: subscription.currency,
          full_price_from: dateOrNull(fullPriceFrom(subscription, rules.cycles, zone)),
        },
      };
    case "change_frequency": {
      const to = newInterval(rules);
      return {
        ...named,
        frequency: {
          from_count: subscription.interval.count,
          from_unit: subscription.interval.unit,
          to_count: to.count,
          to_unit: to.unit,
          next_billing_date: dateOrNull(nextBillingAfterChange(subscription, rules, now, zone)),
        },
      };
    }
    case "add_store_credits": {
      const days = rules.expires_in_days;
      return {
        ...named,
        credit: {
          amount_minor: creditAmountMinor(rules.credit_amount, shop.currency),
          currency: shop.currency,
          expires_on: days === null ? null : formatDate(addDays(now, days, zone), zone),
        },
      };
    }
  }
}
