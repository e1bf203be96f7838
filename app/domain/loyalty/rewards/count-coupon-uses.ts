import type { ShopContext } from "../../context.ts";
import { COUPON_STATUS } from "./move-coupons.ts";

/**
 * Counts how many orders have used the coupons of customers. One that was used is used, whatever becomes of the
 * order. Safe to repeat.
 */
export async function countCouponUses(
  { db, shop, clock }: ShopContext,
  customerIds: readonly bigint[],
): Promise<void> {
  await db.pool.query(
    `UPDATE loyalty_coupons c
     SET usage_count = used.count, updated_at = $3,
         status = CASE WHEN c.status = ${COUPON_STATUS.active} THEN ${COUPON_STATUS.used} ELSE c.status END
     FROM (
       SELECT o.customer_id, upper(one ->> 'code') AS code, count(*) AS count
       FROM orders o CROSS JOIN LATERAL jsonb_array_elements(o.discount_codes) one
       WHERE o.shop_id = $1 AND o.customer_id = ANY ($2::bigint[]) AND NOT o.is_test
       GROUP BY 1, 2) used
     WHERE c.shop_id = $1 AND c.customer_id = used.customer_id AND upper(c.code) = used.code
       AND c.usage_count <> used.count`,
    [String(shop.id), customerIds.map(String), clock.now()],
  );
}
