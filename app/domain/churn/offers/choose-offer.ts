import { subtractMonths } from "#app/lib/zoned-time.ts";
import type { ChurnOffer } from "./churn-offer.ts";
import { fitOffer } from "./fit-offer.ts";
import type { PricedSubscription } from "./priced-subscription.ts";

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
      (offer) =>
        mayHaveAgain(offer, history, now, zone) && fitOffer(offer.rules, subscription) === "good",
    ) ?? null
  );
}

/** Whether a customer who has accepted offers before may have this one, by the merchant's limit. */
export function mayHaveAgain(
  offer: ChurnOffer,
  history: readonly AcceptedBefore[],
  now: Date,
  zone: string,
): boolean {
  if (offer.oncePerCustomerMonths === null) return true;
  const since = subtractMonths(now, offer.oncePerCustomerMonths, zone);
  return !history.some((accepted) => accepted.offerId === offer.id && accepted.acceptedAt > since);
}
