import type { Queries } from "#app/lib/db.ts";
import { addDays, addIntervals } from "#app/lib/zoned-time.ts";
import type { ShopContext } from "../../context.ts";
import { CREDIT_TYPES, type CreditUnit } from "../../ledger/movement.ts";
import { postCreditWithin } from "../../ledger/post-movement.ts";
import { planPointsReminder } from "../plan-reminder.ts";
import { movementKey, type RewardMovement } from "./reward-movement.ts";

/**
 * Posts what a reward of points or store credit gives or takes back. Points of which more was spent than is left become a
 * debt; store credit that was spent stays spent.
 */
export async function moveLedger(
  context: ShopContext,
  tx: Queries,
  unit: CreditUnit,
  { row, reward, amount, ruleName, sourceKey, order: itsOrder }: RewardMovement,
): Promise<void> {
  const gives = amount > 0;
  const order = itsOrder ?? (gives ? null : await orderOfGiving(context, tx, row.id));
  const isPending = row.pendingUntil !== null;
  const given = row.pointsPaid === null ? "Earned" : "Redeemed";
  const expiresAt = gives && !isPending ? await expiryOf(context, tx, reward) : null;
  await postCreditWithin(tx, context, {
    customerId: row.customerId,
    unit,
    amountMinor: amount,
    typeCode: gives ? CREDIT_TYPES.loyaltyReward : CREDIT_TYPES.takenBack,
    message: wordsOf(gives ? given : "Taken back", ruleName, order),
    sourceKey,
    isPending,
    mayOwe: !gives && unit === "points" && !isPending,
    ...(order ? { orderGid: order.gid, orderName: order.name } : {}),
    ...(gives && !isPending ? { parts: [{ amountMinor: amount, expiresAt }] } : {}),
  });
  if (unit === "points") await planPointsReminder(context, tx, expiresAt);
}

/** The order for which a reward was given: what is taken back because that order was canceled belongs to no order any more. */
async function orderOfGiving(
  { shop }: ShopContext,
  tx: Queries,
  rewardId: bigint,
): Promise<RewardMovement["order"]> {
  const giving = await tx.creditEntry.findFirst({
    where: { shopId: shop.id, sourceKey: movementKey(rewardId, 0) },
    select: { orderGid: true, orderName: true },
  });
  return giving?.orderGid ? { gid: giving.orderGid, name: giving.orderName ?? "" } : null;
}

function wordsOf(did: string, ruleName: string, order: RewardMovement["order"]): string {
  return order ? `${did}: ${ruleName}, order ${order.name}` : `${did}: ${ruleName}`;
}

async function expiryOf(
  context: ShopContext,
  tx: Queries,
  reward: RewardMovement["reward"],
): Promise<Date | null> {
  if (reward.reward_type === "points") return pointsExpiry(context, tx);
  const days = "expires_in_days" in reward ? reward.expires_in_days : null;
  return days ? addDays(context.clock.now(), days, context.shop.ianaTimezone) : null;
}

/** When points that can be spent from now on end; null never. */
export async function pointsExpiry(
  { shop, clock }: Pick<ShopContext, "shop" | "clock">,
  tx: Queries,
): Promise<Date | null> {
  const settings = await tx.loyaltySettings.findUnique({ where: { shopId: shop.id } });
  const count = settings?.expiryMonths;
  return count ? addIntervals(clock.now(), { unit: "month", count }, 1, shop.ianaTimezone) : null;
}
