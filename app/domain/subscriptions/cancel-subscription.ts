import type { Subscription } from "#app/generated/prisma/client.ts";
import type { ShopContext } from "../context.ts";
import type { ReasonAlias } from "./cancellation-reasons.ts";
import { toContractActor, toContractChangeError } from "./platform-change.ts";
import { storeContract } from "./store-contract.ts";

export interface Cancellation {
  subscription: Subscription;
  /** True when it had been cancelled before this call. */
  alreadyCancelled: boolean;
}

/**
 * Cancels a subscription permanently, on the platform first and then in our row (contract, section 3.2). The
 * reason is saved before the platform is called, so this call, or the webhook after a crash, finds it. Safe to
 * repeat.
 *
 * @throws AppError platform_unavailable (whether it was cancelled is unknown; repeat), platform_refused.
 */
export async function cancelSubscription(
  context: ShopContext,
  subscription: Subscription,
  reason: ReasonAlias | null,
): Promise<Cancellation> {
  if (subscription.status === "cancelled") return { subscription, alreadyCancelled: true };
  await context.db.prisma.subscription.updateMany({
    where: { shopId: subscription.shopId, id: subscription.id, status: { not: "cancelled" } },
    data: { cancelReason: reason },
  });
  try {
    const contract = await context.platform.cancelContract(
      Number(subscription.platformContractId),
      toContractActor(context.actor),
    );
    return { subscription: await storeContract(context, contract), alreadyCancelled: false };
  } catch (error) {
    throw toContractChangeError(error, "cancel");
  }
}
