import type { ShopContext } from "../../context.ts";

/** One line of a customer's credit history, as the shop's own pages show it. */
export interface CreditLine {
  createdAt: Date;
  /** Minor units; below zero for what was spent, expired or is reserved. */
  amountMinor: number;
  typeCode: number;
  /** Still reserved for an order in progress. */
  onHold: boolean;
  message: string;
  /** What the store gave as the reason, in its own words. */
  reason: string | null;
  orderName: string | null;
}

/** The newest lines of a customer's store credit, as the storefront shows them, without released holds. */
export async function listCreditHistoryForShopper(
  context: Pick<ShopContext, "shop" | "db">,
  customerId: bigint,
  count: number,
): Promise<CreditLine[]> {
  const entries = await context.db.prisma.creditEntry.findMany({
    where: { shopId: context.shop.id, customerId, unit: "money", status: { in: [0, 1] } },
    orderBy: { id: "desc" },
    take: count,
  });
  return entries.map((entry) => ({
    createdAt: entry.createdAt,
    amountMinor: Number(entry.amountMinor),
    typeCode: entry.typeCode,
    onHold: entry.status === 1,
    message: entry.message,
    reason: entry.reason,
    orderName: entry.orderName,
  }));
}
