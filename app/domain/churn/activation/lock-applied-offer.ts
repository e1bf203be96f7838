import type { AppliedOffer } from "#app/generated/prisma/client.ts";
import type { Queries } from "#app/lib/db.ts";

/** Locks the subscription of an applied offer, as a cancellation does, and reads the offer again. */
export async function lockAppliedOffer(
  tx: Queries,
  { shopId, id, subscriptionId }: Pick<AppliedOffer, "shopId" | "id" | "subscriptionId">,
): Promise<AppliedOffer> {
  await tx.$queryRaw`
    SELECT 1 FROM subscriptions WHERE shop_id = ${shopId} AND id = ${subscriptionId} FOR NO KEY UPDATE`;
  return tx.appliedOffer.findUniqueOrThrow({ where: { shopId_id: { shopId, id } } });
}
