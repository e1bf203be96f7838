import { isPlatformFailure } from "#app/platform/platform-failure.ts";
import type { ShopContext } from "../../context.ts";
import { commitDraft, finishWithContract } from "./apply-offer.ts";
import { refuseActivation } from "./finish-activation.ts";

/**
 * Finds out what became of an activation that got no answer, and finishes it. Without a draft nothing
 * can have come into force: it is given up. With one, the commit is repeated, which the platform takes
 * at most once. Safe to repeat; an activation that has its outcome is left alone.
 *
 * @throws PlatformFailure unavailable or not_connected, so that the job is tried again.
 */
export async function settleActivation(
  context: ShopContext,
  appliedOfferId: bigint,
): Promise<void> {
  const claim = await context.db.prisma.appliedOffer.findUnique({
    where: { shopId_id: { shopId: context.shop.id, id: appliedOfferId } },
    include: { subscription: { include: { customer: true, plan: true } } },
  });
  if (claim?.state !== "pending") return;
  const { subscription } = claim;
  if (!claim.draftId) {
    await refuseActivation(
      context,
      claim,
      subscription,
      "the request broke off before it took effect",
    );
    return;
  }
  try {
    const { draftId, discountGid } = claim;
    const contractId = Number(subscription.platformContractId);
    const contract = await commitDraft(context, contractId, { draftId, discountGid });
    await finishWithContract(context, claim, subscription, contract);
  } catch (error) {
    if (!isPlatformFailure(error) || error.kind !== "refused") throw error;
    await refuseActivation(context, claim, subscription, error.message);
  }
}
