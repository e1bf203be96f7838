import type { Queries } from "#app/lib/db.ts";
import { removeReceiptsOf } from "./triggers/receipts/receipt-room.ts";

/**
 * Erases what a person did for the loyalty program. What was given for it stays as a figure: without the facts it would be
 * taken back. In the caller's transaction; safe to repeat.
 */
export async function forgetLoyalty(
  tx: Queries,
  shopId: bigint,
  customerId: bigint,
): Promise<void> {
  await tx.loyaltyFact.deleteMany({ where: { shopId, customerId } });
  await tx.loyaltyAction.deleteMany({ where: { shopId, customerId } });
  await tx.loyaltyBirthday.deleteMany({ where: { shopId, customerId } });
  await removeReceiptsOf(tx, shopId, customerId);
  // Who was referred by whom stays as numbers: what others were given depends on it.
  await tx.loyaltyReferralCode.deleteMany({ where: { shopId, customerId } });
  await tx.loyaltyReferral.updateMany({
    where: { shopId, OR: [{ advocateId: customerId }, { friendId: customerId }] },
    data: { reason: null },
  });
  await tx.loyaltyProgress.deleteMany({ where: { shopId, customerId } });
  await tx.loyaltyStanding.deleteMany({ where: { shopId, customerId } });
  await tx.loyaltyReward.updateMany({ where: { shopId, customerId }, data: { isKept: true } });
}
