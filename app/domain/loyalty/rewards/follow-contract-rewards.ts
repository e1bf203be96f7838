import type { LoyaltyContractReward, Subscription } from "#app/generated/prisma/client.ts";
import type { Queries } from "#app/lib/db.ts";
import { readInParts } from "#app/lib/one-way.ts";
import { addJob } from "#app/lib/queue.ts";
import { recordActivity } from "../../activity/record-activity.ts";
import type { ShopContext } from "../../context.ts";
import { publishContractRewardJob } from "../loyalty-jobs.ts";
import { CONTRACT_REWARD_STATE } from "./contract-reward-state.ts";
import type { RewardRulesOf } from "./reward-types.ts";

type FreeProduct = LoyaltyContractReward & { subscription: Subscription };

/**
 * Counts the renewals that have brought the free products on these subscriptions, and has a job take off what was brought often
 * enough. Safe to repeat.
 */
export async function followDeliveries(
  context: ShopContext,
  subscriptionIds: readonly bigint[],
): Promise<void> {
  const { db, shop } = context;
  for (const row of await readFreeProducts(context, subscriptionIds)) {
    const { product_id, cycles } = rewardOf(row);
    // An order that was placed before it, or that earned it, has not brought it.
    const [found] = await db.prisma.$queryRaw<{ count: number }[]>`
      SELECT count(*)::integer AS count
      FROM order_subscriptions s
      JOIN orders o ON o.shop_id = s.shop_id AND o.id = s.order_id
      JOIN loyalty_rewards r ON r.shop_id = s.shop_id AND r.id = ${row.rewardId}
      WHERE s.shop_id = ${shop.id} AND s.subscription_id = ${row.subscriptionId} AND NOT s.is_first
        AND o.processed_at >= ${row.createdAt} AND o.id IS DISTINCT FROM r.order_id AND o.cancelled_at IS NULL
        AND EXISTS (
          SELECT 1 FROM jsonb_array_elements(o.lines) line
          WHERE (line ->> 'productId')::bigint = ${product_id} AND (line ->> 'totalMinor')::bigint = 0)`;
    const delivered = Math.min(found?.count ?? 0, cycles);
    if (delivered < cycles && delivered <= row.delivered) continue;
    await db.transaction(async (tx) => {
      await tx.loyaltyContractReward.updateMany({
        where: { shopId: shop.id, id: row.id, delivered: { lt: delivered } },
        data: { delivered, updatedAt: context.clock.now() },
      });
      if (delivered === cycles) await letLeave(context, tx, row);
    });
  }
}

/** Ends the free products of subscriptions that have ended, with a line for the merchant. Safe to repeat. */
export async function endWithSubscriptions(
  context: ShopContext,
  subscriptionIds: readonly bigint[],
): Promise<void> {
  const { db, shop, clock } = context;
  const { waiting, active, ended } = CONTRACT_REWARD_STATE;
  for (const row of await readFreeProducts(context, subscriptionIds)) {
    if (row.subscription.status !== "cancelled") continue;
    await db.transaction(async (tx) => {
      const { count } = await tx.loyaltyContractReward.updateMany({
        where: { shopId: shop.id, id: row.id, state: { in: [waiting, active] } },
        data: { state: ended, updatedAt: clock.now() },
      });
      if (count === 0) return;
      await record(context, tx, row, "ended", "was not delivered: the subscription has ended.");
    });
  }
}

/**
 * Takes free products off whose stock is missing, so that the renewal can be charged, with a line for the merchant. Safe to
 * repeat.
 */
export async function leaveOutMissing(
  context: ShopContext,
  attemptIds: readonly bigint[],
): Promise<void> {
  const { db, shop } = context;
  const attempts = await readInParts(attemptIds, (some) =>
    db.prisma.billingAttempt.findMany({
      where: {
        ...{ shopId: shop.id, id: { in: some }, status: "failed" },
        errorCode: { in: ["INSUFFICIENT_INVENTORY", "INVENTORY_ALLOCATIONS_NOT_FOUND"] },
      },
    }),
  );
  for (const { subscriptionId, missingItems } of attempts) {
    for (const row of await readFreeProducts(context, [subscriptionId])) {
      const { productTitle: title } = row;
      // The platform may not say what is missing: the renewal is worth more than the gift.
      const isMissing =
        missingItems.length === 0 || (title && missingItems.some((one) => one.startsWith(title)));
      if (!isMissing) continue;
      await db.transaction(async (tx) => {
        if (!(await letLeave(context, tx, row))) return;
        await record(context, tx, row, "left_out", "was left out: there was not enough stock.");
      });
    }
  }
}

async function readFreeProducts(
  { db, shop }: ShopContext,
  subscriptionIds: readonly bigint[],
): Promise<FreeProduct[]> {
  const { waiting, active } = CONTRACT_REWARD_STATE;
  return readInParts(subscriptionIds, (some) =>
    db.prisma.loyaltyContractReward.findMany({
      where: {
        ...{ shopId: shop.id, subscriptionId: { in: some } },
        state: { in: [waiting, active] },
        reward: { path: ["reward_type"], equals: "contract_free_product" },
      },
      include: { subscription: true },
      orderBy: { id: "asc" },
    }),
  );
}

/** @returns whether it was still there. */
async function letLeave(
  { shop, clock }: ShopContext,
  tx: Queries,
  { id }: FreeProduct,
): Promise<boolean> {
  const { active, leaving } = CONTRACT_REWARD_STATE;
  const { count } = await tx.loyaltyContractReward.updateMany({
    where: { shopId: shop.id, id, state: active },
    data: { state: leaving, updatedAt: clock.now() },
  });
  await addJob(tx, publishContractRewardJob, { shopId: shop.id, contractRewardId: id });
  return count > 0;
}

async function record(
  context: ShopContext,
  tx: Queries,
  { id, title, subscription, subscriptionId }: FreeProduct,
  what: "ended" | "left_out",
  happened: string,
): Promise<void> {
  await recordActivity(context, tx, {
    kind: `loyalty_contract_reward.${what}`,
    message: `The free product of the rule “${title}” ${happened}`,
    ...{ customerId: subscription.customerId, subscriptionId },
    details: { contract_reward_id: String(id) },
  });
}

function rewardOf({ reward }: FreeProduct): RewardRulesOf<"contract_free_product"> {
  return reward as unknown as RewardRulesOf<"contract_free_product">;
}
