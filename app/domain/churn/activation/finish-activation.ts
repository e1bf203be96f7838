import type { AppliedOffer } from "#app/generated/prisma/client.ts";
import type { Queries } from "#app/lib/db.ts";
import { addJob } from "#app/lib/queue.ts";
import { recordActivity } from "../../activity/record-activity.ts";
import type { ShopContext } from "../../context.ts";
import { describeFailure } from "../../describe-failure.ts";
import { recordEvent } from "../../events/record-event.ts";
import type { SubscriptionWithOwner } from "../../subscriptions/find-subscription.ts";
import { refreshContractJob } from "../../subscriptions/subscription-jobs.ts";
import type { Application, RecordEffect } from "../offers/types/offer-type-module.ts";
import type { OfferReward, OfferRules } from "../offers/types/offer-types.ts";
import { cancelAppliedOffers } from "./cancel-applied-offers.ts";
import { finishOpenFlows } from "./finish-open-flows.ts";
import { lockAppliedOffer } from "./lock-applied-offer.ts";

/**
 * Records a claimed offer as active, once: when the request and the settling job both finish the same claim,
 * the later one changes nothing. If the subscription was cancelled in the meantime, the offer enters its grace
 * period immediately.
 */
export async function finishActivation(
  context: ShopContext,
  application: Application<OfferRules>,
  record: RecordEffect<OfferReward>,
): Promise<AppliedOffer> {
  const { claim } = application;
  return context.db.transaction(async (tx) => {
    const { state } = await lockAppliedOffer(tx, claim);
    if (state === "pending") await activate(context, tx, application, await record(tx));
    return readClaim(tx, claim);
  });
}

/** Records why a claimed offer could not be applied; the contract can take another offer. */
export async function rejectActivation(
  context: ShopContext,
  claim: AppliedOffer,
  subscription: Pick<SubscriptionWithOwner, "id" | "customerId">,
  error: unknown,
): Promise<void> {
  const failureReason = describeFailure(error);
  context.log.info({ err: error, appliedOfferId: claim.id }, "an offer could not be applied");
  await context.db.transaction(async (tx) => {
    const { count } = await tx.appliedOffer.updateMany({
      where: { shopId: claim.shopId, id: claim.id, state: "pending" },
      data: { state: "refused", failureReason },
    });
    if (count === 0) return;
    await recordActivity(context, tx, {
      kind: "offer.refused",
      message: `The offer could not be applied: ${failureReason}.`,
      customerId: subscription.customerId,
      subscriptionId: subscription.id,
      details: { applied_offer_id: String(claim.id) },
    });
  });
}

function readClaim(tx: Queries, claim: AppliedOffer): Promise<AppliedOffer> {
  return tx.appliedOffer.findUniqueOrThrow({
    where: { shopId_id: { shopId: claim.shopId, id: claim.id } },
  });
}

async function activate(
  context: ShopContext,
  tx: Queries,
  { claim, subscription, name }: Application<OfferRules>,
  effect: Awaited<ReturnType<RecordEffect<OfferReward>>>,
): Promise<void> {
  const key = { shopId_id: { shopId: claim.shopId, id: claim.id } };
  await tx.appliedOffer.update({
    where: key,
    data: { state: "active", acceptedAt: context.clock.now(), ...effect },
  });
  const now = await tx.subscription.findUniqueOrThrow({
    where: { shopId_id: { shopId: claim.shopId, id: claim.subscriptionId } },
  });
  const isCancelled = now.status === "cancelled";
  const flowId = isCancelled ? null : await finishOpenFlows(context, tx, subscription.id, "saved");
  await recordActivity(context, tx, {
    kind: "offer.accepted",
    message: `The offer “${name}” is active.`,
    customerId: subscription.customerId,
    subscriptionId: subscription.id,
    details: {
      applied_offer_id: String(claim.id),
      ...(flowId !== null && { flow_id: String(flowId) }),
    },
  });
  if (isCancelled) await cancelAppliedOffers(context, tx, now);
  // The contract has changed: read it again, which also refreshes what the storefront shows.
  const contractId = Number(subscription.platformContractId);
  await addJob(tx, refreshContractJob, { shopId: claim.shopId, contractId });
  await recordEvent(context, tx, "retention_offer.activated", {
    applied_offer_id: String(claim.id),
    subscription_id: String(claim.subscriptionId),
  });
}
