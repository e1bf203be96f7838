import { isDeepStrictEqual } from "node:util";
import type { AppliedOffer } from "#app/generated/prisma/client.ts";
import type { Queries } from "#app/lib/db.ts";
import { addJob } from "#app/lib/queue.ts";
import type { PlatformContract } from "#app/platform/platform-contract.ts";
import type { ShopContext, StoredContract } from "../../context.ts";
import { settleVanishedDiscountJob } from "../churn-jobs.ts";
import { discountNow, discountPrice } from "../offers/types/discount-price.ts";

/**
 * Brings active discounts up to their contracts': how often each was used, what it is now, and what a cycle costs with it. Why one is
 * missing there is asked by a job: the contract does not say.
 */
export async function refreshRewards(
  { shop }: Pick<ShopContext, "shop">,
  tx: Queries,
  stored: readonly StoredContract[],
): Promise<void> {
  const contracts = new Map(
    stored.map(({ subscription, contract }) => [subscription.id, contract]),
  );
  const subscriptionId = { in: [...contracts.keys()] };
  const all = await tx.appliedOffer.findMany({
    where: { shopId: shop.id, subscriptionId, state: "active", discountGid: { not: null } },
  });
  for (const applied of all) {
    const contract = contracts.get(applied.subscriptionId);
    if (contract) await refreshReward(tx, applied, contract);
  }
}

async function refreshReward(
  tx: Queries,
  applied: AppliedOffer,
  contract: PlatformContract,
): Promise<void> {
  const { shopId } = applied;
  const reward = discountPrice.reward.parse(applied.reward);
  const { priceMinor, priceWithOfferMinor } = applied;
  const kept = { reward, priceMinor, priceWithOfferMinor };
  const discount = contract.discounts.find((candidate) => candidate.gid === applied.discountGid);
  if (!discount) {
    if (reward.usage_count === reward.recurring_cycle_limit) return;
    await addJob(tx, settleVanishedDiscountJob, { shopId, appliedOfferId: applied.id });
    return;
  }
  const data = discountNow(kept, contract, discount);
  if (isDeepStrictEqual(data, kept)) return;
  await tx.appliedOffer.update({
    where: { shopId_id: { shopId, id: applied.id } },
    data,
  });
}
