import type { ShopContext } from "../context.ts";

/** The tags that the store's plan groups put on their members, in the order of the alphabet. */
export async function listCustomerTags({
  db,
  shop,
}: Pick<ShopContext, "db" | "shop">): Promise<string[]> {
  const groups = await db.prisma.planGroup.findMany({
    where: { shopId: shop.id, customerTag: { not: null } },
    select: { customerTag: true },
  });
  return [...new Set(groups.flatMap(({ customerTag }) => customerTag ?? []))].sort();
}
