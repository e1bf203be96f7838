import type { ShopContext } from "../../context.ts";
import { findSubscription } from "../../subscriptions/find-subscription.ts";
import { type AppliedOffer, toAppliedOffer } from "../activation/applied-offer.ts";

/**
 * The offers applied to a contract, active and cancelled, newest first (contract, section 4.7).
 *
 * @throws AppError not_found.
 */
export async function listAppliedOffers(
  context: ShopContext,
  contractId: number,
): Promise<AppliedOffer[]> {
  const subscription = await findSubscription(context, contractId);
  const rows = await context.db.prisma.appliedOffer.findMany({
    where: {
      shopId: context.shop.id,
      subscriptionId: subscription.id,
      state: { in: ["active", "cancelled"] },
    },
    orderBy: { id: "desc" },
  });
  return rows.map(toAppliedOffer);
}
