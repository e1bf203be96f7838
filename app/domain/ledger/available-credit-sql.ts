import type { CreditUnit } from "./movement.ts";

/**
 * SQL for what a customer of the store `$1` can spend of a unit, in minor units or points: a grant that has expired does
 * not count, whether its expiry is posted or not.
 *
 * @param customerId SQL for the customer's internal id.
 * @param now SQL for the instant, in business time.
 */
export function availableCreditSql(unit: CreditUnit, customerId: string, now: string): string {
  return `coalesce((
    SELECT a.available_minor - coalesce((
      SELECT sum(g.remaining_minor) FROM credit_grants g
      WHERE g.shop_id = $1 AND g.customer_id = ${customerId} AND g.unit = '${unit}'
        AND g.remaining_minor > 0 AND g.expires_at <= ${now}), 0)
    FROM credit_accounts a
    WHERE a.shop_id = $1 AND a.customer_id = ${customerId} AND a.unit = '${unit}'), 0)::bigint`;
}
