import { z } from "zod";
import type { Coupon } from "#app/domain/loyalty/read/list-coupons.ts";
import { instantText } from "#app/lib/instants.ts";

const COUPON_TYPES = [
  "amount_off_products",
  "amount_off_orders",
  "buy_x_get_y",
  "free_shipping",
  "free_product",
] as const;

const instant = (description: string, example: string) =>
  instantText().meta({ description, example });

/** A coupon (contract, section 2.6). */
export const couponSchema = z
  .object({
    id: z.int().meta({ description: "Internal id.", example: 7 }),
    platform_id: z.string().meta({
      description: "The discount on the platform.",
      example: "gid://platform/DiscountCodeNode/99",
    }),
    discount_code: z
      .string()
      .meta({ description: "What the shopper enters.", example: "K7PX2MBQ4TAD" }),
    status: z.int().meta({ description: "1 active, 2 used, 3 expired, 0 disabled.", example: 1 }),
    usage_count: z.int().meta({ description: "Orders that used it.", example: 0 }),
    expires_at: instantText().nullable().meta({
      description: "When it ends, UTC; null never.",
      example: "2026-12-31T22:59:59Z",
    }),
    deleted_at: instantText()
      .nullable()
      .meta({ description: "When it was taken back, UTC; else null.", example: null }),
    info: z
      .object({
        type: z.enum(COUPON_TYPES).meta({ description: "Coupon type.", example: "free_shipping" }),
        amount: z.number().meta({
          description: "A percentage or an amount in the store's currency; 0 for the other types.",
          example: 10,
        }),
        rule_name: z.string().meta({ description: "The rule that gave it.", example: "Birthday" }),
      })
      .meta({ description: "What it is." }),
    reward_rules: z.record(z.string(), z.unknown()).meta({
      description:
        "Extension. What it is worth, as the rule said when it was given: reward_type, and the keys of that type.",
      example: { reward_type: "discount", discount_type: "percentage", discount_amount: 10 },
    }),
    created_at: instant("When it was given, UTC.", "2026-11-23T09:00:00Z"),
    updated_at: instant("When it changed last, UTC.", "2026-11-23T09:00:00Z"),
  })
  .meta({ id: "LoyaltyCoupon" });

export function toCouponRecord(coupon: Coupon): z.infer<typeof couponSchema> {
  const { reward } = coupon;
  return {
    id: Number(coupon.id),
    platform_id: coupon.discountGid.replace(/^gid:\/\/shopify\//, "gid://platform/"),
    discount_code: coupon.code,
    status: coupon.status,
    usage_count: coupon.usageCount,
    expires_at: coupon.expiresAt?.toISOString() ?? null,
    deleted_at: coupon.deletedAt?.toISOString() ?? null,
    info: {
      type: coupon.type as (typeof COUPON_TYPES)[number],
      amount: reward.reward_type === "discount" ? reward.discount_amount : 0,
      rule_name: coupon.ruleName,
    },
    reward_rules: { ...reward },
    created_at: coupon.createdAt.toISOString(),
    updated_at: coupon.updatedAt.toISOString(),
  };
}
