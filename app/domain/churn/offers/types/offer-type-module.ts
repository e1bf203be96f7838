import type { z } from "zod";
import type { AppliedOffer, BillingCycle } from "#app/generated/prisma/client.ts";
import type { Queries } from "#app/lib/db.ts";
import type { Interval } from "#app/lib/zoned-time.ts";
import type { ShopContext } from "../../../context.ts";
import type { SubscriptionWithOwner } from "../../../subscriptions/find-subscription.ts";
import type { PricedSubscription } from "../priced-subscription.ts";

/**
 * Everything the product knows about one type of offer. A new type is one module that implements this
 * and one line in `offer-types.ts`; nothing else in the domain asks which type an offer has.
 */
export interface OfferTypeModule<Rules, Reward, Terms> {
  /** The shape kept in `churn_offers.rules`, with its `type`. */
  readonly rules: z.ZodType<Rules>;
  /** The shape kept in `applied_offers.reward`. */
  readonly reward: z.ZodType<Reward>;
  /** The currency in which the offer costs the merchant money. */
  readonly costsIn: "shop_currency" | "contract_currency";
  /** The amount in the rules that has to fit the store's currency, as decimal text; null without one. */
  amountIn(rules: Rules): { field: string; text: string } | null;
  /**
   * Whether the offer suits a subscription. `impossible`: it cannot be applied as the subscription is now. `pointless`: it is no
   * help to someone who wants to leave, or `apply` refuses it and says why, so the cancel flow does not show it.
   */
  fit(rules: Rules, subscription: PricedSubscription): "good" | "pointless" | "impossible";
  /** Price of one cycle while the offer lasts, in minor units of the contract's currency. */
  price(rules: Rules, subscription: PricedSubscription): number;
  /** What the offer comes to, shown before it is accepted. */
  terms(rules: Rules, situation: Situation): Terms;
  /**
   * What an accepted offer comes to now; null where nothing of it is left. `situation` is that of the moment of acceptance, with
   * the subscription as it is now.
   */
  acceptedTerms(rules: Rules, situation: Situation, accepted: Accepted<Reward>): Terms | null;
  /** The instant at which time alone ends an accepted offer; null where a change ends it, or nothing does. */
  overAt(reward: Reward): Date | null;
  /**
   * Applies a claimed offer on the platform, and returns what to do in the transaction that records it as
   * active. Must be safe to repeat for the same claim.
   *
   * @throws PlatformFailure; after `unavailable` the outcome may be unknown.
   * @throws AppError platform_refused when the contract cannot take the offer.
   */
  apply(context: ShopContext, application: Application<Rules>): Promise<RecordEffect<Reward>>;
  /** Whether a claim without an outcome may have taken effect on the platform. */
  mayHaveTakenEffect(claim: AppliedOffer): boolean;
  /**
   * Completes a claim that {@link OfferTypeModule.mayHaveTakenEffect}, after its request was lost.
   *
   * @throws PlatformFailure.
   */
  settle(context: ShopContext, application: Application<Rules>): Promise<RecordEffect<Reward>>;
  /**
   * Removes the effect of a cancelled offer from the platform, and returns what to do in the transaction that
   * records it. Must be safe to repeat.
   *
   * @throws PlatformFailure.
   */
  withdraw(context: ShopContext, application: Application<Rules>): Promise<RecordWithdrawal>;
  /** What an accepted offer has cost so far. */
  cost(offer: CostedOffer<Reward>): OfferCost;
}

/** For whom and when an offer is priced. */
export interface Situation {
  subscription: PricedSubscription;
  shop: { currency: string; ianaTimezone: string };
  now: Date;
  /** Its latest cycle that has fallen due, which may be unpaid. */
  last: BillingCycle | null;
}

interface Accepted<Reward> {
  reward: Reward;
  /** Price of one cycle with the offer. */
  priceWithOfferMinor: number;
  /** The subscription's interval before the offer. */
  previousInterval: Interval | null;
  /** The subscription's next charge as of now, the one after the pause of a paused one; null when none is to come. */
  nextChargeAt: Date | null;
  /** When the subscription's pause ends; null for one that is not paused, or without an end. */
  pausedUntil: Date | null;
  /** The moment of looking, not of acceptance. */
  now: Date;
}

/** An offer on its way onto a contract, or off it. */
export interface Application<Rules> {
  claim: AppliedOffer;
  subscription: SubscriptionWithOwner;
  rules: Rules;
  /** The offer's name when it was accepted. */
  name: string;
}

/** Answers the prices of a cycle where the platform has said others than {@link OfferTypeModule.price} may have expected. */
export type RecordEffect<Reward> = (tx: Queries) => Promise<
  {
    reward: Reward;
    creditGrantId?: bigint;
  } & Partial<Pick<AppliedOffer, "priceMinor" | "priceWithOfferMinor">>
>;

/** Answers how much credit was taken back, in minor units of the store's currency. */
export type RecordWithdrawal = (tx: Queries) => Promise<number>;

/** What one accepted offer has cost so far, and how long it still runs. */
export interface OfferCost {
  /** Minor units of the currency that the offer costs in; null where an offer itself costs nothing. */
  costMinor: number | null;
  /** Whether all renewals are counted with one price: it or a quantity may have changed between them. */
  isEstimate: boolean;
  /** Renewals that the discount still lowers; "all" without an end; null where cycles have no meaning. */
  cyclesLeft: number | "all" | null;
}

/** An offer that was active at some time. */
export interface CostedOffer<Reward> {
  state: "active" | "cancelled";
  reward: Reward;
  priceMinor: number;
  priceWithOfferMinor: number;
  /** The grant of a credit offer, in minor units. */
  grant: { amountMinor: number; remainingMinor: number } | null;
  /** What was taken back of the grant when the offer's grace ended, in minor units. */
  takenBackMinor: number;
}
