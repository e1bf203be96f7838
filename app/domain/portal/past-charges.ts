import type { Order, OrderRefund } from "#app/generated/prisma/client.ts";
import type { ShopContext } from "../context.ts";
import { wasPaid } from "../orders/paid-order.ts";
import { toOrderGid } from "../store-credit/holds/credit-hold.ts";

const SHOWN = 10;

/** A charge as its payer sees it. Amounts are minor units of `currency`. */
export interface PastCharge {
  at: Date;
  amountMinor: number;
  currency: string;
  status: "paid" | "partly_refunded" | "refunded" | "cancelled" | "unpaid" | "failed";
  orderName: string | null;
  /** The platform's number of its order; null for none. */
  orderId: number | null;
  /** Store credit that paid a part of it: that is not in the amount. Null for none. */
  creditMinor: number | null;
}

/** The latest charges of a subscription, newest first: its orders, the checkout among them, and charges that failed. */
export async function listPastCharges(
  context: Pick<ShopContext, "db" | "shop">,
  subscriptionId: bigint,
): Promise<PastCharge[]> {
  const [ordered, failed] = await Promise.all([
    listOrdered(context, subscriptionId),
    listFailed(context, subscriptionId),
  ]);
  return [...ordered, ...failed].sort((a, b) => b.at.getTime() - a.at.getTime()).slice(0, SHOWN);
}

async function listOrdered(
  { db, shop }: Pick<ShopContext, "db" | "shop">,
  subscriptionId: bigint,
): Promise<PastCharge[]> {
  const shopId = shop.id;
  const links = await db.prisma.orderSubscription.findMany({
    where: { shopId, subscriptionId },
    orderBy: [{ processedAt: "desc" }, { orderId: "desc" }],
    take: SHOWN,
    include: { order: { include: { refunds: true } } },
  });
  const orders = links.map(({ order }) => order);
  const gidOf = ({ platformOrderId }: Order) => toOrderGid(Number(platformOrderId));
  const holds = await db.prisma.creditHold.findMany({
    where: { shopId, orderGid: { in: orders.map(gidOf) }, capturedMinor: { gt: 0 } },
    select: { orderGid: true, capturedMinor: true },
  });
  return orders.map((order) => {
    const used = holds.filter(({ orderGid }) => orderGid === gidOf(order));
    const creditMinor = used.reduce((sum, { capturedMinor }) => sum + Number(capturedMinor), 0);
    return {
      at: order.processedAt,
      ...amountOf(order, creditMinor),
      status: statusOf(order),
      orderName: order.name,
      orderId: Number(order.platformOrderId),
      creditMinor: creditMinor === 0 ? null : creditMinor,
    };
  });
}

/** In the currency that it was paid in. Credit is in the store's: beside it, the amount is as well. */
function amountOf(order: Order, creditMinor: number): Pick<PastCharge, "amountMinor" | "currency"> {
  return creditMinor === 0
    ? { amountMinor: Number(order.presentmentTotalMinor), currency: order.presentmentCurrency }
    : { amountMinor: Number(order.totalMinor), currency: order.currency };
}

/** What was paid back counts, whatever the platform calls it: it may say "paid" of a canceled order. */
function statusOf(order: Order & { refunds: OrderRefund[] }): PastCharge["status"] {
  const refunded = order.refunds.reduce((sum, { amountMinor }) => sum + amountMinor, 0n);
  if (order.financialStatus === "refunded") return "refunded";
  if (refunded > 0n) return refunded >= order.totalMinor ? "refunded" : "partly_refunded";
  if (order.cancelledAt !== null || order.financialStatus === "voided") return "cancelled";
  return wasPaid(order) ? "paid" : "unpaid";
}

async function listFailed(
  { db, shop }: Pick<ShopContext, "db" | "shop">,
  subscriptionId: bigint,
): Promise<PastCharge[]> {
  const attempts = await db.prisma.billingAttempt.findMany({
    where: { shopId: shop.id, subscriptionId, status: "failed" },
    orderBy: { id: "desc" },
    take: SHOWN,
  });
  return attempts.map(({ createdAt, amountMinor, currency }) => ({
    ...{ at: createdAt, amountMinor: Number(amountMinor), currency },
    ...{ status: "failed", orderName: null, orderId: null, creditMinor: null },
  }));
}
