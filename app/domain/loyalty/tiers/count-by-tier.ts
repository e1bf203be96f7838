import type { ShopContext } from "../../context.ts";

/** How many customers are in each tier, as they were counted last, by its number. A tier with nobody in it is left out. */
export async function countByTier({
  db,
  shop,
}: Pick<ShopContext, "db" | "shop">): Promise<Map<number, number>> {
  const rows = await db.prisma.loyaltyStanding.groupBy({
    by: ["tierId"],
    where: { shopId: shop.id, tierId: { not: null } },
    _count: { _all: true },
  });
  return new Map(
    rows.flatMap(({ tierId, _count }) => (tierId === null ? [] : [[tierId, _count._all]])),
  );
}
