import type { Queries } from "#app/lib/db.ts";
import type { ShopContext } from "../../context.ts";

/**
 * Closes the cancel flows that are still open on a subscription, as saved or as cancelled.
 *
 * @returns the id of the latest of them; null when none was open.
 */
export async function finishOpenFlows(
  context: Pick<ShopContext, "shop" | "clock">,
  tx: Queries,
  subscriptionId: bigint,
  outcome: "saved" | "cancelled",
): Promise<bigint | null> {
  const finished = await tx.cancelFlow.updateManyAndReturn({
    where: { shopId: context.shop.id, subscriptionId, outcome: "open" },
    data: { outcome, finishedAt: context.clock.now() },
    select: { id: true },
  });
  return finished.reduce<bigint | null>(
    (latest, { id }) => (latest === null || id > latest ? id : latest),
    null,
  );
}
