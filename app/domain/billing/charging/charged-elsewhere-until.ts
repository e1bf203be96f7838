import type { Subscription } from "#app/generated/prisma/client.ts";
import type { ShopContext } from "../../context.ts";

/**
 * Until when somebody else charged a subscription: the old app, where it was imported, or whoever did before this app was installed.
 * Null for one that has been ours from its beginning. Attempts from before are not known here.
 */
export async function chargedElsewhereUntil(
  { db }: Pick<ShopContext, "db">,
  row: Pick<Subscription, "shopId" | "originalStartAt" | "platformCreatedAt">,
): Promise<Date | null> {
  if (row.originalStartAt) return row.platformCreatedAt;
  const { installedAt } = await db.prisma.shop.findUniqueOrThrow({ where: { id: row.shopId } });
  return row.platformCreatedAt < installedAt ? installedAt : null;
}
