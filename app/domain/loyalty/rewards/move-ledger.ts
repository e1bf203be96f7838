import type { Queries } from "#app/lib/db.ts";
import type { ShopContext } from "../../context.ts";
import { CREDIT_TYPES, type CreditUnit } from "../../ledger/movement.ts";
import { creditExpiry, expiryAfterDays } from "../../store-credit/grants/credit-expiry.ts";
import { planPointsReminder } from "../plan-reminder.ts";
import type { LoyaltyProgramSettings } from "../program/loyalty-settings.ts";
import { movementKey, type RewardMovement } from "./reward-movement.ts";

/**
 * Posts what a reward of points or store credit gives or takes back. Points of which more was spent than is left become a
 * debt; store credit that was spent stays spent.
 */
export async function moveLedger(
  context: ShopContext,
  tx: Queries,
  unit: CreditUnit,
  movement: RewardMovement,
): Promise<void> {
  const { row, amount, ruleName, sourceKey, order: itsOrder, ledger } = movement;
  const gives = amount > 0;
  const order = itsOrder ?? (gives ? null : await orderOfGiving(context, tx, row.id));
  const isPending = row.pendingUntil !== null;
  const given = row.pointsPaid === null ? "Earned" : "Redeemed";
  const expiresAt = gives && !isPending ? expiryOf(context, movement) : null;
  ledger.add({
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

function expiryOf(context: ShopContext, { reward, settings }: RewardMovement): Date | null {
  if (reward.reward_type === "points") return pointsExpiry(context, settings);
  const days = "expires_in_days" in reward ? reward.expires_in_days : null;
  return expiryAfterDays(context.clock.now(), days ?? null, context.shop.ianaTimezone);
}

/** The end of the last day of points that can be spent from now on; null never. */
export function pointsExpiry(
  { shop, clock }: Pick<ShopContext, "shop" | "clock">,
  { expiryMonths }: Pick<LoyaltyProgramSettings, "expiryMonths">,
): Date | null {
  return creditExpiry(clock.now(), expiryMonths || null, shop.ianaTimezone);
}
