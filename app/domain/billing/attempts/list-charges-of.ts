import type { ListPage } from "#app/lib/listing.ts";
import type { ShopContext } from "../../context.ts";

/** A charge of one of a customer's subscriptions, in minor units. */
export interface ChargeLine {
  id: bigint;
  subscriptionId: bigint;
  status: "success" | "failed" | "pending";
  amountMinor: bigint;
  currency: string;
  errorMessage: string | null;
  /** The order that it paid; null without one. */
  platformOrderId: bigint | null;
  createdAt: Date;
}

/** A page of the charges of some subscriptions, the latest first. One that the platform has not taken yet is none. */
export async function listChargesOf(
  { db, shop }: Pick<ShopContext, "db" | "shop">,
  subscriptionIds: readonly bigint[],
  { limit, offset }: ListPage,
): Promise<{ charges: ChargeLine[]; hasMore: boolean }> {
  if (subscriptionIds.length === 0) return { charges: [], hasMore: false };
  const rows = await db.prisma.billingAttempt.findMany({
    where: {
      shopId: shop.id,
      subscriptionId: { in: [...subscriptionIds] },
      status: { not: "starting" },
    },
    orderBy: [{ createdAt: "desc" }, { id: "desc" }],
    take: limit + 1,
    skip: offset,
  });
  const charges = rows.slice(0, limit).map((row) => ({
    id: row.id,
    subscriptionId: row.subscriptionId,
    status: row.status as ChargeLine["status"],
    amountMinor: row.amountMinor,
    currency: row.currency,
    errorMessage: row.errorMessage,
    platformOrderId: row.platformOrderId,
    createdAt: row.createdAt,
  }));
  return { charges, hasMore: rows.length > limit };
}
