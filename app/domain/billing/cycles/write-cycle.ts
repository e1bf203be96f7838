import type { Prisma } from "#app/generated/prisma/client.ts";
import type { Queries } from "#app/lib/db.ts";
import { firstAfterCycle } from "../dates/soonest-date.ts";

/**
 * Writes down the cycle of a charge, in the transaction that has locked the subscription. Where the platform's cycle ends later, no other
 * charge is taken until then, and the subscription says so to whoever counts its dates.
 */
export async function createCycle(
  tx: Queries,
  data: Prisma.BillingCycleUncheckedCreateInput,
  endAt: Date,
): Promise<void> {
  await tx.billingCycle.create({ data });
  if (endAt <= new Date(data.createdAt)) return;
  await tx.subscription.updateMany({
    where: { shopId: data.shopId, id: data.subscriptionId },
    data: { chargeableFrom: firstAfterCycle(endAt) },
  });
}
