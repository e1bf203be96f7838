import { isDeepStrictEqual } from "node:util";
import type { LoyaltyReward } from "#app/generated/prisma/client.ts";
import type { Queries } from "#app/lib/db.ts";
import { addDays } from "#app/lib/zoned-time.ts";
import type { ShopContext } from "../../context.ts";
import { scheduleTask } from "../../schedule/schedule-task.ts";
import type { CustomerFacts } from "../facts/customer-facts.ts";
import { settlePointsTask } from "../loyalty-tasks.ts";
import { giveReward } from "../rewards/give-reward.ts";
import type { RewardMovement } from "../rewards/reward-movement.ts";
import { type RewardRules, rewardTypeOf } from "../rewards/reward-types.ts";
import type { EarnedPoints } from "../tell-customer.ts";
import { tierNameOf } from "../tiers/ladder.ts";
import { readLadders } from "../tiers/read-ladders.ts";
import type { DesiredReward } from "./desired-rewards.ts";
import { readReturnDays } from "./return-days.ts";

/** A reward as it is, and as it should be. Null: there is none yet; there should be none. */
export interface RewardChange {
  customerId: bigint;
  row: LoyaltyReward | null;
  desired: DesiredReward | null;
}

/** Whether nothing has to change. */
export function isAsDesired(
  row: LoyaltyReward | null,
  { reward, amount, completion }: DesiredReward,
): boolean {
  if (row?.given !== BigInt(amount) || !isDeepStrictEqual(row.reward, reward)) return false;
  return row.orderId === completion.orderId;
}

/**
 * Gives or takes back what one reward is short of, in the caller's transaction, which holds the customer's and the store's lock.
 *
 * @returns null when nothing was done, because the rule gives no more to anybody; else the points that were earned by it now, for
 *   the first time, if any were.
 */
export async function changeReward(
  context: ShopContext,
  tx: Queries,
  change: RewardChange,
  facts: CustomerFacts,
): Promise<{ earned: EarnedPoints | null } | null> {
  const { desired } = change;
  const isTaken = change.row !== null && change.row.given > 0n;
  if (desired && !isTaken && !(await isLeft(tx, context.shop.id, desired.giver))) return null;
  const row = await rowOf(context, tx, change, facts);
  if (!row) return null;
  const isOther = desired !== null && !isDeepStrictEqual(row.reward, desired.reward);
  const before = row.reward as unknown as RewardRules;
  const steps =
    desired && isOther
      ? [
          { reward: before, amount: -Number(row.given) },
          { reward: desired.reward, amount: desired.amount },
        ]
      : [{ reward: before, amount: (desired?.amount ?? 0) - Number(row.given) }];
  const moves = steps.filter(({ amount }) => amount !== 0);
  await tx.loyaltyReward.update({
    where: { shopId_id: { shopId: row.shopId, id: row.id } },
    data: {
      given: BigInt(desired?.amount ?? 0),
      movements: { increment: moves.length },
      updatedAt: context.clock.now(),
      ...(desired && isOther
        ? { reward: desired.reward, ruleVersion: desired.completion.version }
        : {}),
    },
  });
  const ruleName = desired?.giver.name ?? (await nameOf(tx, row));
  for (const [at, step] of moves.entries()) {
    const number = row.movements + at;
    const amount = step.amount - (await keptOf(tx, row, { ...step, desired, number }));
    if (amount === 0) continue;
    await giveReward(context, tx, {
      ...{ row, reward: step.reward, amount, ruleName },
      sourceKey: sourceKeyOf(row.id, number),
      order: orderOf(facts, row.orderId),
    });
  }
  if (change.row || !desired || rewardTypeOf(desired.reward).unit !== "points") {
    return { earned: null };
  }
  return {
    earned: {
      ...{ rewardId: row.id, points: desired.amount, ruleName },
      ...{ completedAt: row.completedAt, usableAt: row.pendingUntil },
    },
  };
}

/** Store credit that stayed with the customer when the rest was taken back, because it was spent: it is not given once more. */
async function keptOf(
  tx: Queries,
  { shopId, id }: LoyaltyReward,
  step: { reward: RewardRules; amount: number; desired: DesiredReward | null; number: number },
): Promise<number> {
  const { reward, amount, desired, number } = step;
  if (!desired || amount < 0 || number === 0 || rewardTypeOf(reward).unit !== "money") return 0;
  const keys = Array.from({ length: number }, (_, at) => sourceKeyOf(id, at));
  const { _sum: paid } = await tx.creditEntry.aggregate({
    where: { shopId, unit: "money", sourceKey: { in: keys } },
    _sum: { amountMinor: true },
  });
  const due = Math.max(0, desired.amount - Number(paid.amountMinor ?? 0n));
  return amount - Math.min(amount, due);
}

/** The key of a reward's movement in the ledger. */
export function sourceKeyOf(rewardId: bigint, number: number): string {
  return `loyalty:${rewardId}:${number}`;
}

/** The row that is moved: a new one, or the one there is, which follows the order that completes it now. */
async function rowOf(
  context: ShopContext,
  tx: Queries,
  { customerId, row, desired }: RewardChange,
  facts: CustomerFacts,
): Promise<LoyaltyReward | null> {
  const { shop, clock } = context;
  if (!desired) return row;
  const { giver, completion, reward } = desired;
  const isPoints = rewardTypeOf(reward).unit === "points";
  const until = isPoints ? await pendingUntilOf(context, tx, completion.orderId, facts) : null;
  const of = { completedAt: completion.at, orderId: completion.orderId };
  if (!row) {
    const made = await tx.loyaltyReward.create({
      data: {
        ...{ shopId: shop.id, customerId, ruleId: giver.ruleId, tierId: giver.tierId, ...of },
        ...{ ruleVersion: completion.version, completion: completion.key, reward },
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
async function pendingUntilOf(
  { shop, clock }: ShopContext,
  tx: Queries,
  orderId: bigint | null,
  { facts }: CustomerFacts,
): Promise<Date | null> {
  const order = facts.find((fact) => fact.kind === "order" && fact.order.id === orderId);
  if (!order) return null;
  const days = await readReturnDays(tx, shop.id);
  const until = addDays(order.at, days, shop.ianaTimezone);
  return until > clock.now() ? until : null;
}

/** Whether a rule that gives so many rewards to all customers together has one left. Locks the rule. */
async function isLeft(
  tx: Queries,
  shopId: bigint,
  { ruleId, inTotal }: DesiredReward["giver"],
): Promise<boolean> {
  if (ruleId === null || inTotal === null) return true;
  await tx.$queryRaw`SELECT 1 FROM loyalty_rules WHERE shop_id = ${shopId} AND id = ${ruleId} FOR UPDATE`;
  const rows = await tx.loyaltyReward.count({
    where: { shopId, ruleId, given: { gt: 0 } },
    take: inTotal,
  });
  return rows < inTotal;
}

/** The name of what gave it, as it is called now. */
async function nameOf(tx: Queries, { shopId, ruleId, tierId }: LoyaltyReward): Promise<string> {
  if (ruleId === null) return tierNameOf(await readLadders(tx, shopId), tierId) ?? "";
  const rule = await tx.loyaltyRule.findUnique({
    where: { shopId_id: { shopId, id: ruleId } },
    select: { name: true },
  });
  return rule?.name ?? "";
}

function orderOf({ facts }: CustomerFacts, orderId: bigint | null): RewardMovement["order"] {
  for (const fact of facts) {
    if (fact.kind === "order" && fact.order.id === orderId) {
      return { gid: fact.order.gid, name: fact.order.name };
    }
  }
  return null;
}
