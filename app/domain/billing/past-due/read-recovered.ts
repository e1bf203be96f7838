import { countsInSql } from "#app/lib/counts-in.ts";
import { prepared } from "#app/lib/prepared.ts";
import type { ShopContext } from "../../context.ts";

/** Charges that were paid after one of the same cycle had failed, in one currency. Minor units. */
export interface RecoveredRevenue {
  currency: string;
  charges: number;
  /** What was charged at the time. */
  amountMinor: number;
  /** How much of it was paid back since, no more than was charged: where the order is in another currency, by the share of its total. */
  refundedMinor: number;
}

// An order is in the store's currency, and the charge in the contract's. Where these differ, the share of the order counts.
const PAID_BACK = `
  SELECT CASE WHEN ${countsInSql("o", "b.currency")} THEN least(b.amount_minor, given.minor)
    ELSE round(b.amount_minor * least(coalesce(given.minor / nullif(o.total_minor, 0), 0), 1)) END AS minor
  FROM orders o
  CROSS JOIN LATERAL (
    SELECT coalesce(sum(r.amount_minor), 0) AS minor FROM order_refunds r WHERE r.shop_id = $1 AND r.order_id = o.id) given
  WHERE o.shop_id = $1 AND o.platform_order_id = b.platform_order_id`;

export const RECOVERED = `
  SELECT b.currency, count(*)::int AS charges, sum(b.amount_minor) AS amount_minor,
    sum(coalesce(back.minor, 0)) AS refunded_minor
  FROM billing_attempts b
  LEFT JOIN LATERAL (${PAID_BACK}) back ON true
  WHERE b.shop_id = $1 AND b.status = 'success' AND b.attempt_number > 1 AND b.completed_at >= $2
    AND b.completed_at < $3 AND EXISTS (
      SELECT 1 FROM billing_attempts f
      WHERE f.shop_id = $1 AND f.subscription_id = b.subscription_id AND (f.cycle_index = b.cycle_index OR f.past_cycle = b.past_cycle)
        AND f.status = 'failed' AND f.attempt_number < b.attempt_number)
  GROUP BY b.currency ORDER BY b.currency`;

/**
 * What came in after it had failed, in a period (its end not included), one sum a currency. The amounts are those of the
 * charges when they were paid; a later refund stands beside them and takes nothing off, because the payment was won back
 * all the same.
 */
export async function readRecoveredRevenue(
  { db, shop }: Pick<ShopContext, "db" | "shop">,
  { from, to }: { from: Date; to: Date },
): Promise<RecoveredRevenue[]> {
  const { rows } = await db.pool.query<{
    currency: string;
    charges: number;
    amount_minor: string;
    refunded_minor: string;
  }>(prepared(RECOVERED, [String(shop.id), from, to]));
  return rows.map((row) => ({
    currency: row.currency,
    charges: row.charges,
    amountMinor: Number(row.amount_minor),
    refundedMinor: Number(row.refunded_minor),
  }));
}
