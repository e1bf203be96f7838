import type { AppliedOffer, Subscription } from "#app/generated/prisma/client.ts";
import type { Interval } from "#app/lib/zoned-time.ts";
import { type OfferSnapshot, offerSnapshotSchema } from "./churn-offer.ts";
import { toPricedSubscription } from "./priced-subscription.ts";
import type { Situation } from "./types/offer-type-module.ts";
import { type OfferTerms, type OfferType, offerTypeOf } from "./types/offer-types.ts";

/**
 * An offer priced for one subscription, as a shopper sees it: numbers and instants only, worded by the
 * theme extension in the shopper's language.
 */
export type PricedOffer = OfferTerms & {
  id: bigint;
  type: OfferType;
  name: string;
  description: string;
};

/** Prices an offer that has not been accepted. */
export function priceOffer(offer: OfferSnapshot, situation: Situation): PricedOffer {
  return {
    ...namesOf(offer),
    ...offerTypeOf(offer.rules).terms(offer.rules, situation),
  };
}

/**
 * An offer that is active on a subscription, as it stands now; null where nothing of it is left. Its place stays taken then.
 *
 * @param nextChargeAt the subscription's next charge that is still to come.
 */
export function priceAcceptedOffer(
  applied: AppliedOffer,
  subscription: Subscription,
  { shop, now, nextChargeAt }: Pick<Situation, "shop" | "now"> & { nextChargeAt: Date | null },
): PricedOffer | null {
  const offer = offerSnapshotSchema.parse(applied.offerSnapshot);
  const type = offerTypeOf(offer.rules);
  const situation = {
    subscription: {
      ...toPricedSubscription(subscription, shop),
      priceMinor: Number(applied.priceMinor),
    },
    shop,
    now: applied.acceptedAt ?? now,
    last: null,
  };
  const terms = type.acceptedTerms(offer.rules, situation, {
    reward: type.reward.parse(applied.reward),
    priceWithOfferMinor: Number(applied.priceWithOfferMinor),
    previousInterval: previousInterval(applied),
    nextChargeAt,
    pausedUntil: subscription.pausedUntil,
    now,
  });
  return terms && { ...namesOf(offer), ...terms };
}

/** When nothing is left of an offer that is active, see `OfferTypeModule.overAt`. */
export function acceptedOfferOverAt(applied: AppliedOffer): Date | null {
  const type = offerTypeOf(offerSnapshotSchema.parse(applied.offerSnapshot).rules);
  return type.overAt(type.reward.parse(applied.reward));
}

function namesOf({ id, name, description, rules }: OfferSnapshot) {
  return { id: BigInt(id), type: rules.type, name, description };
}

function previousInterval(applied: AppliedOffer): Interval | null {
  const { previousIntervalUnit: unit, previousIntervalCount: count } = applied;
  return unit && count ? { unit: unit as Interval["unit"], count } : null;
}
