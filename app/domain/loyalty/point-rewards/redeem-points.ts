import type { LoyaltyReward } from "#app/generated/prisma/client.ts";
import { AppError, wrongField } from "#app/lib/app-error.ts";
import type { Queries } from "#app/lib/db.ts";
import { recordActivity } from "../../activity/record-activity.ts";
import type { ShopContext } from "../../context.ts";
import { CREDIT_TYPES } from "../../ledger/movement.ts";
import { collectPostings, postCreditWithin } from "../../ledger/post-movement.ts";
import { readLoyaltySettings } from "../program/loyalty-settings.ts";
import { giveReward } from "../rewards/give-reward.ts";
import { movementKey, redemptionKey } from "../rewards/reward-movement.ts";
import { type RewardRules, rewardTypeOf } from "../rewards/reward-types.ts";
import { lockLoyalty } from "../settle/lock-loyalty.ts";
import { lockPointReward } from "./save-point-reward.ts";

/**
 * Gives a customer what they chose for their points, and takes the points, both or neither.
 *
 * @param wish.key the request's own, up to 100 characters: with the same one nothing is given a second time.
 * @returns the reward, whose coupon is made on the platform soon after.
 * @throws AppError not_found; invalid_input where the points are not enough, the customer had it often enough, or the key was
 *   used for another reward.
 */
export async function redeemPoints(
  context: ShopContext,
  wish: { customerId: bigint; pointRewardId: bigint; key: string },
): Promise<LoyaltyReward> {
  const { db, shop, clock } = context;
  const { customerId, pointRewardId } = wish;
  return db.transaction(async (tx) => {
    await lockLoyalty(tx, shop.id, [customerId]);
    const where = { shopId: shop.id, customerId, pointRewardId };
    const earlier = await tx.loyaltyReward.findFirst({
      where: { ...where, pointRewardId: { not: null }, completion: wish.key },
    });
    if (earlier?.pointRewardId === pointRewardId) return earlier;
    if (earlier) {
      throw wrongField(
        "key",
        "This key was used for another reward. Send a new key with a new wish.",
      );
    }
    const chosen = await lockPointReward(context, tx, pointRewardId);
    if (!chosen.isActive) throw new AppError("not_found", "This reward is not offered now.");
    if (chosen.perCustomer !== null) {
      const had = await tx.loyaltyReward.count({ where: { ...where, given: { gt: 0 } } });
      if (had >= chosen.perCustomer) {
        throw wrongField("point_reward_id", "You have had this reward as often as it is given.");
      }
    }
    await tx.$executeRaw`SELECT lock_shop_writes(${shop.id})`;
    const reward = chosen.reward as unknown as RewardRules;
    const now = clock.now();
    const amount = rewardTypeOf(reward).amount(reward, { currency: shop.currency });
    const row = await tx.loyaltyReward.create({
      data: {
        ...{ ...where, completion: wish.key, ruleVersion: 0, completedAt: now, updatedAt: now },
        // No fact says whether it should be there: counting leaves it alone.
        ...{ reward, given: BigInt(amount), movements: 1, isKept: true, pointsPaid: chosen.points },
      },
    });
    await takePoints(context, tx, row, chosen.name);
    const ledger = collectPostings(tx, context);
    await giveReward(context, tx, {
      ...{ row, reward, amount, ruleName: chosen.name, order: null, ledger },
      sourceKey: movementKey(row.id, 0),
      settings: await readLoyaltySettings(tx, shop.id),
    });
    await ledger.post();
    return row;
  });
}

async function takePoints(
  context: ShopContext,
  tx: Queries,
  { id, customerId, pointsPaid }: LoyaltyReward,
  name: string,
): Promise<void> {
  const points = Number(pointsPaid);
  const posting = await postCreditWithin(tx, context, {
    ...{ customerId, unit: "points", amountMinor: -points },
    typeCode: CREDIT_TYPES.redemption,
    message: `Redeemed: ${name}`,
    sourceKey: redemptionKey(id),
  });
  const taken = "amountMinor" in posting ? -posting.amountMinor : 0;
  if (taken === points) return;
  throw wrongField("point_reward_id", `${points} points are needed, and ${taken} can be spent.`);
}

/**
 * Gives the points back for which a customer can get nothing, in the caller's transaction: the platform refused the code.
 * Safe to repeat.
 */
export async function returnPoints(
  context: ShopContext,
  tx: Queries,
  { id, customerId, pointsPaid }: LoyaltyReward,
): Promise<void> {
  if (pointsPaid === null) return;
  await tx.$executeRaw`SELECT lock_shop_writes(${context.shop.id})`;
  await tx.loyaltyReward.update({
    where: { shopId_id: { shopId: context.shop.id, id } },
    data: { given: 0n, updatedAt: context.clock.now() },
  });
  await postCreditWithin(tx, context, {
    ...{ customerId, unit: "points", amountMinor: Number(pointsPaid) },
    typeCode: CREDIT_TYPES.redemptionReturned,
    message: "Returned: the reward could not be given",
    sourceKey: `${redemptionKey(id)}:returned`,
  });
  await recordActivity(context, tx, {
    kind: "loyalty_points.returned",
    message: `${pointsPaid} points came back, because what they were redeemed for could not be given.`,
    customerId,
    details: { reward_id: String(id) },
  });
}
