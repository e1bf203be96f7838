import type { ShopContext } from "../../context.ts";
import { readWithdrawalRule } from "../../shops/withdrawal-rule.ts";

/** A withdrawal whose charges the merchant has not refunded. */
interface WithdrawalToRefund {
  subscriptionId: bigint;
  planName: string;
  customer: { firstName: string | null; lastName: string | null } | null;
  withdrawnAt: Date;
  /** What was paid by the orders that were not refunded since, in minor units of `currency`. */
  amountMinor: number;
  currency: string;
}

/** The law gives the store 14 days. What was settled by another way than a refund leaves the list after so long. */
const SHOWN_DAYS = 60;

/**
 * The withdrawals that the merchant has to refund, the oldest first: those of which an order that was paid is neither canceled nor
 * was refunded since, not even in part, because a store may deduct what was used up. What was refunded before counts as not paid. Of a contract that was started again the order of the
 * one before counts as well, where that one could have been withdrawn from on the same day.
 */
export async function listWithdrawalsToRefund(
  { db, shop, clock }: Pick<ShopContext, "db" | "shop" | "clock">,
  most: number,
): Promise<WithdrawalToRefund[]> {
  const { days } = await readWithdrawalRule(db.prisma, shop.id);
  const zone = shop.ianaTimezone;
  const since = new Date(clock.now().getTime() - SHOWN_DAYS * 86_400_000);
  const rows = await db.prisma.$queryRaw<
    {
      id: bigint;
      plan_name: string;
      customer_id: bigint | null;
      first_name: string | null;
      last_name: string | null;
      withdrawn_at: Date;
      minor: bigint;
      currency: string;
    }[]
  >`
    SELECT s.id, s.plan_name, s.customer_id, c.first_name, c.last_name, s.withdrawn_at, paid.minor::bigint AS minor,
      paid.currency
    FROM subscriptions s
    LEFT JOIN customers c ON c.shop_id = s.shop_id AND c.id = s.customer_id
    CROSS JOIN LATERAL (
      SELECT sum(o.total_minor - coalesce(given.minor, 0)) AS minor, max(o.currency) AS currency
      FROM order_subscriptions l
      JOIN orders o ON o.shop_id = l.shop_id AND o.id = l.order_id
      LEFT JOIN LATERAL (
        SELECT sum(amount_minor) AS minor, max(refunded_at) AS last_at
        FROM order_refunds WHERE shop_id = o.shop_id AND order_id = o.id) given ON TRUE
      WHERE l.shop_id = s.shop_id AND o.cancelled_at IS NULL AND o.total_minor > 0
        AND l.subscription_id = ANY(ARRAY(
          SELECT s.id UNION ALL
          SELECT p.id FROM reactivations r
          JOIN subscriptions p ON p.shop_id = r.shop_id AND p.id = r.subscription_id
          WHERE r.shop_id = s.shop_id AND r.successor_id = s.id
            AND (s.withdrawn_at AT TIME ZONE ${zone}::text)::date
              <= (coalesce(p.original_start_at, p.platform_created_at) AT TIME ZONE ${zone}::text)::date + ${days}::int))
        AND o.financial_status IN ('paid', 'partially_refunded')
        AND (given.last_at IS NULL OR given.last_at < date_trunc('second', s.withdrawn_at))) paid
    WHERE s.shop_id = ${shop.id} AND s.withdrawn_at >= ${since} AND paid.minor > 0
    ORDER BY s.withdrawn_at LIMIT ${most}`;
  return rows.map((row) => ({
    subscriptionId: row.id,
    planName: row.plan_name,
    customer:
      row.customer_id === null ? null : { firstName: row.first_name, lastName: row.last_name },
    withdrawnAt: row.withdrawn_at,
    amountMinor: Number(row.minor),
    currency: row.currency,
  }));
}
