import type { ShopContext } from "../context.ts";

/** An order that began or renewed a subscription, whoever charged it. */
export interface OrderOfSubscription {
  platformOrderId: bigint;
  name: string;
  processedAt: Date;
  totalMinor: bigint;
  currency: string;
  isFirst: boolean;
  isCancelled: boolean;
}

/** The latest orders of a subscription, newest first, and how many there are. */
export async function listOrdersOfSubscription(
  { db, shop }: Pick<ShopContext, "db" | "shop">,
  subscriptionId: bigint,
  limit: number,
): Promise<{ orders: OrderOfSubscription[]; total: number }> {
  const where = { shopId: shop.id, subscriptionId };
  const [links, total] = await Promise.all([
    db.prisma.orderSubscription.findMany({
      where,
      orderBy: [{ processedAt: "desc" }, { orderId: "desc" }],
      take: limit,
      include: { order: true },
    }),
    db.prisma.orderSubscription.count({ where }),
  ]);
  const orders = links.map(({ order, isFirst }) => ({
    platformOrderId: order.platformOrderId,
    name: order.name,
    processedAt: order.processedAt,
    totalMinor: order.totalMinor,
    currency: order.currency,
    isFirst,
    isCancelled: order.cancelledAt !== null,
  }));
  return { orders, total };
}
