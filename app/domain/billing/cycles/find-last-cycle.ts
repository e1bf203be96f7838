import type { BillingCycle, Subscription } from "#app/generated/prisma/client.ts";
import type { Queries } from "#app/lib/db.ts";

/** A subscription's latest cycle that has fallen due or was settled early; null before the first one. */
export function findLastCycle(
  tx: Queries,
  { shopId, id }: Pick<Subscription, "shopId" | "id">,
): Promise<BillingCycle | null> {
  return tx.billingCycle.findFirst({
    where: { shopId, subscriptionId: id },
    orderBy: { cycleIndex: "desc" },
  });
}
