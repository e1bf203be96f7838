import type { ShopContext } from "../../context.ts";

/** False while the store has no credit entries, so there is nothing to report. */
export async function hasCreditHistory({
  db,
  shop,
}: Pick<ShopContext, "db" | "shop">): Promise<boolean> {
  const first = await db.prisma.creditEntry.findFirst({
    where: { shopId: shop.id, unit: "money" },
    select: { id: true },
  });
  return first !== null;
}
