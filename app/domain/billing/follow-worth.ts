import type { SubscriptionFollower } from "../context.ts";
import { toSubscriptionStatus } from "../subscriptions/subscription-status.ts";
import { monthlyWorthMinor } from "./monthly-worth.ts";

/** Keeps what a subscription is worth a month beside it, so that a store's recurring revenue is one sum. */
export const monthlyWorthFollower: SubscriptionFollower = {
  onStored: async (_context, tx, subscription, contract) => {
    const worth = BigInt(
      monthlyWorthMinor({
        ...contract,
        status: toSubscriptionStatus(contract.status),
        nextBillingAt: subscription.nextBillingAt,
      }),
    );
    if (subscription.monthlyWorthMinor === worth) return;
    const { shopId, id } = subscription;
    await tx.subscription.update({
      where: { shopId_id: { shopId, id } },
      data: { monthlyWorthMinor: worth },
    });
  },
};
