import type { Queries } from "#app/lib/db.ts";
import { addJob } from "#app/lib/queue.ts";
import type { ShopContext } from "../../context.ts";
import { publishContractRewardJob } from "../loyalty-jobs.ts";
import type { RewardMovement } from "./reward-movement.ts";

/**
 * Gives a discount on the subscription whose renewal earned it, or takes it back; a job brings it to the platform. An order that
 * renewed no subscription that is known gives none.
 */
export async function moveContracts(
  context: ShopContext,
  tx: Queries,
  { row, reward, amount, ruleName }: RewardMovement,
): Promise<void> {
  const { shop, clock } = context;
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
    const number = await tx.loyaltyContractReward.count({ where });
    const made = await tx.loyaltyContractReward.create({
      data: {
        ...{ ...where, number, subscriptionId: renewed.subscriptionId, reward, title: ruleName },
        ...{ state: "waiting", createdAt: now, updatedAt: now },
      },
    });
    await addJob(tx, publishContractRewardJob, { shopId: shop.id, contractRewardId: made.id });
    return;
  }
  const given = await tx.loyaltyContractReward.findMany({
    where: { ...where, state: { in: ["waiting", "active"] } },
  });
  for (const { id } of given) {
    await tx.loyaltyContractReward.update({
      where: { shopId_id: { shopId: shop.id, id } },
      data: { state: "leaving", updatedAt: now },
    });
    await addJob(tx, publishContractRewardJob, { shopId: shop.id, contractRewardId: id });
  }
}
