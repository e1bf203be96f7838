import { findActiveOffer } from "#app/domain/churn/activation/find-active-offer.ts";
import type { ShopContext } from "#app/domain/context.ts";
import { runIdempotent } from "#app/domain/idempotency/run-idempotent.ts";
import type { SubscriptionWithOwner } from "#app/domain/subscriptions/find-subscription.ts";
import { getSubscription } from "#app/domain/subscriptions/get-subscription.ts";
import { type IdempotentCall, markReplayed } from "#app/http/idempotency.ts";
import { oneRecord } from "../envelope.ts";
import { type SubscriptionRecord, toSubscriptionRecord } from "./subscription-record.ts";

/** A subscription as the core REST API shows it. @throws AppError not_found. */
export async function readSubscriptionRecord(
  context: ShopContext,
  subscriptionId: bigint,
): Promise<SubscriptionRecord> {
  const subscription = await getSubscription(context, subscriptionId);
  const activeOffer = await findActiveOffer(context, subscriptionId);
  return toSubscriptionRecord(subscription, activeOffer);
}

/**
 * Changes a subscription for the core REST API, and gives its answer: the subscription as it is then.
 *
 * @param request.action the change, which distinguishes repeated requests from others.
 * @throws AppError not_found, idempotency_conflict, and whatever `change` throws.
 */
export async function changeSubscription(
  call: IdempotentCall & { context: ShopContext },
  request: { subscriptionId: bigint; action: string; body: unknown },
  change: (subscription: SubscriptionWithOwner) => Promise<unknown>,
) {
  const { context, idempotencyKey, headers } = call;
  const { subscriptionId, action, body } = request;
  const { answer, replayed } = await runIdempotent(
    context,
    {
      key: idempotencyKey,
      input: [action, String(subscriptionId), body ?? null],
    },
    async () => {
      await change(await getSubscription(context, subscriptionId));
      return readSubscriptionRecord(context, subscriptionId);
    },
  );
  if (replayed) markReplayed(headers);
  return oneRecord(answer);
}
