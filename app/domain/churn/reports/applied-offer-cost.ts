import type { OfferRules } from "../offers/offer-rules.ts";
import type { Reward } from "../offers/reward.ts";

/** What one accepted offer has cost so far, and how long it goes on. */
export interface OfferCost {
  /** Minor units of the applied offer's currency; null where an offer costs nothing by itself. */
  costMinor: number | null;
  /** Renewals that the discount still lowers; "all" without an end; null where cycles have no meaning. */
  cyclesLeft: number | "all" | null;
}

export interface CostedOffer {
  state: "pending" | "active" | "cancelled" | "refused";
  rules: OfferRules;
  reward: Reward | null;
  priceMinor: number;
  priceWithOfferMinor: number;
  /** The grant of a credit offer, in minor units. */
  grant: { amountMinor: number; remainingMinor: number } | null;
  /** What was taken back of the grant when the offer's grace ended, in minor units. */
  takenBackMinor: number;
}

/**
 * - A discount costs the difference of the two prices for each renewal that was charged with it.
 * - Store credit costs what was granted and not taken back: spent or not, the store owes it.
 * - A change of frequency moves charges and costs nothing by itself.
 *
 * Nothing has been spent while an offer is pending, or once the platform has refused it.
 */
export function costOf(offer: CostedOffer): OfferCost {
  if (offer.state === "pending" || offer.state === "refused" || !offer.reward) {
    return { costMinor: null, cyclesLeft: null };
  }
  if ("usage_count" in offer.reward) {
    const { usage_count: used, recurring_cycle_limit: limit } = offer.reward;
    const perCycleMinor = Math.max(0, offer.priceMinor - offer.priceWithOfferMinor);
    const left = limit === null ? "all" : Math.max(0, limit - used);
    return {
      costMinor: perCycleMinor * used,
      cyclesLeft: offer.state === "active" ? left : 0,
    };
  }
  if (offer.grant) {
    return { costMinor: offer.grant.amountMinor - offer.takenBackMinor, cyclesLeft: null };
  }
  return { costMinor: null, cyclesLeft: null };
}
