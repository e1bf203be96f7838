import type { LoyaltyCoupon } from "#app/generated/prisma/client.ts";
import { readInParts } from "#app/lib/one-way.ts";
import type { ShopContext } from "../../context.ts";
import { COUPON_STATUS } from "../rewards/move-coupons.ts";
import type { RewardRules } from "../rewards/reward-types.ts";

/** A coupon whose code exists on the platform. */
export interface Coupon extends Omit<LoyaltyCoupon, "discountGid" | "reward"> {
  discountGid: string;
  reward: RewardRules;
}

/** A customer's coupons, newest first. One is expired from the instant on at which it ends. */
export async function listCoupons(
  context: Pick<ShopContext, "db" | "shop" | "clock">,
  customerId: bigint,
  status: number | null,
): Promise<Coupon[]> {
  const coupons = (await listCouponsOf(context, [customerId])).get(customerId) ?? [];
  return coupons.filter((one) => status === null || one.status === status);
}

/** The same of some customers, by their ids, whatever the coupons' states. */
export async function listCouponsOf(
  { db, shop, clock }: Pick<ShopContext, "db" | "shop" | "clock">,
  customerIds: readonly bigint[],
): Promise<Map<bigint, Coupon[]>> {
  const rows = await readInParts(customerIds, (some) =>
    db.prisma.loyaltyCoupon.findMany({
      where: { shopId: shop.id, customerId: { in: some }, discountGid: { not: null } },
      orderBy: { id: "desc" },
    }),
  );
  const now = clock.now();
  const coupons = rows.map((row) => ({
    ...row,
    discountGid: row.discountGid ?? "",
    reward: row.reward as unknown as RewardRules,
    status:
      row.status === COUPON_STATUS.active && row.expiresAt && row.expiresAt <= now
        ? COUPON_STATUS.expired
        : row.status,
  }));
  return Map.groupBy(coupons, ({ customerId }) => customerId);
}
