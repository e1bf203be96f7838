import type { ShopContext } from "../context.ts";
import { latestOrderRateSql } from "../orders/order-rate-sql.ts";
import type { OverviewScope } from "./overview-days.ts";

/** Minor units of the store's currency. Orders in another one count for none of it. */
export interface RevenueFigures {
  /** What orders cost when they were placed. Nothing is taken off it later. */
  totalMinor: number;
  /** Of it, what renewals brought. */
  recurringMinor: number;
  /** What the active subscriptions will bring a month. */
  mrrMinor: number;
  /** Null while there is no order. */
  averageOrderMinor: number | null;
}

interface Sold {
  total: string;
  renewals: string;
  orders: string;
}

// One range of an index a day: no order's instant has to be turned into a date.
const BY_DAY = `
  SELECT coalesce(o.total, 0) AS total, coalesce(o.renewals, 0) AS renewals, o.orders
  FROM unnest($2::timestamptz[], $3::timestamptz[]) WITH ORDINALITY AS d (starts, ends, place)
  CROSS JOIN LATERAL (
    SELECT sum(total_minor) AS total, sum(total_minor) FILTER (WHERE is_renewal) AS renewals, count(*) AS orders
    FROM orders s WHERE shop_id = $1 AND processed_at >= d.starts AND processed_at < d.ends
      AND s.currency = $4) o
  ORDER BY d.place`;

// An order with two contracts of the plan counts once.
const OF_PLAN = `
  SELECT coalesce(sum(total_minor), 0) AS total,
    coalesce(sum(total_minor) FILTER (WHERE is_renewal), 0) AS renewals, count(*) AS orders
  FROM (
    SELECT DISTINCT l.processed_at, l.order_id, l.total_minor, l.is_renewal
    FROM order_subscriptions l JOIN orders s ON s.shop_id = l.shop_id AND s.id = l.order_id
    WHERE l.shop_id = $1 AND l.plan_id = $2 AND l.processed_at >= $3 AND l.processed_at < $4
      AND s.currency = $5) o`;

// A subscription in another currency counts by the rate of its latest order; without one it is not known.
export const MRR = `
  SELECT (SELECT coalesce(sum(monthly_worth_minor), 0) FROM subscriptions
     WHERE shop_id = $1 AND status = 'active' AND currency = $2 AND ($3::bigint IS NULL OR plan_id = $3))
  + (SELECT coalesce(round(sum(s.monthly_worth_minor * r.rate)), 0)
     FROM subscriptions s
     CROSS JOIN LATERAL (${latestOrderRateSql("s", "$2")}) r
     WHERE s.shop_id = $1 AND s.status = 'active' AND s.currency <> $2
       AND ($3::bigint IS NULL OR s.plan_id = $3)) AS mrr`;

/** What was sold in a period: its figures, of one plan or all, and the revenue of each day, always of all. */
export async function readRevenue(
  { db, shop }: Pick<ShopContext, "db" | "shop">,
  { days, from, to, planId }: OverviewScope,
): Promise<{ figures: RevenueFigures; byDay: number[] }> {
  const shopId = String(shop.id);
  const [byDay, ofPlan, worth] = await Promise.all([
    db.pool.query<Sold>(BY_DAY, [
      shopId,
      days.map(({ start }) => start),
      days.map(({ end }) => end),
      shop.currency,
    ]),
    planId === null
      ? null
      : db.pool.query<Sold>(OF_PLAN, [shopId, String(planId), from, to, shop.currency]),
    db.pool.query<{ mrr: string }>(MRR, [
      shopId,
      shop.currency,
      planId === null ? null : String(planId),
    ]),
  ]);
  const rows = (ofPlan ?? byDay).rows;
  const sum = (name: keyof Sold) => rows.reduce((total, row) => total + Number(row[name]), 0);
  const [totalMinor, orders] = [sum("total"), sum("orders")];
  return {
    figures: {
      totalMinor,
      recurringMinor: sum("renewals"),
      mrrMinor: Number(worth.rows[0]?.mrr ?? 0),
      averageOrderMinor: orders === 0 ? null : Math.round(totalMinor / orders),
    },
    byDay: byDay.rows.map(({ total }) => Number(total)),
  };
}
