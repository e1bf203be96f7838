import type { PricedSubscription } from "./priced-subscription.ts";
import { type OfferRules, offerTypeOf } from "./types/offer-types.ts";

/**
 * Whether an offer suits a subscription, as its type says. One that takes an amount of the store's currency off a contract's price is
 * impossible where the contract has another: nothing is converted. An import that the old app still charges takes none.
 */
export function fitOffer(
  rules: OfferRules,
  subscription: PricedSubscription,
): "good" | "pointless" | "impossible" {
  if (!subscription.hasBegun) return "impossible";
  const type = offerTypeOf(rules);
  const isOfContract = type.costsIn === "contract_currency" && type.amountIn(rules) !== null;
  return isOfContract && subscription.currency !== subscription.storeCurrency
    ? "impossible"
    : type.fit(rules, subscription);
}
