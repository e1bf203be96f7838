import { isLongerInterval, subtractMonths } from "#app/lib/zoned-time.ts";
import {
  newInterval,
  type PricedSubscription,
  priceWithOffer,
  toDiscountValue,
} from "./offer-pricing.ts";
import type { ChurnOffer } from "./offer-rules.ts";

/** An offer that the customer accepted before, on any of their subscriptions. */
export interface AcceptedBefore {
  offerId: bigint;
  acceptedAt: Date;
}

/**
 * The one offer to show: the first in the merchant's order that would change something for the better
 * and that the customer may have. Null when none fits: then there is no offer step at all.
 */
export function chooseOffer(
  offers: readonly ChurnOffer[],
  subscription: PricedSubscription,
  history: readonly AcceptedBefore[],
  now: Date,
  zone: string,
): ChurnOffer | null {
  return (
    offers.find(
      (offer) => mayHaveAgain(offer, history, now, zone) && isWorthShowing(offer, subscription),
    ) ?? null
  );
}

function mayHaveAgain(
  offer: ChurnOffer,
  history: readonly AcceptedBefore[],
  now: Date,
  zone: string,
): boolean {
  if (offer.oncePerCustomerMonths === null) return true;
  const since = subtractMonths(now, offer.oncePerCustomerMonths, zone);
  return !history.some((accepted) => accepted.offerId === offer.id && accepted.acceptedAt > since);
}

function isWorthShowing({ rules }: ChurnOffer, subscription: PricedSubscription): boolean {
  switch (rules.type) {
    case "discount_price":
      return fitsCurrency(() => toDiscountValue(rules, subscription.currency))
        ? priceWithOffer(subscription, rules) < subscription.priceMinor
        : false;
    case "change_frequency":
      // A shorter rhythm would charge more in a year: no help to someone who is leaving.
      return isLongerInterval(newInterval(rules), subscription.interval);
    case "add_store_credits":
      return true;
  }
}

/** A fixed amount in cents cannot be offered on a contract in a currency without them. */
function fitsCurrency(convert: () => unknown): boolean {
  try {
    convert();
    return true;
  } catch (error) {
    if (error instanceof RangeError) return false;
    throw error;
  }
}
