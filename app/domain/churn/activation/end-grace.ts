import { formatMinor } from "#app/lib/money.ts";
import { addJob } from "#app/lib/queue.ts";
import { recordActivity } from "../../activity/record-activity.ts";
import type { ShopContext } from "../../context.ts";
import { refreshContractJob } from "../../subscriptions/subscription-jobs.ts";
import type { Application, RecordWithdrawal } from "../offers/types/offer-type-module.ts";
import { type OfferRules, offerTypeOf } from "../offers/types/offer-types.ts";
import { toApplication } from "./apply-offer.ts";

/**
 * Withdraws the effect of a cancelled offer once its 24 hours of grace are over (contract, section 8):
 * the discount leaves the contract, a live contract gets its former interval back, what is left of
 * granted credit is taken back. Safe to repeat.
 *
 * @throws PlatformFailure, so that the task is tried again.
 */
export async function endGrace(context: ShopContext, appliedOfferId: bigint): Promise<void> {
  const applied = await context.db.prisma.appliedOffer.findUnique({
    where: { shopId_id: { shopId: context.shop.id, id: appliedOfferId } },
    include: { subscription: { include: { customer: true, plan: true } } },
  });
  if (applied?.state !== "cancelled" || applied.withdrawnAt) return;
  const application = toApplication(applied, applied.subscription);
  const record = await offerTypeOf(application.rules).withdraw(context, application);
  await recordWithdrawal(context, application, record);
}

async function recordWithdrawal(
  context: ShopContext,
  { claim: applied, subscription }: Application<OfferRules>,
  record: RecordWithdrawal,
): Promise<void> {
  await context.db.transaction(async (tx) => {
    const { count } = await tx.appliedOffer.updateMany({
      where: { shopId: applied.shopId, id: applied.id, withdrawnAt: null },
      data: { withdrawnAt: context.clock.now() },
    });
    if (count === 0) return;
    const takenBackMinor = await record(tx);
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
