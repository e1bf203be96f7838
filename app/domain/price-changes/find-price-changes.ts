import type { ShopContext } from "../context.ts";

type Reader = Pick<ShopContext, "db" | "shop">;

/** The latest change of price or terms that a subscription was in; null for none. */
export async function findPriceChangeOf(
  { db, shop }: Reader,
  subscriptionId: bigint,
): Promise<bigint | null> {
  const row = await db.prisma.priceChangeRow.findFirst({
    where: { shopId: shop.id, subscriptionId },
    orderBy: { priceChangeId: "desc" },
    select: { priceChangeId: true },
  });
  return row?.priceChangeId ?? null;
}

/** The latest change of each of these plans, by the plan's row. */
export async function findPriceChangesOfPlans(
  { db, shop }: Reader,
  planIds: readonly bigint[],
): Promise<Map<bigint, bigint>> {
  const found = await db.prisma.priceChange.groupBy({
    by: ["planId"],
    where: { shopId: shop.id, planId: { in: [...planIds] } },
    _max: { id: true },
  });
  return new Map(
    found.flatMap(({ planId, _max }) => (_max.id === null ? [] : [[planId, _max.id]])),
  );
}
