import { listActiveReasons } from "../churn/offers/list-active-offers.ts";
import type { OfferView } from "../churn/offers/offer-view.ts";
import type { ShopContext } from "../context.ts";
import type { ReasonAlias } from "../subscriptions/cancellation-reasons.ts";
import { type ContractView, readContractView } from "../subscriptions/contract-view.ts";
import { findOwnSubscription } from "../subscriptions/find-subscription.ts";
import { refreshContract } from "../subscriptions/store-contract.ts";
import { type CancellationSummary, readCancellationSummary } from "./read-cancellation-summary.ts";

/** A reason for the storefront. `title` is null where the extension's translated default applies. */
export interface ReasonView {
  alias: ReasonAlias;
  title: string | null;
  description: string | null;
}

/** What the flow's first step shows: the contract as it is now, and the reasons to choose from. */
export interface CancelFlowView extends CancellationSummary {
  contract: ContractView;
  reasons: ReasonView[];
  active_offer: OfferView | null;
}

/**
 * Asks the platform first: who looks often does so because an answer was lost, and our own row may not
 * have heard either.
 *
 * @throws AppError not_found for a contract that is not the shopper's.
 * @throws PlatformFailure when it cannot be told what is so.
 */
export async function getCancelFlow(
  context: ShopContext,
  contractId: number,
  customerId: number,
): Promise<CancelFlowView> {
  const known = await findOwnSubscription(context, contractId, customerId);
  const subscription =
    known.status === "cancelled" ? known : ((await refreshContract(context, contractId)) ?? known);
  const contract = await readContractView(context, subscription);
  return {
    contract,
    reasons: await listReasonViews(context),
    active_offer: contract.active_offer,
    ...(await readCancellationSummary(context, subscription)),
  };
}

export async function listReasonViews(context: ShopContext): Promise<ReasonView[]> {
  const reasons = await listActiveReasons(context, null);
  return reasons.map(({ row }) => ({
    alias: row.alias as ReasonAlias,
    title: row.title,
    description: row.description,
  }));
}
