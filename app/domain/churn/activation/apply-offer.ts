import type { AppliedOffer } from "#app/generated/prisma/client.ts";
import type { ShopContext } from "../../context.ts";
import type { SubscriptionWithOwner } from "../../subscriptions/find-subscription.ts";
import { offerSnapshotSchema } from "../offers/churn-offer.ts";
import type { Application } from "../offers/types/offer-type-module.ts";
import { type OfferRules, offerTypeOf } from "../offers/types/offer-types.ts";
import { finishActivation } from "./finish-activation.ts";

/**
 * Puts a claimed offer into effect and records it as active.
 *
 * @throws PlatformFailure; after `unavailable` the outcome may be unknown, and the claim stays pending.
 * @throws AppError platform_refused when the contract cannot take the offer.
 */
export async function applyOffer(
  context: ShopContext,
  claim: AppliedOffer,
  subscription: SubscriptionWithOwner,
): Promise<AppliedOffer> {
  const application = toApplication(claim, subscription);
  const record = await offerTypeOf(application.rules).apply(context, application);
  return finishActivation(context, application, record);
}

/** A claim with the rules and the name that the offer had when it was claimed. */
export function toApplication(
  claim: AppliedOffer,
  subscription: SubscriptionWithOwner,
): Application<OfferRules> {
  const { rules, name } = offerSnapshotSchema.parse(claim.offerSnapshot);
  return { claim, subscription, rules, name };
}

/** Whether a claim without an outcome may have taken effect on the platform. */
export function mayHaveTakenEffect(claim: AppliedOffer): boolean {
  const { rules } = offerSnapshotSchema.parse(claim.offerSnapshot);
  return offerTypeOf(rules).mayHaveTakenEffect(claim);
}
