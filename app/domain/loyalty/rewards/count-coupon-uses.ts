import type { ShopContext } from "../../context.ts";
import { recordEvent } from "../../events/record-event.ts";
import { COUPON_STATUS } from "./move-coupons.ts";

/**
 * Counts how many orders have used the coupons of customers. One that was used is used, whatever becomes of the
 * order. Safe to repeat.
 */
export async function countCouponUses(
  context: ShopContext,
  customerIds: readonly bigint[],
): Promise<void> {
  const { db, shop, clock } = context;
  const { rows } = await db.pool.query<MiscountedRow>(
    `WITH coupons AS MATERIALIZED (
       SELECT c.id, c.customer_id, upper(c.code) AS code, c.usage_count FROM unnest($2::bigint[]) AS given (id)
       CROSS JOIN LATERAL (
         SELECT id, customer_id, code, usage_count FROM loyalty_coupons
         WHERE shop_id = $1 AND customer_id = given.id OFFSET 0) c
     ), used AS MATERIALIZED (
       SELECT k.customer_id, upper(one ->> 'code') AS code, count(*) AS count
       FROM (SELECT DISTINCT customer_id FROM coupons) k
       CROSS JOIN LATERAL (
         SELECT discount_codes FROM orders
         WHERE shop_id = $1 AND customer_id = k.customer_id AND NOT is_test OFFSET 0) o
       CROSS JOIN LATERAL jsonb_array_elements(o.discount_codes) one
       GROUP BY 1, 2
     )
     SELECT c.id, c.customer_id, used.count FROM coupons c
     JOIN used ON used.customer_id = c.customer_id AND used.code = c.code
     WHERE c.usage_count <> used.count`,
    [String(shop.id), customerIds.map(String)],
  );
  if (rows.length === 0) return;
  await db.transaction(async (tx) => {
    // Before the coupons: who gives or takes them back holds it already.
    await tx.$executeRaw`SELECT lock_shop_writes(${shop.id})`;
    const updatedAt = clock.now();
    for (const row of rows) {
      const where = { shopId: shop.id, id: BigInt(row.id) };
      await tx.loyaltyCoupon.updateMany({
        where,
        data: { usageCount: Number(row.count), updatedAt },
      });
      await tx.loyaltyCoupon.updateMany({
        where: { ...where, status: COUPON_STATUS.active },
        data: { status: COUPON_STATUS.used },
      });
    }
    const changed = [...new Set(rows.map(({ customer_id }) => customer_id))];
    await recordEvent(context, tx, "member.loyalty_changed", { customer_ids: changed });
  });
}

interface MiscountedRow {
  id: string;
  customer_id: string;
  count: string;
}
