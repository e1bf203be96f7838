import type { ListPage } from "#app/lib/listing.ts";
import type { ShopContext } from "../context.ts";

/** An order that the app knows of. */
export interface OrderOfCustomer {
  platformOrderId: bigint;
  name: string;
  processedAt: Date;
  /** Minor units of its currency; what was paid back later is not taken off. */
  totalMinor: number;
  refundedMinor: number;
  currency: string;
  isCancelled: boolean;
}

/** A page of a customer's orders, the latest first, and whether older ones follow. Reads one index. */
export async function listOrdersOfCustomer(
  { db, shop }: Pick<ShopContext, "db" | "shop">,
  customerId: bigint,
  { limit, offset }: ListPage,
): Promise<{ orders: OrderOfCustomer[]; hasMore: boolean }> {
  const rows = await db.prisma.order.findMany({
    where: { shopId: shop.id, customerId },
    orderBy: [{ processedAt: "desc" }, { id: "desc" }],
    ...{ take: limit + 1, skip: offset },
    select: {
      ...{ platformOrderId: true, name: true, processedAt: true, totalMinor: true },
      ...{ currency: true, cancelledAt: true, refunds: { select: { amountMinor: true } } },
    },
  });
  return {
    orders: rows.slice(0, limit).map(({ refunds, cancelledAt, ...order }) => ({
      ...order,
      totalMinor: Number(order.totalMinor),
      refundedMinor: refunds.reduce((sum, { amountMinor }) => sum + Number(amountMinor), 0),
      isCancelled: cancelledAt !== null,
    })),
    hasMore: rows.length > limit,
  };
}
