import type { SubscriptionFollower } from "../context.ts";
import { toSubscriptionStatus } from "../subscriptions/subscription-status.ts";
import { monthlyWorthMinor } from "./monthly-worth.ts";

/** Keeps what a subscription is worth a month beside it, so that a store's recurring revenue is one sum. */
export const monthlyWorthFollower: SubscriptionFollower = {
  onStored: async (_context, tx, stored) => {
    for (const { subscription, contract } of stored) {
      const { shopId, id, nextBillingAt, monthlyWorthMinor: before } = subscription;
      const status = toSubscriptionStatus(contract.status);
      const worth = BigInt(monthlyWorthMinor({ ...contract, status, nextBillingAt }));
      if (before === worth) continue;
      // Another follower may have found out just now that it never counts.
      await tx.subscription.updateMany({
        where: { shopId, id, OR: [{ importState: null }, { importState: { not: "undone" } }] },
        data: { monthlyWorthMinor: worth },
      });
    }
  },
};
