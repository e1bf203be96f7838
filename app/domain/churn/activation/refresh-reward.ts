import type { Queries } from "#app/lib/db.ts";
import type { PlatformContract } from "#app/platform/platform-contract.ts";
import type { ShopContext } from "../../context.ts";
import { discountPrice } from "../offers/types/discount-price.ts";

/**
 * Brings the active discount's count of used renewals up to the contract's. A discount that has left
 * an open contract has been used to its end: the platform drops it after its last renewal.
 */
export async function refreshReward(
  context: Pick<ShopContext, "shop">,
  tx: Queries,
  subscriptionId: bigint,
  contract: PlatformContract,
): Promise<void> {
  const applied = await tx.appliedOffer.findFirst({
    where: { shopId: context.shop.id, subscriptionId, state: "active", discountGid: { not: null } },
  });
  if (!applied) return;
  const reward = discountPrice.reward.parse(applied.reward);
  const discount = contract.discounts.find((candidate) => candidate.gid === applied.discountGid);
  const usageCount = discount?.usageCount ?? reward.recurring_cycle_limit ?? reward.usage_count;
  if (usageCount === reward.usage_count) return;
  await tx.appliedOffer.update({
    where: { shopId_id: { shopId: applied.shopId, id: applied.id } },
    data: { reward: { ...reward, usage_count: usageCount } },
  });
}
