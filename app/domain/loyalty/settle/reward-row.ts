import type { LoyaltyReward } from "#app/generated/prisma/client.ts";
import type { Queries } from "#app/lib/db.ts";
import { addDays } from "#app/lib/zoned-time.ts";
import type { ShopContext } from "../../context.ts";
import { scheduleTask } from "../../schedule/schedule-task.ts";
import type { CustomerFacts } from "../facts/customer-facts.ts";
import { settlePointsTask } from "../loyalty-tasks.ts";
import type { LoyaltyProgramSettings } from "../program/loyalty-settings.ts";
import { rewardTypeOf } from "../rewards/reward-types.ts";
import type { DesiredReward } from "./desired-rewards.ts";

/** A reward as it is, and as it should be. Null: there is none yet; there should be none. */
export interface RewardChange {
  customerId: bigint;
  row: LoyaltyReward | null;
  desired: DesiredReward | null;
}

/** What a customer's rewards are changed by. */
export interface Settling {
  facts: CustomerFacts;
  settings: LoyaltyProgramSettings;
}

/**
 * The row that is moved: a new one with all that it gives, or the one there is, which follows the order that completes it
 * now. Null where there is none and none should be.
 */
export async function rowOf(
  context: ShopContext,
  tx: Queries,
  { customerId, row, desired }: RewardChange,
  { facts, settings }: Settling,
): Promise<LoyaltyReward | null> {
  const { shop, clock } = context;
  if (!desired) return row;
  const { giver, completion, reward } = desired;
  const isPoints = rewardTypeOf(reward).unit === "points";
  const until = isPoints ? pendingUntilOf(context, completion.orderId, { facts, settings }) : null;
  const of = { completedAt: completion.at, orderId: completion.orderId };
  if (!row) {
    const made = await tx.loyaltyReward.create({
      data: {
        ...{ shopId: shop.id, customerId, ruleId: giver.ruleId, tierId: giver.tierId, ...of },
        ...{ ruleVersion: completion.version, completion: completion.key, reward },
        ...{ given: BigInt(desired.amount), movements: desired.amount === 0 ? 0 : 1 },
        ...{ pendingUntil: until, updatedAt: clock.now() },
      },
    });
    await planSettling(context, tx, made);
    return made;
  }
  if (row.orderId === completion.orderId && row.given > 0n) return row;
  // Points that can be spent do not wait again.
  const counts = row.given > 0n && row.pendingUntil === null;
  const pendingUntil = counts ? null : later(row.pendingUntil, until);
  const moved = await tx.loyaltyReward.update({
    where: { shopId_id: { shopId: shop.id, id: row.id } },
    data: { ...of, pendingUntil },
  });
  if (pendingUntil?.getTime() !== row.pendingUntil?.getTime()) {
    await planSettling(context, tx, moved);
  }
  return moved;
}

function later(one: Date | null, other: Date | null): Date | null {
  return one && other ? (one > other ? one : other) : (one ?? other);
}

async function planSettling(
  context: ShopContext,
  tx: Queries,
  { id: rewardId, pendingUntil }: LoyaltyReward,
): Promise<void> {
  if (pendingUntil) await scheduleTask(context, tx, settlePointsTask, { rewardId }, pendingUntil);
}

/** Points from an order can be spent once it can no longer be sent back; null where that is over. */
function pendingUntilOf(
  { shop, clock }: ShopContext,
  orderId: bigint | null,
  { facts, settings }: Settling,
): Date | null {
  const order = facts.facts.find((fact) => fact.kind === "order" && fact.order.id === orderId);
  if (!order) return null;
  const until = addDays(order.at, settings.returnDays, shop.ianaTimezone);
  return until > clock.now() ? until : null;
}
