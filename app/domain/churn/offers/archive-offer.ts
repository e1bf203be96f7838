import { recordActivity } from "../../activity/record-activity.ts";
import type { ShopContext } from "../../context.ts";
import { nextVersion } from "../../edit-version.ts";
import { lockOffer } from "./save-offer.ts";

/**
 * Takes an offer out of every list and from under every reason. Those who have it keep it, and the
 * history of it stays. An archived offer cannot be restored, only created again.
 *
 * @throws AppError not_found, also for one that is archived already.
 */
export async function archiveOffer(context: ShopContext, offerId: bigint): Promise<void> {
  const shopId = context.shop.id;
  await context.db.transaction(async (tx) => {
    const row = await lockOffer(context, tx, offerId);
    const now = context.clock.now();
    await tx.cancellationReasonOffer.deleteMany({ where: { shopId, offerId } });
    await tx.churnOffer.update({
      where: { shopId_id: { shopId, id: offerId } },
      data: { active: false, archivedAt: now, updatedAt: nextVersion(row.updatedAt, now) },
    });
    await recordActivity(context, tx, {
      kind: "offer.archived",
      message: `The offer “${row.name}” was archived.`,
      details: { offer_id: String(offerId) },
    });
  });
}
