import type { RewardEffect } from "#app/platform/platform.ts";
import { isPlatformFailure } from "#app/platform/platform-failure.ts";
import { recordActivity } from "../../activity/record-activity.ts";
import type { ShopContext } from "../../context.ts";
import { recordEvent } from "../../events/record-event.ts";
import { queueMail } from "../../mail/outbox/queue-mail.ts";
import { returnPoints } from "../point-rewards/redeem-points.ts";
import { toMinor } from "../rules/money-and-points.ts";
import { isNews } from "../tell-customer.ts";
import { COUPON_STATUS } from "./move-coupons.ts";
import type { RewardRules } from "./reward-types.ts";

/**
 * Brings the platform's code of a coupon up to the coupon: makes it, or sees to it that nobody uses it any more. What the
 * platform refuses for good ends the coupon, with a line for the merchant. Calls the network. Safe to repeat.
 *
 * @throws PlatformFailure when the platform does not answer.
 */
export async function publishCoupon(context: ShopContext, couponId: bigint): Promise<void> {
  const { db, shop, clock, platform } = context;
  const where = { shopId_id: { shopId: shop.id, id: couponId } };
  const coupon = await db.prisma.loyaltyCoupon.findUnique({
    where,
    include: { customer: true, source: true },
  });
  if (!coupon) return;
  if (coupon.status === COUPON_STATUS.disabled) {
    await platform.closeDiscountCode(coupon.code);
    return;
  }
  if (coupon.discountGid !== null || coupon.status !== COUPON_STATUS.active) return;
  const effect = effectOf(coupon.reward as unknown as RewardRules, shop.currency);
  if (!effect) return;
  const { combines = true } = coupon.reward as { combines?: boolean };
  try {
    const discountGid = await platform.createRewardCode({
      ...{ code: coupon.code, title: `${coupon.ruleName} (${coupon.code})` },
      customerId: Number(coupon.customer.platformCustomerId),
      ...{ currency: shop.currency, expiresAt: coupon.expiresAt, combines, effect },
    });
    await db.transaction(async (tx) => {
      // Before the coupon: who gives or takes one back holds it already.
      await tx.$executeRaw`SELECT lock_shop_writes(${shop.id})`;
      const { status } = await tx.loyaltyCoupon.update({
        where,
        data: { discountGid, updatedAt: clock.now() },
      });
      // Taken back while its code was made: the next job closes the code, and nobody is told of it.
      if (status !== COUPON_STATUS.active) return;
      if (isNews(context, coupon.source.completedAt)) {
        await queueMail(context, tx, {
          kind: "reward_ready",
          customerId: coupon.customerId,
          causeKey: `loyalty-coupon:${coupon.id}`,
          data: { reward: coupon.ruleName, code: coupon.code, expiresAt: coupon.expiresAt },
        });
      }
      await recordEvent(context, tx, "member.loyalty_changed", {
        customer_ids: [String(coupon.customerId)],
      });
    });
  } catch (error) {
    if (!isPlatformFailure(error) || error.kind !== "refused") throw error;
    await db.transaction(async (tx) => {
      const now = clock.now();
      await returnPoints(context, tx, coupon.source);
      await tx.loyaltyCoupon.update({
        where,
        data: { status: COUPON_STATUS.disabled, deletedAt: now, updatedAt: now },
      });
      await recordActivity(context, tx, {
        kind: "loyalty_coupon.refused",
        message: `The platform refused a coupon of the rule “${coupon.ruleName}”: ${error.message}`,
        customerId: coupon.customerId,
        details: { coupon_id: String(coupon.id) },
      });
    });
  }
}

function effectOf(reward: RewardRules, currency: string): RewardEffect | null {
  switch (reward.reward_type) {
    case "discount": {
      const common = {
        productIds: reward.applies_to === "products" ? reward.product_ids : null,
        minimumMinor:
          reward.minimum_amount === null ? null : toMinor(reward.minimum_amount, currency),
      };
      return reward.discount_type === "percentage"
        ? { kind: "percentage", percentage: reward.discount_amount, ...common }
        : { kind: "amount", amountMinor: toMinor(reward.discount_amount, currency), ...common };
    }
    case "free_product":
      return { kind: "free_product", productId: reward.product_id };
    case "free_shipping":
      return { kind: "free_shipping" };
    case "buy_x_get_y":
      return {
        kind: "buy_x_get_y",
        buyQuantity: reward.buy_quantity,
        buyProductIds: reward.buy_product_ids,
        getQuantity: reward.get_quantity,
        getProductIds: reward.get_product_ids,
      };
    default:
      return null;
  }
}
