import type { Subscription } from "#app/generated/prisma/client.ts";
import type { ShopContext } from "../../context.ts";

/** Which charges are counted. */
export interface ChargesFrom {
  since: Date;
  /** The platform's number of an order that is left out, though it may be of the same second. */
  without?: number | null;
}

/**
 * How many of these charges of a subscription had something taken off. The platform knows the newest orders best; older ones
 * that it does not show to every app were stored when they were new. A charge whose order nobody shows counts. Calls the network.
 *
 * @throws PlatformFailure.
 */
export async function countDiscountedCharges(
  context: ShopContext,
  { id, platformContractId }: Pick<Subscription, "id" | "platformContractId">,
  { since, without = null }: ChargesFrom,
): Promise<number> {
  const ofSubscription = { shopId: context.shop.id, subscriptionId: id };
  // An order's time is in whole seconds.
  const from = new Date(Math.floor(since.getTime() / 1000) * 1000);
  const { prisma } = context.db;
  const isDiscounted = new Map<number, boolean>();
  const stored = await prisma.orderSubscription.findMany({
    where: { ...ofSubscription, isFirst: false, processedAt: { gte: from } },
    select: { order: { select: { platformOrderId: true, discountMinor: true } } },
  });
  for (const { order } of stored) {
    isDiscounted.set(Number(order.platformOrderId), order.discountMinor > 0n);
  }
  const shown = await context.platform.listContractOrders(Number(platformContractId), from);
  for (const order of shown) isDiscounted.set(order.orderId, order.isDiscounted);
  if (without !== null) isDiscounted.set(without, false);
  const paid = await prisma.billingAttempt.findMany({
    where: { ...ofSubscription, status: "success", createdAt: { gte: since } },
    select: { platformOrderId: true },
  });
  const unseen = paid.filter(
    ({ platformOrderId: order }) => order === null || !isDiscounted.has(Number(order)),
  );
  return [...isDiscounted.values()].filter(Boolean).length + unseen.length;
}
