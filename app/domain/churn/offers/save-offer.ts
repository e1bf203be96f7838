import { AppError, wrongField } from "#app/lib/app-error.ts";
import type { Queries } from "#app/lib/db.ts";
import { recordActivity } from "../../activity/record-activity.ts";
import type { ShopContext } from "../../context.ts";
import { nextVersion, type StaleEdit } from "../../edit-version.ts";
import { type ManagedOffer, managedOfferInclude, toManagedOffer } from "./managed-offer.ts";
import { parseOfferInput } from "./offer-input.ts";

/**
 * Makes an offer. What shoppers accepted before is not touched by later edits: each applied offer
 * keeps its own copy.
 *
 * @throws AppError invalid_input.
 */
export async function createOffer(context: ShopContext, given: unknown): Promise<ManagedOffer> {
  const input = parseOfferInput(given, context.shop.currency);
  return context.db.transaction(async (tx) => {
    const now = context.clock.now();
    const row = await tx.churnOffer.create({
      data: {
        shopId: context.shop.id,
        ...input,
        type: input.rules.type,
        createdAt: now,
        updatedAt: now,
      },
      include: managedOfferInclude,
    });
    await recordActivity(context, tx, {
      kind: "offer.created",
      message: `The offer “${row.name}” was created.`,
      details: { offer_id: String(row.id), type: row.type },
    });
    return toManagedOffer(row);
  });
}

/**
 * Changes an offer. Its type stays: another type is another offer.
 *
 * @param edit.version the version the editor was opened with; when the offer has changed since,
 *   nothing is saved and the outcome is `stale`.
 * @throws AppError invalid_input, not_found.
 */
export async function saveOffer(
  context: ShopContext,
  edit: { offerId: bigint; version: string; input: unknown },
): Promise<{ outcome: "saved"; offer: ManagedOffer } | StaleEdit> {
  const input = parseOfferInput(edit.input, context.shop.currency);
  return context.db.transaction(async (tx) => {
    const before = await lockOffer(context, tx, edit.offerId);
    if (before.updatedAt.toISOString() !== edit.version) return { outcome: "stale" };
    if (before.type !== input.rules.type) {
      const message = "The type of an offer cannot change. Create another offer instead.";
      throw wrongField("type", message);
    }
    const row = await tx.churnOffer.update({
      where: { shopId_id: { shopId: context.shop.id, id: edit.offerId } },
      data: { ...input, updatedAt: nextVersion(before.updatedAt, context.clock.now()) },
      include: managedOfferInclude,
    });
    await recordActivity(context, tx, {
      kind: "offer.saved",
      message: `The offer “${row.name}” was edited.`,
      details: { offer_id: String(row.id), active: row.active },
    });
    return { outcome: "saved", offer: toManagedOffer(row) };
  });
}

/**
 * Reads an offer that is not archived, and keeps others from changing it until the transaction ends.
 *
 * @throws AppError not_found.
 */
export async function lockOffer(context: Pick<ShopContext, "shop">, tx: Queries, offerId: bigint) {
  await tx.$queryRaw`
    SELECT id FROM churn_offers WHERE shop_id = ${context.shop.id} AND id = ${offerId} FOR UPDATE`;
  const row = await tx.churnOffer.findUnique({
    where: { shopId_id: { shopId: context.shop.id, id: offerId } },
  });
  if (!row || row.archivedAt) {
    throw new AppError("not_found", "There is no such offer, or it was archived.");
  }
  return row;
}
