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
    `SELECT c.id, c.customer_id, used.count
     FROM loyalty_coupons c
     JOIN (
       SELECT o.customer_id, upper(one ->> 'code') AS code, count(*) AS count
       FROM orders o CROSS JOIN LATERAL jsonb_array_elements(o.discount_codes) one
       WHERE o.shop_id = $1 AND o.customer_id = ANY ($2::bigint[]) AND NOT o.is_test
       GROUP BY 1, 2) used ON used.customer_id = c.customer_id AND used.code = upper(c.code)
     WHERE c.shop_id = $1 AND c.usage_count <> used.count`,
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
