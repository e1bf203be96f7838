import type { BillingCycle, Subscription } from "#app/generated/prisma/client.ts";
import type { Queries } from "#app/lib/db.ts";
import type { ShopContext } from "../../context.ts";

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

/**
 * When the platform's cycle of the latest charge ends, and the one of the next charge begins. The platform is asked, where it has no
 * other cycle yet. Null where none is to come.
 *
 * @throws PlatformFailure.
 */
export async function endOfLast(
  { platform, clock }: Pick<ShopContext, "platform" | "clock">,
  { platformContractId }: Pick<Subscription, "platformContractId">,
  last: Pick<BillingCycle, "cycleIndex"> | null,
): Promise<Date | null> {
  if (!last) return null;
  const cycle = await platform.getBillingCycle(Number(platformContractId), last.cycleIndex);
  return cycle && cycle.endAt > clock.now() ? cycle.endAt : null;
}
