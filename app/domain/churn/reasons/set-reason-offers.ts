import { wrongField } from "#app/lib/app-error.ts";
import type { Queries } from "#app/lib/db.ts";
import type { ShopContext } from "../../context.ts";

/**
 * Replaces the offers of a reason by the given ones, in their order. Part of a larger change: the
 * caller's transaction holds the reason's row.
 *
 * @throws AppError invalid_input when an offer is not this store's or is archived.
 */
export async function setReasonOffers(
  context: Pick<ShopContext, "shop">,
  tx: Queries,
  reasonId: bigint,
  offerIds: readonly bigint[],
): Promise<void> {
  const shopId = context.shop.id;
  // The share lock holds off an archiving of one of these offers until the links are committed.
  const offers = await tx.$queryRaw<{ id: bigint }[]>`
    SELECT id FROM churn_offers
    WHERE shop_id = ${shopId} AND id = ANY(${[...offerIds]}::bigint[]) AND archived_at IS NULL
    ORDER BY id FOR SHARE`;
  if (offers.length !== offerIds.length) {
    const message = "One of these offers is not there any more. Reload the page and choose again.";
    throw wrongField("offerIds", message);
  }
  await tx.cancellationReasonOffer.deleteMany({ where: { shopId, reasonId } });
  await tx.cancellationReasonOffer.createMany({
    data: offerIds.map((offerId, position) => ({ shopId, reasonId, offerId, position })),
  });
}
