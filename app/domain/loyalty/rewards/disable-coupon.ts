import { AppError } from "#app/lib/app-error.ts";
import { addJob } from "#app/lib/queue.ts";
import { recordActivity } from "../../activity/record-activity.ts";
import type { ShopContext } from "../../context.ts";
import { publishCouponJob } from "../loyalty-jobs.ts";
import { COUPON_STATUS } from "./move-coupons.ts";

/**
 * Ends a coupon by the merchant's wish: nobody can use its code any more, and its reward is not given again. One that was used stays
 * used. A job closes the code on the platform. Repeating changes nothing.
 *
 * @throws AppError not_found; invalid_input for one that is used or expired.
 */
export async function disableCoupon(context: ShopContext, couponId: bigint): Promise<void> {
  const { db, shop, clock } = context;
  await db.transaction(async (tx) => {
    const now = clock.now();
    const { count } = await tx.loyaltyCoupon.updateMany({
      where: { shopId: shop.id, id: couponId, status: COUPON_STATUS.active },
      data: { status: COUPON_STATUS.disabled, deletedAt: now, updatedAt: now },
    });
    const coupon = await tx.loyaltyCoupon.findUnique({
      where: { shopId_id: { shopId: shop.id, id: couponId } },
    });
    if (!coupon) throw new AppError("not_found", "There is no such coupon.");
    if (count === 0) {
      if (coupon.status === COUPON_STATUS.disabled) return;
      throw new AppError("invalid_input", "This coupon was used or has expired meanwhile.");
    }
    await recordActivity(context, tx, {
      kind: "loyalty_coupon.disabled",
      message: `The coupon ${coupon.code} of the rule “${coupon.ruleName}” was disabled.`,
      customerId: coupon.customerId,
      details: { coupon_id: String(coupon.id) },
    });
    await addJob(tx, publishCouponJob, { shopId: shop.id, couponId });
  });
}
