import type { z } from "zod";
import type { ShopContext } from "../context.ts";
import { cancelSubscription } from "./cancel-subscription.ts";
import type { cancelSecondContractTask } from "./subscription-jobs.ts";

/**
 * Cancels a contract that an undone import left on the platform, so that it is never charged there. No mail is sent: its customer has
 * never seen the contract. Safe to repeat.
 *
 * @throws AppError platform_unavailable, platform_refused: the task is tried again, and the merchant sees that it fails.
 */
export async function cancelSecondContract(
  context: ShopContext,
  { subscriptionId, wishOf }: z.output<typeof cancelSecondContractTask.payload>,
): Promise<void> {
  const key = { shopId: context.shop.id, id: subscriptionId };
  const row = await context.db.prisma.subscription.findUnique({ where: { shopId_id: key } });
  if (row?.importState !== "undone" || row.status === "cancelled") return;
  await cancelSubscription({ ...context, actor: { kind: wishOf, name: null } }, row, null);
}
