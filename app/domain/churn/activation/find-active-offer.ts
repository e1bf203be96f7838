import type { ShopContext } from "../../context.ts";
import { type OfferSnapshot, offerSnapshotSchema } from "../offers/churn-offer.ts";

/** The offer that is active on a subscription, as it was when it was accepted; null without one. */
export async function findActiveOffer(
  context: Pick<ShopContext, "db" | "shop">,
  subscriptionId: bigint,
): Promise<OfferSnapshot | null> {
  const active = await context.db.prisma.appliedOffer.findFirst({
    where: { shopId: context.shop.id, subscriptionId, state: "active" },
    select: { offerSnapshot: true },
  });
  return active && offerSnapshotSchema.parse(active.offerSnapshot);
}
