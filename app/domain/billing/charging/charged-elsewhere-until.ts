import type { Subscription } from "#app/generated/prisma/client.ts";
import type { ShopContext } from "../../context.ts";

/**
 * Until when somebody else charged a subscription: the old app, where it was imported, or whoever did before this app was installed.
 * Null for one that has been ours from its beginning, and where the platform has told of the attempts from before.
 */
export async function chargedElsewhereUntil(
  { db, shop: { installedAt } }: Pick<ShopContext, "db" | "shop">,
  row: Pick<Subscription, "shopId" | "id" | "originalStartAt" | "platformCreatedAt">,
): Promise<Date | null> {
  if (row.originalStartAt) return row.platformCreatedAt;
  if (row.platformCreatedAt >= installedAt) return null;
  const told = await db.prisma.billingAttempt.findFirst({
    where: { shopId: row.shopId, subscriptionId: row.id, createdAt: { lt: installedAt } },
    select: { id: true },
  });
  return told ? null : installedAt;
}
