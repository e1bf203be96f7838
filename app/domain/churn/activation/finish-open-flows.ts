import type { Queries } from "#app/lib/db.ts";
import type { ShopContext } from "../../context.ts";

/** Closes the cancel flows that are still open on a subscription, as saved or as cancelled. */
export async function finishOpenFlows(
  context: Pick<ShopContext, "shop" | "clock">,
  tx: Queries,
  subscriptionId: bigint,
  outcome: "saved" | "cancelled",
): Promise<void> {
  await tx.cancelFlow.updateMany({
    where: { shopId: context.shop.id, subscriptionId, outcome: "open" },
    data: { outcome, finishedAt: context.clock.now() },
  });
}
