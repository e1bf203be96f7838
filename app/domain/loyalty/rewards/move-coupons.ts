import type { Queries } from "#app/lib/db.ts";
import { addJob } from "#app/lib/queue.ts";
import type { ShopContext } from "../../context.ts";
import { expiryAfterDays } from "../../store-credit/grants/credit-expiry.ts";
import { drawCode } from "../draw-code.ts";
import { publishCouponJob } from "../loyalty-jobs.ts";
import type { RewardMovement } from "./reward-movement.ts";
import type { RewardRules } from "./reward-types.ts";

/** Coupon status, as decisions 10 number it. */
export const COUPON_STATUS = { disabled: 0, active: 1, used: 2, expired: 3 } as const;

const CODE_LENGTH = 12;

/**
 * Gives a coupon, whose code a job makes on the platform, or takes back the one that was given, unless it was used: then it stays,
 * and no second one is given when the reward is due again. The code is chosen here, before anything is asked of the platform, so
 * that a job that is cut off makes no second one.
 */
export async function moveCoupons(
  context: ShopContext,
  tx: Queries,
  { row, reward, amount, ruleName }: RewardMovement,
): Promise<void> {
  const { shop, clock } = context;
  const now = clock.now();
  const where = { shopId: shop.id, rewardId: row.id };
  if (amount > 0) {
    if (await tx.loyaltyCoupon.findFirst({ where: { ...where, status: COUPON_STATUS.used } }))
      return;
    const number = await tx.loyaltyCoupon.count({ where });
    const days = "expires_in_days" in reward ? reward.expires_in_days : null;
    const coupon = await tx.loyaltyCoupon.create({
      data: {
        ...{ ...where, customerId: row.customerId, number, ruleName, code: drawCode(CODE_LENGTH) },
        ...{ type: typeOf(reward), reward },
        ...{ status: COUPON_STATUS.active, createdAt: now, updatedAt: now },
        expiresAt: expiryAfterDays(now, days ?? null, shop.ianaTimezone),
      },
    });
    await addJob(tx, publishCouponJob, { shopId: shop.id, couponId: coupon.id });
    return;
  }
  const coupons = await tx.loyaltyCoupon.findMany({
    where: { ...where, status: COUPON_STATUS.active },
  });
  for (const { id } of coupons) {
    await tx.loyaltyCoupon.update({
      where: { shopId_id: { shopId: shop.id, id } },
      data: { status: COUPON_STATUS.disabled, deletedAt: now, updatedAt: now },
    });
    await addJob(tx, publishCouponJob, { shopId: shop.id, couponId: id });
  }
}

/** The contract's coupon types (section 4.6). */
function typeOf(reward: RewardRules): string {
  if (reward.reward_type !== "discount") return reward.reward_type;
  return reward.applies_to === "products" ? "amount_off_products" : "amount_off_orders";
}
