import { isDeepStrictEqual } from "node:util";
import type { LoyaltyReward } from "#app/generated/prisma/client.ts";
import type { Queries } from "#app/lib/db.ts";
import type { ShopContext } from "../../context.ts";
import type { Postings } from "../../ledger/post-movement.ts";
import type { CustomerFacts } from "../facts/customer-facts.ts";
import { giveReward } from "../rewards/give-reward.ts";
import { movementKey, type RewardMovement } from "../rewards/reward-movement.ts";
import { type RewardRules, rewardTypeOf } from "../rewards/reward-types.ts";
import type { EarnedPoints } from "../tell-customer.ts";
import { tierNameOf } from "../tiers/ladder.ts";
import { readLadders } from "../tiers/read-ladders.ts";
import type { DesiredReward } from "./desired-rewards.ts";
import { insertRewards, moveRow, type RewardChange, type Settling } from "./reward-row.ts";

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
  { facts, settings, ledger }: Settling & { ledger: Postings },
): Promise<{ earned: EarnedPoints | null } | null> {
  const { desired } = change;
  const isTaken = change.row !== null && change.row.given > 0n;
  if (desired && !isTaken && !(await isLeft(tx, context.shop.id, desired.giver))) return null;
  const row = await rowOf(context, tx, change, { facts, settings });
  if (!row) return null;
  const isOther = desired !== null && !isDeepStrictEqual(row.reward, desired.reward);
  const before = row.reward as unknown as RewardRules;
  // A new one was written with what it is to give.
  const had = change.row ? { given: row.given, movements: row.movements } : NOTHING_YET;
  const steps =
    desired && isOther
      ? [
          { reward: before, amount: -Number(had.given) },
          { reward: desired.reward, amount: desired.amount },
        ]
      : [{ reward: before, amount: (desired?.amount ?? 0) - Number(had.given) }];
  const moves = steps.filter(({ amount }) => amount !== 0);
  if (change.row) await writeGiven(context, tx, row, { desired, isOther, moves: moves.length });
  const ruleName = desired?.giver.name ?? (await nameOf(tx, row));
  for (const [at, step] of moves.entries()) {
    const number = had.movements + at;
    const amount = step.amount - (await keptOf(tx, row, ledger, { ...step, desired, number }));
    if (amount === 0) continue;
    await giveReward(context, tx, {
      ...{ row, reward: step.reward, amount, ruleName },
      sourceKey: movementKey(row.id, number),
      order: orderOf(facts, row.orderId),
      ...{ settings, ledger },
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

const NOTHING_YET = { given: 0n, movements: 0 };

/** The row that is moved; null where there is none and none should be. */
async function rowOf(
  context: ShopContext,
  tx: Queries,
  { customerId, row, made, desired }: RewardChange,
  by: Settling,
): Promise<LoyaltyReward | null> {
  if (row) return moveRow(context, tx, row, desired, by);
  if (made || !desired) return made ?? null;
  const [inserted] = await insertRewards(context, tx, [{ customerId, desired, by }]);
  return inserted ?? null;
}

/** Writes that a reward that was there already gives what it should. */
async function writeGiven(
  { clock }: ShopContext,
  tx: Queries,
  { shopId, id }: LoyaltyReward,
  { desired, isOther, moves }: { desired: DesiredReward | null; isOther: boolean; moves: number },
): Promise<void> {
  await tx.loyaltyReward.update({
    where: { shopId_id: { shopId, id } },
    data: {
      given: BigInt(desired?.amount ?? 0),
      movements: { increment: moves },
      updatedAt: clock.now(),
      ...(desired && isOther
        ? { reward: desired.reward, ruleVersion: desired.completion.version }
        : {}),
    },
  });
}

/** Store credit that stayed with the customer when the rest was taken back, because it was spent: it is not given once more. */
async function keptOf(
  tx: Queries,
  { shopId, id }: LoyaltyReward,
  ledger: Postings,
  step: { reward: RewardRules; amount: number; desired: DesiredReward | null; number: number },
): Promise<number> {
  const { reward, amount, desired, number } = step;
  if (!desired || amount < 0 || number === 0 || rewardTypeOf(reward).unit !== "money") return 0;
  const keys = Array.from({ length: number }, (_, at) => movementKey(id, at));
  await ledger.post();
  const { _sum: paid } = await tx.creditEntry.aggregate({
    where: { shopId, unit: "money", sourceKey: { in: keys } },
    _sum: { amountMinor: true },
  });
  const due = Math.max(0, desired.amount - Number(paid.amountMinor ?? 0n));
  return amount - Math.min(amount, due);
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
