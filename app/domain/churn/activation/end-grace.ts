import type { AppliedOffer, Subscription } from "#app/generated/prisma/client.ts";
import type { Queries } from "#app/lib/db.ts";
import { formatMinor } from "#app/lib/money.ts";
import { addJob } from "#app/lib/queue.ts";
import type { IntervalUnit } from "#app/lib/zoned-time.ts";
import { isPlatformFailure } from "#app/platform/platform-failure.ts";
import { recordActivity } from "../../activity/record-activity.ts";
import type { ShopContext } from "../../context.ts";
import { CREDIT_TYPES } from "../../ledger/movement.ts";
import { postCreditWithin } from "../../ledger/post-movement.ts";
import { refreshContractJob } from "../../subscriptions/subscription-jobs.ts";
import { isSameInterval, newInterval } from "../offers/offer-pricing.ts";
import { offerSnapshotSchema } from "./applied-offer.ts";

/**
 * Withdraws the effect of a cancelled offer once its 24 hours of grace are over (contract, section 8):
 * the discount leaves the contract, a live contract gets its former rhythm back, what is left of
 * granted credit is taken back. Safe to repeat.
 *
 * @throws PlatformFailure, so that the task is tried again.
 */
export async function endGrace(context: ShopContext, appliedOfferId: bigint): Promise<void> {
  const applied = await context.db.prisma.appliedOffer.findUnique({
    where: { shopId_id: { shopId: context.shop.id, id: appliedOfferId } },
    include: { subscription: true },
  });
  if (applied?.state !== "cancelled" || applied.withdrawnAt) return;
  const { rules } = offerSnapshotSchema.parse(applied.offerSnapshot);
  if (rules.type === "discount_price" && applied.discountGid) {
    await removeDiscount(context, applied.subscription, applied.discountGid);
  }
  if (rules.type === "change_frequency") {
    await restoreInterval(context, applied, applied.subscription, newInterval(rules));
  }
  await recordWithdrawal(context, applied, applied.subscription);
}

/**
 * Takes the discount off. A platform that changes nothing about a contract that has ended is right in
 * its way: such a contract charges nobody any more.
 */
async function removeDiscount(
  context: ShopContext,
  subscription: Subscription,
  discountGid: string,
): Promise<void> {
  try {
    const contractId = Number(subscription.platformContractId);
    await context.platform.removeContractDiscount(contractId, discountGid);
  } catch (error) {
    const isOver = subscription.status === "cancelled";
    if (!isOver || !isPlatformFailure(error) || error.kind !== "refused") throw error;
    context.log.info({ err: error }, "the discount stays on a contract that has ended");
  }
}

/** Gives a live contract its former rhythm back, unless somebody has changed it since. */
async function restoreInterval(
  context: ShopContext,
  applied: AppliedOffer,
  subscription: Subscription,
  offered: { unit: IntervalUnit; count: number },
): Promise<void> {
  const { previousIntervalUnit, previousIntervalCount } = applied;
  if (subscription.status === "cancelled" || !previousIntervalUnit || !previousIntervalCount)
    return;
  const contractId = Number(subscription.platformContractId);
  const contract = await context.platform.getContract(contractId);
  if (!contract || !isSameInterval(contract.interval, offered)) return;
  const draft = await context.platform.draftContractChange(contractId, {
    kind: "change_interval",
    interval: { unit: previousIntervalUnit as IntervalUnit, count: previousIntervalCount },
    nextBillingAt: null,
  });
  await context.platform.commitContractChange(draft.draftId, contractId);
}

async function recordWithdrawal(
  context: ShopContext,
  applied: AppliedOffer,
  subscription: Subscription,
): Promise<void> {
  await context.db.transaction(async (tx) => {
    const { count } = await tx.appliedOffer.updateMany({
      where: { shopId: applied.shopId, id: applied.id, withdrawnAt: null },
      data: { withdrawnAt: context.clock.now() },
    });
    if (count === 0) return;
    const takenBackMinor = await takeBackCredit(context, tx, applied, subscription);
    if (takenBackMinor > 0) {
      await tx.appliedOffer.update({
        where: { shopId_id: { shopId: applied.shopId, id: applied.id } },
        data: { takenBackMinor },
      });
    }
    await recordActivity(context, tx, {
      kind: "offer.withdrawn",
      message: "The grace of the offer is over; its effect has ended.",
      customerId: subscription.customerId,
      subscriptionId: subscription.id,
      details: {
        applied_offer_id: String(applied.id),
        credit_taken_back: formatMinor(takenBackMinor, context.shop.currency),
      },
    });
    const contractId = Number(subscription.platformContractId);
    await addJob(tx, refreshContractJob, { shopId: applied.shopId, contractId });
  });
}

/** Takes back what is left of the credit that an offer gave; what was spent stays spent. */
async function takeBackCredit(
  context: ShopContext,
  tx: Queries,
  { creditGrantId }: AppliedOffer,
  { customerId }: Subscription,
): Promise<number> {
  if (creditGrantId === null || customerId === null) return 0;
  const grant = await tx.creditGrant.findUniqueOrThrow({
    where: { shopId_id: { shopId: context.shop.id, id: creditGrantId } },
  });
  const posting = await postCreditWithin(tx, context, {
    customerId,
    unit: "money",
    amountMinor: -Number(grant.amountMinor),
    grantId: creditGrantId,
    typeCode: CREDIT_TYPES.retentionOffer,
    message: "The unused part of the offered credit ends with the offer.",
  });
  return posting.outcome === "posted" ? -posting.amountMinor : 0;
}
