import { addJob } from "#app/lib/queue.ts";
import type { SubscriptionFollower } from "../../context.ts";
import { publishContractRewardJob } from "../loyalty-jobs.ts";
import { CONTRACT_REWARD_STATE } from "./contract-reward-state.ts";

/**
 * Keeps the rewards on a subscription in step with its contract: renewals that a discount has lowered are counted. Why one is missing
 * there is asked by a job: the contract does not say.
 */
export const contractRewardFollower: SubscriptionFollower = {
  async onStored({ shop, clock }, tx, stored) {
    const contracts = new Map(
      stored.map(({ subscription, contract }) => [subscription.id, contract]),
    );
    const rows = await tx.loyaltyContractReward.findMany({
      where: {
        shopId: shop.id,
        subscriptionId: { in: [...contracts.keys()] },
        state: CONTRACT_REWARD_STATE.active,
      },
      orderBy: { id: "asc" },
    });
    for (const row of rows) {
      const { discounts = [], lines = [] } = contracts.get(row.subscriptionId) ?? {};
      const discount = discounts.find(({ gid }) => gid === row.discountGid);
      if (discount && discount.usageCount !== row.delivered) {
        await tx.loyaltyContractReward.update({
          where: { shopId_id: { shopId: row.shopId, id: row.id } },
          data: { delivered: discount.usageCount, updatedAt: clock.now() },
        });
      }
      if (discount || lines.some(({ lineGid }) => lineGid === row.lineGid)) continue;
      const ids = { shopId: row.shopId, contractRewardId: row.id };
      await addJob(tx, publishContractRewardJob, ids);
    }
  },
};
