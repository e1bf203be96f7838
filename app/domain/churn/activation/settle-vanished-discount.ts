import type { AppliedOffer } from "#app/generated/prisma/client.ts";
import type { Queries } from "#app/lib/db.ts";
import { addJob } from "#app/lib/queue.ts";
import type { ShopContext } from "../../context.ts";
import { askAboutDiscount, lookAgainAt } from "../../subscriptions/changes/ask-about-discount.ts";
import { settleVanishedDiscountJob } from "../churn-jobs.ts";
import { discountPrice } from "../offers/types/discount-price.ts";
import { cancelAppliedOffers, tellOfCancellation } from "./cancel-applied-offers.ts";
import { lockAppliedOffer } from "./lock-applied-offer.ts";

/**
 * Settles an offer whose discount was missing on its contract. One that is used up stays active. One that was taken off by hand is
 * cancelled, with the renewals that it has lowered, and its place is free: its effect has left, so it has no grace. Calls the
 * network. Safe to repeat.
 *
 * @throws PlatformFailure, so that the job is tried again.
 */
export async function settleVanishedDiscount(
  context: ShopContext,
  appliedOfferId: bigint,
): Promise<void> {
  const { db, shop } = context;
  const applied = await db.prisma.appliedOffer.findUnique({
    where: { shopId_id: { shopId: shop.id, id: appliedOfferId } },
    include: { subscription: true },
  });
  if (!applied?.discountGid || !isOpen(applied)) return;
  const reward = discountPrice.reward.parse(applied.reward);
  const { subscription } = applied;
  const fate = await askAboutDiscount(context, subscription, {
    gid: applied.discountGid,
    since: applied.requestedAt,
    limit: reward.recurring_cycle_limit,
    usageCount: reward.usage_count,
  });
  if (fate === "there" || fate === "unknown") return;
  if (fate === "undecided") {
    const ids = { shopId: shop.id, appliedOfferId };
    await addJob(db.prisma, settleVanishedDiscountJob, ids, lookAgainAt());
    return;
  }
  await db.transaction(async (tx) => {
    const now = await lockAppliedOffer(tx, applied);
    if (!isOpen(now)) return;
    await writeUsage(tx, now, fate.usageCount);
    if (fate.isUsedUp || now.state !== "active") return;
    await cancelAppliedOffers(context, tx, subscription, "effect_has_left");
    await tellOfCancellation(context, tx, subscription, applied.id);
  });
}

/** Also when the contract has ended meanwhile: then only what it was used for is still to be written. */
function isOpen({ state, withdrawnAt }: AppliedOffer): boolean {
  return state === "active" || (state === "cancelled" && withdrawnAt === null);
}

async function writeUsage(
  tx: Queries,
  { shopId, id, reward }: AppliedOffer,
  usageCount: number,
): Promise<void> {
  await tx.appliedOffer.update({
    where: { shopId_id: { shopId, id } },
    data: { reward: { ...discountPrice.reward.parse(reward), usage_count: usageCount } },
  });
}
