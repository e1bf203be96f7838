import { randomUUID } from "node:crypto";
import type { Subscription } from "#app/generated/prisma/client.ts";
import type { ShopContext } from "../context.ts";
import { toPlatformChangeError } from "../platform-change-error.ts";
import type { ReasonAlias } from "./cancellation-reasons.ts";
import type { ChangeGuard } from "./changes/change-guard.ts";
import { toContractActor } from "./changes/platform-change.ts";
import { storeContract } from "./store-contract.ts";

export interface Cancellation {
  subscription: Subscription;
  /** True when another request has cancelled it. */
  alreadyCancelled: boolean;
}

/**
 * Cancels a subscription permanently, on the platform first and then in our row (contract, section 3.2). The
 * reason is saved before the platform is called, so this call, or the webhook after a crash, finds it. Safe to
 * repeat. Of any number of requests at once exactly one has cancelled it.
 *
 * @param keys by which the request is known again, the first one also while it is under way: a repeat is answered like it.
 * @param guard decides, with the subscription locked, whether it is still to be cancelled.
 * @throws AppError platform_unavailable (whether it was cancelled is unknown; repeat), platform_refused.
 */
export async function cancelSubscription(
  context: ShopContext,
  subscription: Subscription,
  reason: ReasonAlias | null,
  keys: readonly string[] = [],
  guard?: ChangeGuard,
): Promise<Cancellation> {
  if (subscription.status === "cancelled") {
    const isRepeat = keys.some((key) => subscription.cancelKeys.includes(key));
    return { subscription, alreadyCancelled: !isRepeat };
  }
  await context.db.transaction(async (tx) => {
    await guard?.(tx);
    await tx.subscription.updateMany({
      where: { shopId: subscription.shopId, id: subscription.id, status: { not: "cancelled" } },
      data: { cancelReason: reason },
    });
  });
  let cancelled: Subscription;
  try {
    const contract = await context.platform.cancelContract(
      Number(subscription.platformContractId),
      toContractActor(context.actor),
    );
    cancelled = await storeContract(context, contract, { rowBefore: subscription });
  } catch (error) {
    throw toPlatformChangeError(error, "cancel");
  }
  const isOurs = await claimCancellation(context, cancelled, keys);
  return { subscription: cancelled, alreadyCancelled: !isOurs };
}

/**
 * Of the requests that found the subscription live, the first one here has cancelled it. Which of them the platform
 * heard first is not known: an answer of its may have been lost, and its webhook may have changed our row.
 */
async function claimCancellation(
  { db }: ShopContext,
  { shopId, id }: Subscription,
  keys: readonly string[],
): Promise<boolean> {
  const [own = randomUUID()] = keys;
  const { count } = await db.prisma.subscription.updateMany({
    where: { shopId, id, cancelKeys: { isEmpty: true } },
    data: { cancelKeys: [own, ...keys.slice(1)] },
  });
  if (count > 0) return true;
  const where = { shopId_id: { shopId, id } };
  const row = await db.prisma.subscription.findUniqueOrThrow({ where });
  return row.cancelKeys[0] === own;
}
