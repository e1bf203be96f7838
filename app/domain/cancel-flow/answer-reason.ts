import { randomUUID } from "node:crypto";
import type { CancelFlow } from "#app/generated/prisma/client.ts";
import { AppError } from "#app/lib/app-error.ts";
import { findLastCycle } from "../billing/cycles/find-last-cycle.ts";
import { chooseOffer } from "../churn/offers/choose-offer.ts";
import { type ChurnOffer, toSnapshot } from "../churn/offers/churn-offer.ts";
import { type ActiveReason, listActiveReasons } from "../churn/offers/list-active-offers.ts";
import { type PricedOffer, priceOffer } from "../churn/offers/priced-offer.ts";
import { toPricedSubscription } from "../churn/offers/priced-subscription.ts";
import { readOfferHistory } from "../churn/offers/read-offer-history.ts";
import type { ShopContext } from "../context.ts";
import type { ReasonAlias } from "../subscriptions/cancellation-reasons.ts";
import {
  findOwnSubscription,
  type SubscriptionWithOwner,
} from "../subscriptions/find-subscription.ts";
import { findOpenFlow } from "./find-flow.ts";
import { type OwnContract, readOwnContract } from "./own-contract.ts";
import { type CancellationSummary, readCancellationSummary } from "./read-cancellation-summary.ts";

export interface ReasonAnswer {
  contractId: number;
  customerId: number;
  /** Null: the shopper gave none. */
  reason: ReasonAlias | null;
  note: string | null;
  flowId: string | null;
}

export interface ReasonOutcome extends CancellationSummary {
  flowId: string;
  /** The one offer that fits; null when none does, or the contract has one already. */
  offer: PricedOffer | null;
  activeOffer: PricedOffer | null;
  help: { kind: "contact" | "help"; url: string } | null;
  contract: OwnContract;
}

/**
 * Takes down a shopper's reason and answers the one offer that fits it. Answering again in the same
 * flow replaces the reason.
 *
 * @throws AppError not_found for a contract that is not the shopper's, contract_cancelled.
 */
export async function answerReason(
  context: ShopContext,
  answer: ReasonAnswer,
): Promise<ReasonOutcome> {
  const subscription = await findOwnSubscription(context, answer.contractId, answer.customerId);
  if (subscription.status === "cancelled") {
    throw new AppError("contract_cancelled", "This contract is canceled already.");
  }
  const contract = await readOwnContract(context, subscription);
  const reason = answer.reason
    ? ((await listActiveReasons(context, answer.reason))[0] ?? null)
    : null;
  const offer = reason && (await chooseFor(context, subscription, reason));
  const flow = await saveFlow(context, subscription, answer, offer);
  return {
    flowId: flow.publicId,
    offer:
      offer &&
      priceOffer(toSnapshot(offer), {
        subscription: toPricedSubscription(subscription, context.shop),
        shop: context.shop,
        now: context.clock.now(),
        last: await findLastCycle(context.db.prisma, subscription),
      }),
    activeOffer: contract.activeOffer,
    help: reason ? helpOf(context, reason) : null,
    contract,
    ...(await readCancellationSummary(context, subscription)),
  };
}

async function chooseFor(
  context: ShopContext,
  subscription: SubscriptionWithOwner,
  { offers }: ActiveReason,
): Promise<ChurnOffer | null> {
  const { shopId, id, customerId } = subscription;
  // One of which nothing is left takes the place, too.
  const taken = { shopId, subscriptionId: id, state: "active" };
  if ((await context.db.prisma.appliedOffer.count({ where: taken })) > 0) return null;
  const history =
    customerId === null ? [] : await readOfferHistory(context.db.prisma, { shopId, customerId });
  const { ianaTimezone } = context.shop;
  return chooseOffer(
    offers,
    toPricedSubscription(subscription, context.shop),
    history,
    context.clock.now(),
    ianaTimezone,
  );
}

async function saveFlow(
  context: ShopContext,
  subscription: SubscriptionWithOwner,
  answer: ReasonAnswer,
  offer: ChurnOffer | null,
): Promise<CancelFlow> {
  return context.db.transaction(async (tx) => {
    const now = context.clock.now();
    const fields = {
      reasonAlias: answer.reason,
      note: answer.note,
      offerId: offer?.id ?? null,
      offerShownAt: offer ? now : null,
    };
    const open = await findOpenFlow(context, tx, subscription.id, answer.flowId);
    if (open) {
      const where = { shopId_id: { shopId: open.shopId, id: open.id } };
      return tx.cancelFlow.update({ where, data: fields });
    }
    return tx.cancelFlow.create({
      data: {
        ...{ shopId: context.shop.id, publicId: randomUUID(), subscriptionId: subscription.id },
        startedAt: now,
        ...fields,
      },
    });
  });
}

function helpOf(context: ShopContext, { row }: ActiveReason): ReasonOutcome["help"] {
  if (row.helpKind === "contact")
    return { kind: "contact", url: `mailto:${context.shop.contactEmail}` };
  return row.helpKind === "help" && row.helpUrl ? { kind: "help", url: row.helpUrl } : null;
}
