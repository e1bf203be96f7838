import type { ShopContext } from "../context.ts";

/** The tags that a customer's active memberships give, each once whatever its capitals. A past-due one is active. */
export async function readWantedTags(
  { db, shop }: Pick<ShopContext, "db" | "shop">,
  customerId: bigint,
): Promise<string[]> {
  const rows = await db.prisma.$queryRaw<{ tag: string }[]>`
    SELECT DISTINCT ON (lower(g.customer_tag)) g.customer_tag AS tag
    FROM subscriptions s
    JOIN plans p ON p.shop_id = s.shop_id AND p.id = s.plan_id
    JOIN plan_groups g ON g.shop_id = p.shop_id AND g.id = p.plan_group_id
    WHERE s.shop_id = ${shop.id} AND s.customer_id = ${customerId} AND s.kind = 'membership'
      AND s.status = 'active' AND s.import_state IS DISTINCT FROM 'undone' AND g.customer_tag IS NOT NULL
    ORDER BY lower(g.customer_tag), g.id`;
  return rows.map(({ tag }) => tag);
}
