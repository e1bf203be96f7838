import type { AppliedOffer } from "#app/generated/prisma/client.ts";
import { addDays } from "#app/lib/zoned-time.ts";
import type { ContractChange, ContractDraft, PlatformContract } from "#app/platform/platform.ts";
import { isPlatformFailure, PlatformFailure } from "#app/platform/platform-failure.ts";
import type { ShopContext } from "../../context.ts";
import type { SubscriptionWithOwner } from "../../subscriptions/find-subscription.ts";
import { newInterval, nextBillingAfterChange, toDiscountValue } from "../offers/offer-pricing.ts";
import type { OfferRules } from "../offers/offer-rules.ts";
import { toPricedSubscription } from "../offers/priced-subscription.ts";
import { creditAmountMinor, discountReward, frequencyReward } from "../offers/reward.ts";
import { offerSnapshotSchema } from "./applied-offer.ts";
import { finishActivation, finishWithCredit } from "./finish-activation.ts";

/** How often a draft is written anew when somebody else changed the contract meanwhile. */
const MAX_DRAFTS = 3;

/**
 * Brings a claimed offer about and records it as active. Calls the platform for offers that change the
 * contract; store credit is all our own, in one transaction.
 *
 * @throws PlatformFailure; after `unavailable` the outcome may be unknown, and the claim stays pending.
 */
export async function applyOffer(
  context: ShopContext,
  claim: AppliedOffer,
  subscription: SubscriptionWithOwner,
): Promise<AppliedOffer> {
  const { rules, name } = offerSnapshotSchema.parse(claim.offerSnapshot);
  if (rules.type === "add_store_credits") {
    const now = context.clock.now();
    const days = rules.expires_in_days;
    return finishWithCredit(context, claim, subscription, {
      amountMinor: creditAmountMinor(rules.credit_amount, context.shop.currency),
      expiresAt: days === null ? null : addDays(now, days, context.shop.ianaTimezone),
      message: name,
    });
  }
  const contract = await changeContract(
    context,
    claim,
    subscription,
    toChange(context, rules, name, subscription),
  );
  return finishWithContract(context, claim, subscription, contract);
}

/**
 * Records an offer that is active on the contract. Also the second half of settling a claim whose
 * request got no answer.
 */
export async function finishWithContract(
  context: ShopContext,
  claim: AppliedOffer,
  subscription: SubscriptionWithOwner,
  contract: PlatformContract,
): Promise<AppliedOffer> {
  const { rules } = offerSnapshotSchema.parse(claim.offerSnapshot);
  if (rules.type === "change_frequency") {
    return finishActivation(context, claim, subscription, frequencyReward(contract));
  }
  const { discountGid } = await context.db.prisma.appliedOffer.findUniqueOrThrow({
    where: { shopId_id: { shopId: claim.shopId, id: claim.id } },
    select: { discountGid: true },
  });
  const discount = contract.discounts.find((candidate) => candidate.gid === discountGid);
  if (!discount) {
    throw new PlatformFailure("refused", "the discount did not appear on the contract");
  }
  return finishActivation(context, claim, subscription, discountReward(discount));
}

function toChange(
  context: ShopContext,
  rules: Exclude<OfferRules, { type: "add_store_credits" }>,
  title: string,
  subscription: SubscriptionWithOwner,
): ContractChange {
  if (rules.type === "discount_price") {
    return {
      kind: "add_discount",
      title,
      value: toDiscountValue(rules, subscription.currency),
      recurringCycleLimit: rules.cycles,
    };
  }
  const zone = context.shop.ianaTimezone;
  const priced = toPricedSubscription(subscription);
  return {
    kind: "change_interval",
    interval: newInterval(rules),
    nextBillingAt: nextBillingAfterChange(priced, rules, context.clock.now(), zone),
  };
}

async function changeContract(
  context: ShopContext,
  claim: AppliedOffer,
  subscription: SubscriptionWithOwner,
  change: ContractChange,
): Promise<PlatformContract> {
  const contractId = Number(subscription.platformContractId);
  for (let attempt = 1; ; attempt += 1) {
    const draft = await context.platform.draftContractChange(contractId, change);
    await rememberDraft(context, claim, draft.draftId, draft.discountGid);
    try {
      return await commitDraft(context, contractId, draft);
    } catch (error) {
      const isStale = isPlatformFailure(error) && error.platformCode === "STALE_CONTRACT";
      if (!isStale || attempt === MAX_DRAFTS) throw error;
    }
  }
}

/**
 * Commits a draft. A refusal is believed only when the discount is not on the contract: the answer to an
 * earlier commit of the same draft may have been lost, and what refuses now may be its own effect.
 *
 * @throws PlatformFailure.
 */
export async function commitDraft(
  context: ShopContext,
  contractId: number,
  draft: ContractDraft,
): Promise<PlatformContract> {
  try {
    return await context.platform.commitContractChange(draft.draftId, contractId);
  } catch (error) {
    if (!isPlatformFailure(error) || error.kind !== "refused") throw error;
    const contract = await context.platform.getContract(contractId);
    const isInForce = contract?.discounts.some(({ gid }) => gid === draft.discountGid);
    if (!contract || !isInForce) throw error;
    return contract;
  }
}

/**
 * Keeps the draft before it is committed: that makes the commit repeatable after a crash. Stops when
 * the claim was settled meanwhile, so that nothing is activated for a claim that is over.
 */
async function rememberDraft(
  context: ShopContext,
  claim: AppliedOffer,
  draftId: string,
  discountGid: string | null,
): Promise<void> {
  const { count } = await context.db.prisma.appliedOffer.updateMany({
    where: { shopId: claim.shopId, id: claim.id, state: "pending" },
    data: { draftId, discountGid },
  });
  if (count === 0) throw new PlatformFailure("unavailable", "the activation took too long");
}
