import type { AppliedOffer } from "#app/generated/prisma/client.ts";
import { AppError, isAppError } from "#app/lib/app-error.ts";
import { isUniqueViolation, type Queries } from "#app/lib/db.ts";
import { KeyedSemaphore } from "#app/lib/keyed-semaphore.ts";
import { addJob } from "#app/lib/queue.ts";
import { isPlatformFailure } from "#app/platform/platform-failure.ts";
import { recordActivity } from "../../activity/record-activity.ts";
import type { ShopContext } from "../../context.ts";
import { lockCustomer } from "../../customers/lock-customer.ts";
import type { ReasonAlias } from "../../subscriptions/cancellation-reasons.ts";
import {
  findSubscription,
  type SubscriptionWithOwner,
} from "../../subscriptions/find-subscription.ts";
import { refreshContract } from "../../subscriptions/store-contract.ts";
import { settleActivationJob } from "../churn-jobs.ts";
import { mayHaveAgain } from "../offers/choose-offer.ts";
import { type ChurnOffer, toChurnOffer, toSnapshot } from "../offers/churn-offer.ts";
import { fitOffer } from "../offers/fit-offer.ts";
import { toPricedSubscription } from "../offers/priced-subscription.ts";
import { readOfferHistory } from "../offers/read-offer-history.ts";
import { givenBackLater } from "../offers/types/interval-taken-over.ts";
import { offerTypeOf } from "../offers/types/offer-types.ts";
import { applyOffer, mayHaveTakenEffect } from "./apply-offer.ts";
import { rejectActivation } from "./finish-activation.ts";
import { settleActivation } from "./settle-activation.ts";

/** After this long without an outcome, a job looks up whether the activation took effect. */
const SETTLE_AFTER_SECONDS = 90;

export interface Activation {
  contractId: number;
  offerId: number;
  source: "storefront" | "api" | "admin";
  reason: ReasonAlias | null;
  /** The same key on the same contract answers the activation that it made before. */
  idempotencyKey: string | null;
}

/**
 * Activates an offer on a contract: claims the contract's one place for an offer, puts it into
 * effect on the platform (or in the ledger), and records the reward (contract, sections 3.2 and 4.7).
 *
 * The claim is a row under a partial unique index, committed before the platform is called, so exactly one of
 * any number of concurrent requests wins. When the platform rejects the change, nothing stays active. When its
 * response is lost, a job settles the claim; a retry is safe either way.
 *
 * @throws AppError not_found, offer_gone, contract_cancelled, offer_already_active, platform_refused,
 * platform_unavailable.
 */
export async function activateOffer(
  context: ShopContext,
  activation: Activation,
): Promise<AppliedOffer> {
  const { contractId, idempotencyKey } = activation;
  if (idempotencyKey === null) return activateNow(context, activation);
  // A request that is repeated while the first is under way, as by a double click, waits for its outcome.
  const repeat = `${context.shop.id}/${contractId}/${idempotencyKey}`;
  return repeats.run(repeat, () => activateNow(context, activation));
}

const repeats = new KeyedSemaphore<string>(1);

async function activateNow(context: ShopContext, activation: Activation): Promise<AppliedOffer> {
  const known = await findSubscription(context, activation.contractId);
  const repeated = await findRepeated(context, known, activation);
  if (repeated) return repeated;
  const subscription = await readAsItIs(context, activation.contractId);
  if (subscription.status === "cancelled") throw contractCancelled();
  const offer = await findLiveOffer(context, activation.offerId);
  await requireFit(context, subscription, offer);
  const claim = await claimPlace(context, subscription, offer, activation);
  if (claim === "repeated") return activateNow(context, activation);
  try {
    const applied = await applyOffer(context, claim, subscription);
    if (applied.state !== "active") throw contractCancelled();
    return applied;
  } catch (error) {
    if (isAppError(error)) await rejectActivation(context, claim, subscription, error);
    // Cut off from the store, as when it does not answer: what took effect is not known.
    if (isPlatformFailure(error) && error.kind !== "refused") {
      await abandonUnlessBegun(context, claim);
      throw new AppError(
        "platform_unavailable",
        "The store's platform did not answer in time. Look at the contract's offers before you try again.",
      );
    }
    if (isPlatformFailure(error)) {
      await rejectActivation(context, claim, subscription, error);
      const now = await refreshContract(context, activation.contractId);
      if (now?.status === "cancelled") throw contractCancelled();
      throw new AppError("platform_refused", `The platform refused the offer: ${error.message}`);
    }
    throw error;
  }
}

/**
 * The contract may have been canceled or changed elsewhere, and the webhook lost. To give credit asks the platform nothing.
 *
 * @throws AppError platform_unavailable; nothing was done.
 */
async function readAsItIs(
  context: ShopContext,
  contractId: number,
): Promise<SubscriptionWithOwner> {
  try {
    await refreshContract(context, contractId);
  } catch (error) {
    if (!isPlatformFailure(error)) throw error;
    throw new AppError(
      "platform_unavailable",
      "The store's platform does not answer just now. Nothing was changed; try again.",
    );
  }
  return findSubscription(context, contractId);
}

function contractCancelled(): AppError {
  return new AppError(
    "contract_cancelled",
    "This contract is canceled; it takes no offer any more.",
  );
}

/** What cannot have taken effect frees the contract's place for the next attempt at once. */
async function abandonUnlessBegun(context: ShopContext, { shopId, id }: AppliedOffer) {
  const claim = await context.db.prisma.appliedOffer.findUniqueOrThrow({
    where: { shopId_id: { shopId, id } },
  });
  if (!mayHaveTakenEffect(claim)) await settleActivation(context, id);
}

/** @throws AppError offer_already_active, or offer_gone when the contract cannot take the offer as it is now. */
async function requireFit(
  context: ShopContext,
  subscription: SubscriptionWithOwner,
  { rules }: ChurnOffer,
): Promise<void> {
  if (fitOffer(rules, toPricedSubscription(subscription, context.shop)) !== "impossible") return;
  // A contract may be as it is because of the offer that it has.
  const taken = await context.db.prisma.appliedOffer.findFirst({
    where: {
      shopId: context.shop.id,
      subscriptionId: subscription.id,
      state: { in: ["pending", "active"] },
    },
    select: { id: true },
  });
  if (taken) throw offerAlreadyActive();
  throw new AppError("offer_gone", "This offer cannot be applied to this contract as it is now.");
}

/**
 * The merchant's limit for a customer holds over all their contracts, each of which may have been shown the offer before one
 * of them accepted it. A merchant may give it again.
 *
 * @throws AppError offer_gone.
 */
async function requireTurn(
  { clock, shop }: ShopContext,
  tx: Queries,
  { customerId }: SubscriptionWithOwner,
  offer: ChurnOffer,
  { shopId, id }: AppliedOffer,
): Promise<void> {
  if (offer.oncePerCustomerMonths === null || customerId === null) return;
  // Of two that accept at once, the second sees what the first has claimed.
  await lockCustomer(tx, shopId, customerId);
  const history = await readOfferHistory(tx, { shopId, customerId }, id);
  if (mayHaveAgain(offer, history, clock.now(), shop.ianaTimezone)) return;
  throw new AppError("offer_gone", "You have had this offer before; it is no longer available.");
}

function offerAlreadyActive(): AppError {
  return new AppError(
    "offer_already_active",
    "Only one offer is allowed per contract, and this contract already has one.",
  );
}

async function findLiveOffer(context: ShopContext, offerId: number): Promise<ChurnOffer> {
  const row = await context.db.prisma.churnOffer.findUnique({
    where: { shopId_id: { shopId: context.shop.id, id: BigInt(offerId) } },
  });
  if (!row?.active || row.archivedAt) {
    throw new AppError("offer_gone", "There is no such offer, or it is no longer available.");
  }
  return toChurnOffer(row);
}

/**
 * The earlier outcome of the same idempotency key, if it was a success; one that got no answer is settled.
 *
 * @throws AppError platform_unavailable while the earlier request is still running.
 */
async function findRepeated(
  context: ShopContext,
  subscription: SubscriptionWithOwner,
  { idempotencyKey }: Activation,
): Promise<AppliedOffer | null> {
  if (!idempotencyKey) return null;
  const earlier = await context.db.prisma.appliedOffer.findFirst({
    where: {
      shopId: context.shop.id,
      subscriptionId: subscription.id,
      idempotencyKey,
      state: { not: "refused" },
    },
  });
  if (earlier?.state !== "pending") return earlier;
  // What may have taken effect can be settled; otherwise the first request is still preparing it.
  if (mayHaveTakenEffect(earlier)) await settleActivation(context, earlier.id);
  const settled = await context.db.prisma.appliedOffer.findUnique({
    where: { shopId_id: { shopId: earlier.shopId, id: earlier.id } },
  });
  if (settled?.state === "pending") {
    throw new AppError(
      "platform_unavailable",
      "This offer is still being applied. Try again in a moment.",
    );
  }
  return settled?.state === "refused" ? null : settled;
}

async function claimPlace(
  context: ShopContext,
  subscription: SubscriptionWithOwner,
  offer: ChurnOffer,
  activation: Activation,
): Promise<AppliedOffer | "repeated"> {
  const priced = toPricedSubscription(subscription, context.shop);
  const ofContract = { shopId: context.shop.id, subscriptionId: subscription.id };
  try {
    return await context.db.transaction(async (tx) => {
      const row = await tx.appliedOffer.create({
        data: {
          ...ofContract,
          offerId: offer.id,
          state: "pending",
          offerSnapshot: toSnapshot(offer),
          source: activation.source,
          reasonAlias: activation.reason,
          idempotencyKey: activation.idempotencyKey,
          ...(await givenBackLater(tx, ofContract, priced.interval)),
          priceMinor: priced.priceMinor,
          priceWithOfferMinor: offerTypeOf(offer.rules).price(offer.rules, priced),
          currency: priced.currency,
          requestedAt: context.clock.now(),
        },
      });
      if (activation.source === "storefront")
        await requireTurn(context, tx, subscription, offer, row);
      const ids = { shopId: row.shopId, appliedOfferId: row.id };
      const settleAt = new Date(Date.now() + SETTLE_AFTER_SECONDS * 1000);
      await addJob(tx, settleActivationJob, ids, settleAt);
      await recordActivity(context, tx, {
        kind: "offer.requested",
        message: `The offer “${offer.name}” was chosen.`,
        customerId: subscription.customerId,
        subscriptionId: subscription.id,
        details: { applied_offer_id: String(row.id) },
      });
      return row;
    });
  } catch (error) {
    if (!isUniqueViolation(error)) throw error;
    if (await findRepeated(context, subscription, activation)) return "repeated";
    throw offerAlreadyActive();
  }
}
