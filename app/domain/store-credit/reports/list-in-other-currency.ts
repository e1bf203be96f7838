import type { ShopContext } from "../../context.ts";

/** An order in another currency than the store credit that it used: no credit was taken for it. */
export interface CreditInOtherCurrency {
  holdId: bigint;
  customerId: bigint;
  orderName: string | null;
  /** Of the credit. */
  currency: string;
  orderCurrency: string;
  at: Date;
}

/** The latest of them, newest first. */
export async function listCreditInOtherCurrency(
  { db, shop }: Pick<ShopContext, "db" | "shop">,
  limit: number,
): Promise<CreditInOtherCurrency[]> {
  const rows = await db.prisma.creditHold.findMany({
    where: { shopId: shop.id, orderCurrency: { not: null } },
    orderBy: { id: "desc" },
    take: limit,
  });
  return rows.map((row) => ({
    ...{ holdId: row.id, customerId: row.customerId, orderName: row.orderName },
    ...{ currency: row.currency, orderCurrency: row.orderCurrency ?? row.currency },
    at: row.settledAt ?? row.createdAt,
  }));
}
