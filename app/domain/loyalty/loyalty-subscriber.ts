import { readInParts } from "#app/lib/one-way.ts";
import type { ShopContext } from "../context.ts";
import type { EventOf } from "../events/catalogue.ts";
import { defineSubscriber } from "../events/subscriber.ts";
import { planReading } from "./collections/plan-reading.ts";
import { countCouponUses } from "./rewards/count-coupon-uses.ts";
import {
  endWithSubscriptions,
  followDeliveries,
  leaveOutMissing,
} from "./rewards/follow-contract-rewards.ts";
import { settleLoyalty } from "./settle/settle-loyalty.ts";
import { noteReferrals } from "./triggers/referrals/note-referrals.ts";

type Kinds =
  | "order.created"
  | "order.updated"
  | "order.restated"
  | "customer.merged"
  | "subscription.cancelled"
  | "billing.failed";

/**
 * Follows the orders: what is paid counts, and what is paid back does not any more. What two did who became one is one's. Free
 * products on subscriptions are brought by their renewals, and end with them.
 */
export const loyaltySubscriber = defineSubscriber({
  name: "loyalty",
  kinds: [
    ...(["order.created", "order.updated", "order.restated", "customer.merged"] as const),
    ...(["subscription.cancelled", "billing.failed"] as const),
  ],
  handle: async (context, events) => {
    const orderIds = ordersOf(events);
    const customerIds = await customersOf(context, events, orderIds);
    await noteReferrals(context, orderIds);
    await countCouponUses(context, customerIds);
    await followDeliveries(context, await renewedBy(context, orderIds));
    await settleLoyalty(context, customerIds);
    if (orderIds.length > 0) await planReading(context);
    await endWithSubscriptions(
      context,
      events.flatMap(({ kind, data }) =>
        kind === "subscription.cancelled" ? [BigInt(data.subscription_id)] : [],
      ),
    );
    await leaveOutMissing(
      context,
      events.flatMap(({ data }) =>
        "billing_attempt_id" in data ? [BigInt(data.billing_attempt_id)] : [],
      ),
    );
  },
});

/** The subscriptions that these orders have renewed. */
async function renewedBy(
  { db, shop }: ShopContext,
  orderIds: readonly bigint[],
): Promise<bigint[]> {
  const rows = await readInParts(orderIds, (some) =>
    db.prisma.orderSubscription.findMany({
      where: {
        ...{ shopId: shop.id, orderId: { in: some } },
        ...{ isFirst: false, subscriptionId: { not: null } },
      },
      select: { subscriptionId: true },
    }),
  );
  return [...new Set(rows.flatMap(({ subscriptionId }) => subscriptionId ?? []))];
}

function ordersOf(events: readonly EventOf<Kinds>[]): bigint[] {
  const ids = events.flatMap(({ data }) => {
    if ("order_ids" in data) return data.order_ids.map(BigInt);
    return "order_id" in data ? [BigInt(data.order_id)] : [];
  });
  return [...new Set(ids)];
}

async function customersOf(
  { db, shop }: ShopContext,
  events: readonly EventOf<Kinds>[],
  orderIds: readonly bigint[],
): Promise<bigint[]> {
  const merged = events.flatMap(({ data }) =>
    "merged_customer_id" in data ? [BigInt(data.customer_id)] : [],
  );
  const orders = await readInParts(orderIds, (some) =>
    db.prisma.order.findMany({
      where: { shopId: shop.id, id: { in: some }, customerId: { not: null } },
      select: { customerId: true },
    }),
  );
  const ofOrders = orders.flatMap(({ customerId }) => customerId ?? []);
  ofOrders.sort((one, other) => Number(one - other));
  return [...new Set([...merged, ...ofOrders])];
}
