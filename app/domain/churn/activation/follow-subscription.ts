import type { SubscriptionFollower } from "../../context.ts";
import { cancelAppliedOffers } from "./cancel-applied-offers.ts";
import { finishOpenFlows } from "./finish-open-flows.ts";
import { refreshRewards } from "./refresh-reward.ts";

/**
 * Keeps applied offers and cancel flows in step with their subscription: used renewals are counted, and a
 * cancellation starts the grace of its offers and closes its open flows.
 */
export const appliedOfferFollower: SubscriptionFollower = {
  onStored: refreshRewards,
  onCancelled: async (context, tx, subscription) => {
    await cancelAppliedOffers(context, tx, subscription);
    await finishOpenFlows(context, tx, subscription.id, "cancelled");
  },
};
