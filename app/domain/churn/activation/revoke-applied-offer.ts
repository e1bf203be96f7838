import { AppError } from "#app/lib/app-error.ts";
import type { ShopContext } from "../../context.ts";
import { cancelAppliedOffers, tellOfCancellation } from "./cancel-applied-offers.ts";

/**
 * Revokes an active offer in the merchant's name: it becomes cancelled now, and its effect is withdrawn
 * after the grace. Revoking one that is cancelled already changes nothing.
 *
 * @throws AppError not_found.
 */
export async function revokeAppliedOffer(
  context: ShopContext,
  appliedOfferId: bigint,
): Promise<void> {
  const applied = await context.db.prisma.appliedOffer.findUnique({
    where: { shopId_id: { shopId: context.shop.id, id: appliedOfferId } },
    include: { subscription: { select: { id: true, customerId: true } } },
  });
  if (!applied) throw new AppError("not_found", "There is no such applied offer.");
  await context.db.transaction(async (tx) => {
    await cancelAppliedOffers(context, tx, applied.subscription);
    await tellOfCancellation(context, tx, applied.subscription, appliedOfferId);
  });
}
