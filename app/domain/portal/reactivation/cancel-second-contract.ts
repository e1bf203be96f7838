import type { Actor, ShopContext } from "../../context.ts";
import { cancelSubscription } from "../../subscriptions/cancel-subscription.ts";

/** Whose wish it was that there is one contract, or none. */
const OWNER: Actor = { kind: "customer", name: null };

/**
 * Cancels a duplicate contract on the platform, so that nobody can charge it there. No mail is sent: the shopper has never
 * seen the contract. Safe to repeat.
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
