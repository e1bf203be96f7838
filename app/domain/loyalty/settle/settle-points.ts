import type { ShopContext } from "../../context.ts";
import { settlePendingCredit } from "../../ledger/settle-pending.ts";
import { planPointsReminder } from "../plan-reminder.ts";
import { pointsExpiry } from "../rewards/move-ledger.ts";
import { sourceKeyOf } from "./change-reward.ts";

/** Lets the points of a reward be spent from now on, unless they wait for a later order meanwhile. Safe to repeat. */
export async function settlePoints(context: ShopContext, rewardId: bigint): Promise<void> {
  const { db, shop } = context;
  await db.transaction(async (tx) => {
    await tx.$executeRaw`SELECT lock_shop_writes(${shop.id})`;
    const row = await tx.loyaltyReward.findUnique({
      where: { shopId_id: { shopId: shop.id, id: rewardId } },
    });
    if (!row?.pendingUntil || row.pendingUntil > context.clock.now()) return;
    const keys = Array.from({ length: row.movements }, (_, at) => sourceKeyOf(row.id, at));
    const entries = await tx.creditEntry.findMany({
      where: { shopId: shop.id, sourceKey: { in: keys }, status: 1 },
      select: { id: true },
    });
    const expiresAt = await pointsExpiry(context, tx);
    await settlePendingCredit(context, tx, {
      ...{ entryIds: entries.map(({ id }) => id), unit: "points", expiresAt },
    });
    await planPointsReminder(context, tx, expiresAt);
    await tx.loyaltyReward.update({
      where: { shopId_id: { shopId: shop.id, id: rewardId } },
      data: { pendingUntil: null, updatedAt: context.clock.now() },
    });
  });
}
