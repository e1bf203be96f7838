import { isDeepStrictEqual } from "node:util";
import type { Queries } from "#app/lib/db.ts";
import { addJob } from "#app/lib/queue.ts";
import type { PlatformContract } from "#app/platform/platform-contract.ts";
import type { ShopContext } from "../../context.ts";
import { settleVanishedDiscountJob } from "../churn-jobs.ts";
import { discountNow, discountPrice } from "../offers/types/discount-price.ts";

/**
 * Brings the active discount up to the contract's: how often it was used, what it is now, and what a cycle costs with it. Why one is
 * missing there is asked by a job: the contract does not say.
 */
export async function refreshReward(
  { shop }: Pick<ShopContext, "shop">,
  tx: Queries,
  subscriptionId: bigint,
  contract: PlatformContract,
): Promise<void> {
  const applied = await tx.appliedOffer.findFirst({
    where: { shopId: shop.id, subscriptionId, state: "active", discountGid: { not: null } },
  });
  if (!applied) return;
  const reward = discountPrice.reward.parse(applied.reward);
  const { priceMinor, priceWithOfferMinor } = applied;
  const kept = { reward, priceMinor, priceWithOfferMinor };
  const discount = contract.discounts.find((candidate) => candidate.gid === applied.discountGid);
  if (!discount) {
    if (reward.usage_count === reward.recurring_cycle_limit) return;
    await addJob(tx, settleVanishedDiscountJob, { shopId: shop.id, appliedOfferId: applied.id });
    return;
  }
  const data = discountNow(kept, contract, discount);
  if (isDeepStrictEqual(data, kept)) return;
  await tx.appliedOffer.update({
    where: { shopId_id: { shopId: applied.shopId, id: applied.id } },
    data,
  });
}
