import type { Queries } from "#app/lib/db.ts";
import { addJob } from "#app/lib/queue.ts";
import type { ShopContext } from "../../context.ts";
import { publishContractRewardJob } from "../loyalty-jobs.ts";
import { CONTRACT_REWARD_STATE } from "./contract-reward-state.ts";
import type { RewardMovement } from "./reward-movement.ts";
import type { RewardRules } from "./reward-types.ts";

/**
 * Gives a discount or a free product on the subscription whose renewal earned it, or takes it back; a job brings it to the
 * platform. An order that renewed no subscription that is known gives none. Free products that were delivered before an order
 * was refunded are not given again when the refund is won back.
 */
export async function moveContracts(
  context: ShopContext,
  tx: Queries,
  { row, reward, amount, ruleName }: RewardMovement,
): Promise<void> {
  const { shop, clock } = context;
  const { waiting, active, leaving } = CONTRACT_REWARD_STATE;
  const now = clock.now();
  const where = { shopId: shop.id, rewardId: row.id };
  if (amount > 0) {
    const renewed = await tx.orderSubscription.findFirst({
      where: {
        ...{ shopId: shop.id, orderId: row.orderId ?? 0n },
        ...{ isFirst: false, subscriptionId: { not: null } },
      },
      orderBy: { platformContractId: "asc" },
    });
    if (!renewed?.subscriptionId) return;
    const { _count: number, _sum: before } = await tx.loyaltyContractReward.aggregate({
      where,
      _count: true,
      _sum: { delivered: true },
    });
    const left = lessDelivered(reward, before.delivered ?? 0);
    if (!left) return;
    const made = await tx.loyaltyContractReward.create({
      data: {
        ...{ ...where, number, subscriptionId: renewed.subscriptionId, reward: left },
        ...{ title: ruleName, state: waiting, createdAt: now, updatedAt: now },
      },
    });
    await addJob(tx, publishContractRewardJob, { shopId: shop.id, contractRewardId: made.id });
    return;
  }
  const given = await tx.loyaltyContractReward.findMany({
    where: { ...where, state: { in: [waiting, active] } },
  });
  for (const { id } of given) {
    await tx.loyaltyContractReward.update({
      where: { shopId_id: { shopId: shop.id, id } },
      data: { state: leaving, updatedAt: now },
    });
    await addJob(tx, publishContractRewardJob, { shopId: shop.id, contractRewardId: id });
  }
}

/** What is left of it to give; null for nothing. */
function lessDelivered(reward: RewardRules, delivered: number): RewardRules | null {
  if (reward.reward_type !== "contract_free_product") return reward;
  const cycles = reward.cycles - delivered;
  return cycles > 0 ? { ...reward, cycles } : null;
}
