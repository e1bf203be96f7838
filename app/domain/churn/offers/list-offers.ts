import { AppError } from "#app/lib/app-error.ts";
import type { ShopContext } from "../../context.ts";
import { type ManagedOffer, managedOfferInclude, toManagedOffer } from "./managed-offer.ts";

/** All offers of the store that are not archived, newest first: an offer keeps its place. */
export async function listOffers(
  context: Pick<ShopContext, "db" | "shop">,
): Promise<ManagedOffer[]> {
  const rows = await context.db.prisma.churnOffer.findMany({
    where: { shopId: context.shop.id, archivedAt: null },
    orderBy: { id: "desc" },
    include: managedOfferInclude,
  });
  return rows.map(toManagedOffer);
}

/**
 * One offer that is not archived.
 *
 * @throws AppError not_found.
 */
export async function getOffer(
  context: Pick<ShopContext, "db" | "shop">,
  offerId: bigint,
): Promise<ManagedOffer> {
  const row = await context.db.prisma.churnOffer.findUnique({
    where: { shopId_id: { shopId: context.shop.id, id: offerId }, archivedAt: null },
    include: managedOfferInclude,
  });
  if (!row) throw new AppError("not_found", "There is no such offer, or it was archived.");
  return toManagedOffer(row);
}
