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
export function isAsDesired(row: LoyaltyReward | null, { reward, amount }: DesiredReward): boolean {
  return row?.given === BigInt(amount) && isDeepStrictEqual(row.reward, reward);
}

/**
 * Gives or takes back what one reward is short of, in the caller's transaction, which holds the customer's and the store's lock.
 *
 * @returns the points that were earned by it now, for the first time; null for everything else.
 */
export async function changeReward(
  context: ShopContext,
  tx: Queries,
  change: RewardChange,
  facts: CustomerFacts,
): Promise<EarnedPoints | null> {
  const row = change.row ?? (await openReward(context, tx, change, facts));
  if (!row) return null;
  const { desired } = change;
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
  for (const [at, { reward, amount }] of moves.entries()) {
    await giveReward(context, tx, {
      ...{ row, reward, amount, ruleName },
      sourceKey: sourceKeyOf(row.id, row.movements + at),
      order: orderOf(facts, row.orderId),
    });
  }
  if (change.row || !desired || rewardTypeOf(desired.reward).unit !== "points") return null;
  return {
    ...{ rewardId: row.id, points: desired.amount, ruleName },
    ...{ completedAt: row.completedAt, usableAt: row.pendingUntil },
  };
}

/** The key of a reward's movement in the ledger. */
export function sourceKeyOf(rewardId: bigint, number: number): string {
  return `loyalty:${rewardId}:${number}`;
}

/** The row of a reward that is given for the first time; null when the rule gives no more to anybody. */
async function openReward(
  context: ShopContext,
  tx: Queries,
  { customerId, desired }: RewardChange,
  facts: CustomerFacts,
): Promise<LoyaltyReward | null> {
  if (!desired) return null;
  const { shop, clock } = context;
  const { giver, completion, reward } = desired;
  const { ruleId, tierId, inTotal } = giver;
  if (ruleId && inTotal && !(await isLeft(tx, shop.id, ruleId, inTotal))) return null;
  const isPoints = rewardTypeOf(reward).unit === "points";
  const pendingUntil = isPoints
    ? await pendingUntilOf(context, tx, completion.orderId, facts)
    : null;
  const row = await tx.loyaltyReward.create({
    data: {
      ...{ shopId: shop.id, customerId, ruleId, tierId, ruleVersion: completion.version },
      ...{ completion: completion.key, completedAt: completion.at, reward },
      ...{ pendingUntil, orderId: completion.orderId, updatedAt: clock.now() },
    },
  });
  if (pendingUntil) {
    await scheduleTask(context, tx, settlePointsTask, { rewardId: row.id }, pendingUntil);
  }
  return row;
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
async function isLeft(tx: Queries, shopId: bigint, ruleId: bigint, most: number): Promise<boolean> {
  await tx.$queryRaw`SELECT 1 FROM loyalty_rules WHERE shop_id = ${shopId} AND id = ${ruleId} FOR UPDATE`;
  const rows = await tx.loyaltyReward.count({
    where: { shopId, ruleId, given: { gt: 0 } },
    take: most,
  });
  return rows < most;
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
