import type { ShopContext } from "../../context.ts";
import { graceEndOf } from "./cancel-applied-offers.ts";

/** Which grants of a subscription's offers are taken back after its cancellation, and when, or would be. */
export async function findCreditWithdrawals(
  { db, shop, clock }: Pick<ShopContext, "db" | "shop" | "clock">,
  subscriptionId: bigint,
): Promise<Map<bigint, Date>> {
  const offers = await db.prisma.appliedOffer.findMany({
    where: {
      shopId: shop.id,
      subscriptionId,
      creditGrantId: { not: null },
      OR: [{ state: "active" }, { state: "cancelled", withdrawnAt: null }],
    },
    select: { creditGrantId: true, graceEndsAt: true },
  });
  const withdrawals = new Map<bigint, Date>();
  for (const { creditGrantId, graceEndsAt } of offers) {
    if (creditGrantId) withdrawals.set(creditGrantId, graceEndsAt ?? graceEndOf(clock.now()));
  }
  return withdrawals;
}
