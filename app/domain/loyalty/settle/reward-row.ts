import type { LoyaltyReward } from "#app/generated/prisma/client.ts";
import type { Queries } from "#app/lib/db.ts";
import { insertRows } from "#app/lib/insert-rows.ts";
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
  /** What was inserted for it already. */
  made?: LoyaltyReward;
}

/** What a customer's rewards are changed by. */
export interface Settling {
  facts: CustomerFacts;
  settings: LoyaltyProgramSettings;
}

/** A reward that is still to come into being. */
interface NewReward {
  customerId: bigint;
  desired: DesiredReward;
  by: Settling;
}

/** Inserts rewards, all different, with all that they give. @returns their rows, each in its place. */
export async function insertRewards(
  context: ShopContext,
  tx: Queries,
  rewards: readonly NewReward[],
): Promise<LoyaltyReward[]> {
  const rows = await insertRows(
    tx,
    "LoyaltyReward",
    rewards.map((one) => newRowOf(context, one)),
  );
  for (const row of rows) await planSettling(context, tx, row);
  const nameOf = (row: Pick<LoyaltyReward, "customerId" | "ruleId" | "tierId" | "completion">) =>
    [row.customerId, row.ruleId, row.tierId, row.completion].join("/");
  const byName = new Map(rows.map((row) => [nameOf(row), row]));
  return rewards.map(({ customerId, desired: { giver, completion } }) => {
    const row = byName.get(nameOf({ ...giver, customerId, completion: completion.key }));
    if (!row) throw new Error("a reward that was inserted is not there");
    return row;
  });
}

function newRowOf({ shop, clock }: ShopContext, { customerId, desired, by }: NewReward) {
  const { giver, completion, reward } = desired;
  return {
    ...{ shopId: shop.id, customerId, ruleId: giver.ruleId, tierId: giver.tierId },
    ...{ completedAt: completion.at, orderId: completion.orderId },
    ...{ ruleVersion: completion.version, completion: completion.key, reward },
    ...{ given: BigInt(desired.amount), movements: desired.amount === 0 ? 0 : 1 },
    pendingUntil: pendingUntilOf({ shop, clock }, desired, by),
    updatedAt: clock.now(),
  };
}

/** The row that is there and is moved: it follows the order that completes it now. */
export async function moveRow(
  context: ShopContext,
  tx: Queries,
  row: LoyaltyReward,
  desired: DesiredReward | null,
  by: Settling,
): Promise<LoyaltyReward> {
  if (!desired) return row;
  const { completion } = desired;
  if (row.orderId === completion.orderId && row.given > 0n) return row;
  // Points that can be spent do not wait again.
  const counts = row.given > 0n && row.pendingUntil === null;
  const pendingUntil = counts
    ? null
    : later(row.pendingUntil, pendingUntilOf(context, desired, by));
  const moved = await tx.loyaltyReward.update({
    where: { shopId_id: { shopId: context.shop.id, id: row.id } },
    data: { completedAt: completion.at, orderId: completion.orderId, pendingUntil },
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

/** Points from an order can be spent once it can no longer be sent back; null where that is over, and for other rewards. */
function pendingUntilOf(
  { shop, clock }: Pick<ShopContext, "shop" | "clock">,
  { reward, completion: { orderId } }: DesiredReward,
  { facts, settings }: Settling,
): Date | null {
  if (rewardTypeOf(reward).unit !== "points") return null;
  const order = facts.facts.find((fact) => fact.kind === "order" && fact.order.id === orderId);
  if (!order) return null;
  const until = addDays(order.at, settings.returnDays, shop.ianaTimezone);
  return until > clock.now() ? until : null;
}
