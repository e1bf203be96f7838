import { AppError } from "#app/lib/app-error.ts";
import { activateOffer } from "../churn/activation/activate-offer.ts";
import type { PricedOffer } from "../churn/offers/priced-offer.ts";
import type { ShopContext } from "../context.ts";
import type { ReasonAlias } from "../subscriptions/cancellation-reasons.ts";
import { findOwnSubscription } from "../subscriptions/find-subscription.ts";
import { refreshContract } from "../subscriptions/store-contract.ts";
import { findFlow } from "./find-flow.ts";
import { type OwnContract, readOwnContract } from "./own-contract.ts";

export interface Acceptance {
  contractId: number;
  customerId: number;
  flowId: string;
  offerId: number;
  idempotencyKey: string;
}

/**
 * A shopper accepts the offer they were shown. Only that one: an offer that was never shown priced to
 * this shopper is no longer available to them.
 *
 * @throws AppError not_found, offer_gone, offer_already_active, contract_cancelled, platform_refused,
 * platform_unavailable.
 */
export async function acceptOffer(
  context: ShopContext,
  acceptance: Acceptance,
): Promise<{ applied: PricedOffer; contract: OwnContract }> {
  const { contractId, customerId, flowId, offerId, idempotencyKey } = acceptance;
  const subscription = await findOwnSubscription(context, contractId, customerId);
  const flow = await findFlow(context, context.db.prisma, subscription.id, flowId);
  if (!flow || flow.offerId !== BigInt(offerId)) {
    throw offerGone();
  }
  await activateOffer(context, {
    contractId,
    offerId,
    source: "storefront",
    reason: flow.reasonAlias as ReasonAlias | null,
    idempotencyKey,
  });
  const row = (await refreshContract(context, contractId)) ?? subscription;
  const contract = await readOwnContract(context, row);
  if (!contract.activeOffer) {
    if (row.status !== "cancelled") throw offerGone();
    throw new AppError("contract_cancelled", "This contract was canceled meanwhile.");
  }
  return { applied: contract.activeOffer, contract };
}

function offerGone(): AppError {
  return new AppError("offer_gone", "That offer is no longer available.");
}
