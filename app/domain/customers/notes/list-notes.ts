import type { ListPage } from "#app/lib/listing.ts";
import type { ShopContext } from "../../context.ts";
import type { CustomerNote } from "./note.ts";

/** A page of the notes about a customer, the newest first. */
export async function listNotes(
  { db, shop }: Pick<ShopContext, "db" | "shop">,
  customerId: bigint,
  { limit, offset }: ListPage,
): Promise<{ notes: CustomerNote[]; hasMore: boolean }> {
  const rows = await db.prisma.customerNote.findMany({
    where: { shopId: shop.id, customerId },
    orderBy: [{ createdAt: "desc" }, { id: "desc" }],
    take: limit + 1,
    skip: offset,
    omit: { shopId: true, customerId: true },
  });
  return { notes: rows.slice(0, limit), hasMore: rows.length > limit };
}
