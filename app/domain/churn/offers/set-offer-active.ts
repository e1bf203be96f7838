import { recordActivity } from "../../activity/record-activity.ts";
import type { ShopContext } from "../../context.ts";
import { nextVersion } from "../../edit-version.ts";
import { lockOffer } from "./save-offer.ts";

/**
 * Switches an offer on or off. An offer that is off is no longer shown; customers who have it keep it.
 * Repeating changes nothing.
 *
 * @throws AppError not_found.
 */
export async function setOfferActive(
  context: ShopContext,
  input: { offerId: bigint; active: boolean },
): Promise<void> {
  await context.db.transaction(async (tx) => {
    const row = await lockOffer(context, tx, input.offerId);
    if (row.active === input.active) return;
    await tx.churnOffer.update({
      where: { shopId_id: { shopId: context.shop.id, id: row.id } },
      data: {
        active: input.active,
        updatedAt: nextVersion(row.updatedAt, context.clock.now()),
      },
    });
    await recordActivity(context, tx, {
      kind: input.active ? "offer.switched_on" : "offer.switched_off",
      message: `The offer “${row.name}” was switched ${input.active ? "on" : "off"}.`,
      details: { offer_id: String(row.id) },
    });
  });
}
