import type { Actor, ShopContext } from "../../context.ts";
import { cancelSubscription } from "../../subscriptions/cancel-subscription.ts";

/** Whose wish it was that there is one contract, or none. */
const OWNER: Actor = { kind: "customer", name: null };

/**
 * Cancels on the platform a contract that was made beside the one that counts, so that nobody charges it there either. Nobody is
 * told: its owner has never seen it. Safe to repeat.
 *
 * @throws AppError platform_unavailable, platform_refused: the task is tried again, and the merchant sees that it fails.
 */
export async function cancelSecondContract(
  context: ShopContext,
  { subscriptionId }: { subscriptionId: bigint },
): Promise<void> {
  const key = { shopId: context.shop.id, id: subscriptionId };
  const row = await context.db.prisma.subscription.findUnique({ where: { shopId_id: key } });
  if (row?.importState !== "undone" || row.status === "cancelled") return;
  await cancelSubscription({ ...context, actor: OWNER }, row, null);
}
