import type { ShopContext } from "../context.ts";
import { type Cancellation, cancelSubscription } from "../subscriptions/cancel-subscription.ts";
import type { ReasonAlias } from "../subscriptions/cancellation-reasons.ts";
import { findOwnSubscription } from "../subscriptions/find-subscription.ts";
import { findFlow } from "./find-flow.ts";
import { type OwnContract, readOwnContract } from "./own-contract.ts";
import { type CancellationSummary, readCancellationSummary } from "./read-cancellation-summary.ts";

export interface CancelRequest {
  contractId: number;
  customerId: number;
  flowId: string | null;
  /** Null: the shopper gives none. Undefined: the flow's, if it has one. */
  reason: ReasonAlias | null | undefined;
  note: string | null;
  idempotencyKey: string | null;
}

/** What the last step of the flow says. */
export interface CancelReceipt extends CancellationSummary {
  reference: string;
  /** Null when it has ended already. */
  endsOn: Date | null;
  /** True when a charge was under way as the cancellation came: that charge still happens. */
  chargeRunning: boolean;
  /** True when another request has cancelled it, and this one repeats neither that one nor its flow. */
  alreadyCancelled: boolean;
  contract: OwnContract;
}

/**
 * Cancels a shopper's own subscription and answers the receipt. Needs no flow and no reason. Safe to
 * repeat: the same flow, and the same idempotency key, get the same receipt.
 *
 * @throws AppError not_found, platform_unavailable, platform_refused.
 */
export async function confirmCancel(
  context: ShopContext,
  request: CancelRequest,
): Promise<CancelReceipt> {
  const before = await findOwnSubscription(context, request.contractId, request.customerId);
  const flow = await findFlow(context, context.db.prisma, before.id, request.flowId);
  const reason =
    request.reason === undefined
      ? ((flow?.reasonAlias ?? null) as ReasonAlias | null)
      : request.reason;
  if (flow?.outcome === "open") {
    await context.db.prisma.cancelFlow.update({
      where: { shopId_id: { shopId: flow.shopId, id: flow.id } },
      data: { reasonAlias: reason, ...(request.note ? { note: request.note } : {}) },
    });
  }
  const keys = [request.idempotencyKey, flow?.publicId].filter((key) => typeof key === "string");
  const cancellation = await cancelSubscription(context, before, reason, keys);
  return toReceipt(context, cancellation);
}

async function toReceipt(
  context: ShopContext,
  { subscription, alreadyCancelled }: Cancellation,
): Promise<CancelReceipt> {
  const contract = await readOwnContract(context, subscription);
  if (contract.reference === null) throw new Error("a cancelled contract has no reference");
  return {
    reference: contract.reference,
    endsOn: contract.endsOn,
    chargeRunning: subscription.chargeRunning,
    ...(await readCancellationSummary(context, subscription)),
    alreadyCancelled,
    contract,
  };
}
