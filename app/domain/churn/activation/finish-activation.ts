import type { AppliedOffer } from "#app/generated/prisma/client.ts";
import { AppError } from "#app/lib/app-error.ts";
import type { Queries } from "#app/lib/db.ts";
import { addJob } from "#app/lib/queue.ts";
import { recordActivity } from "../../activity/record-activity.ts";
import type { ShopContext } from "../../context.ts";
import { CREDIT_TYPES } from "../../ledger/movement.ts";
import { postCreditWithin } from "../../ledger/post-movement.ts";
import type { SubscriptionWithOwner } from "../../subscriptions/find-subscription.ts";
import { refreshContractJob } from "../../subscriptions/subscription-jobs.ts";
import { creditReward, type Reward } from "../offers/reward.ts";
import { offerSnapshotSchema } from "./applied-offer.ts";
import { cancelAppliedOffers } from "./cancel-applied-offers.ts";
import { finishOpenFlows } from "./finish-open-flows.ts";

/**
 * Records that a claimed offer is active, once: of two that finish the same claim (the request and
 * the job that settles it) the later finds it done. When the subscription was cancelled meanwhile, the
 * offer goes straight on into its grace.
 */
export async function finishActivation(
  context: ShopContext,
  claim: AppliedOffer,
  subscription: SubscriptionWithOwner,
  reward: Reward,
): Promise<AppliedOffer> {
  return context.db.transaction(async (tx) => {
    const isOpen = await lockOpenClaim(tx, claim);
    if (isOpen) await activate(context, tx, claim, subscription, { reward });
    return readClaim(tx, claim);
  });
}

/**
 * The same for store credit, which is granted in the same transaction.
 *
 * @throws AppError platform_refused when the contract has no customer who could own the credit.
 */
export async function finishWithCredit(
  context: ShopContext,
  claim: AppliedOffer,
  subscription: SubscriptionWithOwner,
  credit: { amountMinor: number; expiresAt: Date | null; message: string },
): Promise<AppliedOffer> {
  const { customerId } = subscription;
  if (customerId === null) {
    await refuseActivation(context, claim, subscription, "the contract has no customer");
    throw new AppError(
      "platform_refused",
      "The contract has no customer who could own the credit.",
    );
  }
  return context.db.transaction(async (tx) => {
    const isOpen = await lockOpenClaim(tx, claim);
    if (!isOpen) return readClaim(tx, claim);
    const posting = await postCreditWithin(tx, context, {
      customerId,
      unit: "money",
      amountMinor: credit.amountMinor,
      typeCode: CREDIT_TYPES.retentionOffer,
      message: credit.message,
      parts: [{ amountMinor: credit.amountMinor, expiresAt: credit.expiresAt }],
      sourceKey: `offer:${claim.id}`,
    });
    if (posting.outcome !== "posted" || !posting.grantId) {
      throw new Error(`an offered credit was not posted: ${posting.outcome}`);
    }
    const { currency } = context.shop;
    const balanceMinor = posting.account.availableMinor;
    const reward = creditReward({ ...credit, balanceMinor, currency });
    await activate(context, tx, claim, subscription, { reward, creditGrantId: posting.grantId });
    return readClaim(tx, claim);
  });
}

/** Records that a claimed offer did not come about; the contract's place for an offer is free again. */
export async function refuseActivation(
  context: ShopContext,
  claim: AppliedOffer,
  subscription: Pick<SubscriptionWithOwner, "id" | "customerId">,
  refusal: string,
): Promise<void> {
  await context.db.transaction(async (tx) => {
    const { count } = await tx.appliedOffer.updateMany({
      where: { shopId: claim.shopId, id: claim.id, state: "pending" },
      data: { state: "refused", refusal },
    });
    if (count === 0) return;
    await recordActivity(context, tx, {
      kind: "offer.refused",
      message: `The offer could not be applied: ${refusal}`,
      customerId: subscription.customerId,
      subscriptionId: subscription.id,
      details: { applied_offer_id: String(claim.id) },
    });
  });
}

/** Locks the subscription, as cancelling it does, and says whether the claim still waits for its end. */
async function lockOpenClaim(tx: Queries, claim: AppliedOffer): Promise<boolean> {
  await tx.$queryRaw`
    SELECT 1 FROM subscriptions WHERE shop_id = ${claim.shopId} AND id = ${claim.subscriptionId} FOR UPDATE`;
  return (await readClaim(tx, claim)).state === "pending";
}

function readClaim(tx: Queries, claim: AppliedOffer): Promise<AppliedOffer> {
  return tx.appliedOffer.findUniqueOrThrow({
    where: { shopId_id: { shopId: claim.shopId, id: claim.id } },
  });
}

async function activate(
  context: ShopContext,
  tx: Queries,
  claim: AppliedOffer,
  subscription: SubscriptionWithOwner,
  outcome: { reward: Reward; creditGrantId?: bigint },
): Promise<void> {
  const key = { shopId_id: { shopId: claim.shopId, id: claim.id } };
  await tx.appliedOffer.update({
    where: key,
    data: { state: "active", acceptedAt: context.clock.now(), ...outcome },
  });
  await recordActivity(context, tx, {
    kind: "offer.accepted",
    message: `The offer “${offerSnapshotSchema.parse(claim.offerSnapshot).name}” is active.`,
    customerId: subscription.customerId,
    subscriptionId: subscription.id,
    details: { applied_offer_id: String(claim.id) },
  });
  const now = await tx.subscription.findUniqueOrThrow({
    where: { shopId_id: { shopId: claim.shopId, id: claim.subscriptionId } },
  });
  if (now.status === "cancelled") await cancelAppliedOffers(context, tx, now);
  else await finishOpenFlows(context, tx, subscription.id, "saved");
  // The contract has changed: read it anew, which also refreshes what the storefront shows.
  const contractId = Number(subscription.platformContractId);
  await addJob(tx, refreshContractJob, { shopId: claim.shopId, contractId });
}
