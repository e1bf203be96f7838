import type { ShopContext } from "../context.ts";
import { isEntitled, RIGHTS_COLUMNS } from "../subscriptions/rights/rights.ts";

/** The tags that a customer's memberships give now, each once whatever its capitals. */
export async function readWantedTags(
  { db, shop, clock }: Pick<ShopContext, "db" | "shop" | "clock">,
  customerId: bigint,
): Promise<string[]> {
  const rows = await db.prisma.subscription.findMany({
    where: { shopId: shop.id, customerId, kind: "membership" },
    select: {
      ...RIGHTS_COLUMNS,
      plan: { select: { planGroup: { select: { id: true, customerTag: true } } } },
    },
  });
  const now = clock.now();
  const groups = rows
    .filter((row) => isEntitled(row, now))
    .flatMap(({ plan }) => plan?.planGroup ?? [])
    .sort((one, other) => Number(one.id - other.id));
  const tags = new Map<string, string>();
  for (const { customerTag: tag } of groups) {
    if (tag !== null && !tags.has(tag.toLowerCase())) tags.set(tag.toLowerCase(), tag);
  }
  return [...tags.values()];
}
