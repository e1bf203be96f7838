import type { ShopContext } from "../../context.ts";

/** Why a charge of each of some subscriptions is unpaid, and what comes next, as English sentences; by subscription, without those that owe nothing. */
export async function readPastDueReasons(
  { db, shop }: Pick<ShopContext, "db" | "shop">,
  subscriptionIds: readonly bigint[],
): Promise<ReadonlyMap<bigint, string>> {
  const rows = await db.prisma.billingCycle.findMany({
    where: { shopId: shop.id, subscriptionId: { in: [...subscriptionIds] }, state: "past_due" },
    select: { subscriptionId: true, reason: true },
  });
  return new Map(rows.flatMap(({ subscriptionId: id, reason }) => (reason ? [[id, reason]] : [])));
}
