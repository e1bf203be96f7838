import type { Queries } from "#app/lib/db.ts";
import type { ShopContext } from "../../context.ts";
import { settlePendingCredit } from "../../ledger/settle-pending.ts";
import { planPointsReminder } from "../plan-reminder.ts";
import { readLoyaltySettings } from "../program/loyalty-settings.ts";
import { pointsExpiry } from "../rewards/move-ledger.ts";
import { movementKey } from "../rewards/reward-movement.ts";
import { lockLoyalty } from "./lock-loyalty.ts";

/** Lets the points of a reward be spent from now on, unless they wait for a later order meanwhile. Safe to repeat. */
export async function settlePoints(context: ShopContext, rewardId: bigint): Promise<void> {
  const { db, shop } = context;
  const where = { shopId_id: { shopId: shop.id, id: rewardId } };
  await db.transaction(async (tx) => {
    // Who counts the customer has read whether the points wait: they go on waiting until that is done.
    if ((await lockCustomerOf(tx, shop.id, rewardId)) === null) return;
    await tx.$executeRaw`SELECT lock_shop_writes(${shop.id})`;
    const row = await tx.loyaltyReward.findUnique({ where });
    if (!row?.pendingUntil || row.pendingUntil > context.clock.now()) return;
    const keys = Array.from({ length: row.movements }, (_, at) => movementKey(row.id, at));
    const entries = await tx.creditEntry.findMany({
      where: { shopId: shop.id, sourceKey: { in: keys }, status: 1 },
      select: { id: true },
    });
    const expiresAt = pointsExpiry(context, await readLoyaltySettings(tx, shop.id));
    await settlePendingCredit(context, tx, {
      ...{ entryIds: entries.map(({ id }) => id), unit: "points", expiresAt },
    });
    await planPointsReminder(context, tx, expiresAt);
    await tx.loyaltyReward.update({
      where,
      data: { pendingUntil: null, updatedAt: context.clock.now() },
    });
  });
}

/** Locks the customer who has a reward, whoever that is once the lock is had; null when there is no such reward. */
async function lockCustomerOf(
  tx: Queries,
  shopId: bigint,
  rewardId: bigint,
): Promise<bigint | null> {
  const read = async () => {
    const where = { shopId_id: { shopId, id: rewardId } };
    return (await tx.loyaltyReward.findUnique({ where, select: { customerId: true } }))?.customerId;
  };
  for (let holder = await read(); holder !== undefined; ) {
    await lockLoyalty(tx, shopId, [holder]);
    const now = await read();
    if (now === holder) return holder;
    holder = now;
  }
  return null;
}
