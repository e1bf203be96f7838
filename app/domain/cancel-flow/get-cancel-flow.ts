import { listActiveReasons } from "../churn/offers/list-active-offers.ts";
import type { PricedOffer } from "../churn/offers/priced-offer.ts";
import type { ShopContext } from "../context.ts";
import type { ReasonAlias } from "../subscriptions/cancellation-reasons.ts";
import { findOwnSubscription } from "../subscriptions/find-subscription.ts";
import { refreshContract } from "../subscriptions/store-contract.ts";
import { type OwnContract, readOwnContract } from "./own-contract.ts";
import { type CancellationSummary, readCancellationSummary } from "./read-cancellation-summary.ts";

/** A reason as shoppers see it. `title` is null where the extension's translated default applies. */
export interface ShownReason {
  alias: ReasonAlias;
  title: string | null;
  description: string | null;
}

/** What the flow's first step shows: the contract as it is now, and the reasons to choose from. */
export interface CancelFlowView extends CancellationSummary {
  contract: OwnContract;
  reasons: ShownReason[];
  activeOffer: PricedOffer | null;
}

/**
 * Asks the platform first: shoppers often look because a response was lost, and then our own row may be out
 * of date too.
 *
 * @throws AppError not_found for a contract that is not the shopper's.
 * @throws PlatformFailure when the state cannot be read.
 */
export async function getCancelFlow(
  context: ShopContext,
  contractId: number,
  customerId: number,
): Promise<CancelFlowView> {
  const known = await findOwnSubscription(context, contractId, customerId);
  const subscription =
    known.status === "cancelled" ? known : ((await refreshContract(context, contractId)) ?? known);
  const contract = await readOwnContract(context, subscription);
  return {
    contract,
    reasons: await listShownReasons(context),
    activeOffer: contract.activeOffer,
    ...(await readCancellationSummary(context, subscription)),
  };
}

export async function listShownReasons(context: ShopContext): Promise<ShownReason[]> {
  const reasons = await listActiveReasons(context, null);
  return reasons.map(({ row }) => ({
    alias: row.alias as ReasonAlias,
    title: row.title,
    description: row.description,
  }));
}
