import type { ShopContext } from "../../context.ts";

/** An order that used store credit to pay for gift cards. */
export interface CreditOnGiftCards {
  holdId: bigint;
  customerId: bigint;
  orderName: string | null;
  /** What it paid of them. */
  giftCardMinor: number;
  currency: string;
  at: Date;
}

/** The latest of them, newest first. */
export async function listCreditOnGiftCards(
  { db, shop }: Pick<ShopContext, "db" | "shop">,
  limit: number,
): Promise<CreditOnGiftCards[]> {
  const rows = await db.prisma.creditHold.findMany({
    where: { shopId: shop.id, giftCardMinor: { gt: 0 } },
    orderBy: { id: "desc" },
    take: limit,
  });
  return rows.map((row) => ({
    holdId: row.id,
    customerId: row.customerId,
    orderName: row.orderName,
    giftCardMinor: Number(row.giftCardMinor),
    currency: row.currency,
    at: row.settledAt ?? row.createdAt,
  }));
}
