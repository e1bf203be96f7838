import { addDays } from "#app/lib/zoned-time.ts";
import type { ShopContext } from "../../context.ts";
import { wasPaidSql } from "../../orders/paid-order.ts";

/** How many customers of a group there were, and how many of them came back. */
export interface RepeatRate {
  customers: number;
  repeated: number;
}

export interface RepeatRates {
  /** Who has redeemed something. */
  redeemed: RepeatRate;
  /** Who had something to redeem, and redeemed nothing. */
  couldHave: RepeatRate;
}

/** A customer has so many days to come back. */
const REPEAT_DAYS = 90;

/** So many days are looked at, those before the last {@link REPEAT_DAYS}: of everybody in them is known whether they came back. */
const REPEAT_SPAN_DAYS = 365;

interface Row {
  has_redeemed: boolean;
  customers: string;
  repeated: string;
}

/** $1 the store, $2 and $3 the time, $4 the days to come back in. */
export const REPEAT_RATES = `WITH redemption AS (
   SELECT customer_id, completed_at AS at FROM loyalty_rewards
   WHERE shop_id = $1 AND completed_at >= $2 AND completed_at < $3 AND given > 0 AND point_reward_id IS NOT NULL
   UNION ALL
   SELECT c.customer_id, o.processed_at
   FROM orders o
   CROSS JOIN LATERAL jsonb_array_elements(o.discount_codes) one
   JOIN loyalty_coupons c ON c.shop_id = $1 AND upper(c.code) = upper(one ->> 'code')
   WHERE o.shop_id = $1 AND o.processed_at >= $2 AND o.processed_at < $3 AND o.cancelled_at IS NULL AND NOT o.is_test
     AND o.discount_codes <> '[]'::jsonb
 ), redeemer AS (
   SELECT customer_id, min(at) AS at FROM redemption GROUP BY customer_id
 ), holder AS (
   SELECT w.customer_id, min(w.completed_at) AS at FROM loyalty_rewards w
   WHERE w.shop_id = $1 AND w.completed_at >= $2 AND w.completed_at < $3 AND w.given > 0
     AND w.point_reward_id IS NULL AND w.reward ->> 'reward_type' NOT IN ('store_credit', 'contract_discount')
     AND NOT EXISTS (SELECT 1 FROM redeemer r WHERE r.customer_id = w.customer_id)
   GROUP BY w.customer_id
 ), member AS (
   SELECT true AS has_redeemed, customer_id, at FROM redeemer
   UNION ALL
   SELECT false, customer_id, at FROM holder
 )
 SELECT m.has_redeemed, count(*) AS customers, count(*) FILTER (WHERE EXISTS (
   SELECT 1 FROM orders o
   WHERE o.shop_id = $1 AND o.customer_id = m.customer_id AND o.processed_at > m.at
     AND o.processed_at <= m.at + make_interval(days => $4) AND o.cancelled_at IS NULL AND NOT o.is_test
     AND ${wasPaidSql("o")})) AS repeated
 FROM member m GROUP BY m.has_redeemed`;

/**
 * How often customers come back who redeem, beside those who could and do not. Two groups of the customers who had something to
 * redeem in the {@link REPEAT_SPAN_DAYS} days that ended {@link REPEAT_DAYS} days ago:
 *
 * - who **redeemed**: in that time they placed an order with one of their coupons, or got a reward for points. They begin at the
 *   first of these;
 * - who **could have**: in that time a rule or a tier gave them points or a coupon that was not taken back, and they redeemed nothing.
 *   They begin at the first of these. Store credit and discounts on subscriptions need no redeeming and make nobody one of them.
 *
 * Of each group those **repeated** who placed another order, paid and not canceled, after they began and within {@link REPEAT_DAYS}
 * days. Test orders count nowhere. It compares and does not prove: who likes a store redeems more, too.
 *
 * Read by the indexes of rewards by time, orders by date and orders of a customer.
 */
export async function readRepeatRates({
  db,
  shop,
  clock,
}: Pick<ShopContext, "db" | "shop" | "clock">): Promise<RepeatRates> {
  const until = addDays(clock.now(), -REPEAT_DAYS, shop.ianaTimezone);
  const from = addDays(until, -REPEAT_SPAN_DAYS, shop.ianaTimezone);
  const { rows } = await db.pool.query<Row>(REPEAT_RATES, [
    String(shop.id),
    from,
    until,
    REPEAT_DAYS,
  ]);
  return {
    redeemed: rateOf(rows.find(({ has_redeemed }) => has_redeemed)),
    couldHave: rateOf(rows.find(({ has_redeemed }) => !has_redeemed)),
  };
}

function rateOf(row: Row | undefined): RepeatRate {
  return { customers: Number(row?.customers ?? 0), repeated: Number(row?.repeated ?? 0) };
}
