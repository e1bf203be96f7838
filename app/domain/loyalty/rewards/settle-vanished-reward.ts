import type { LoyaltyContractReward, Subscription } from "#app/generated/prisma/client.ts";
import { readInParts } from "#app/lib/one-way.ts";
import { addJob } from "#app/lib/queue.ts";
import { recordActivity } from "../../activity/record-activity.ts";
import type { ShopContext } from "../../context.ts";
import { refreshOrderOrSetAside } from "../../orders/store-order.ts";
import { askAboutDiscount, lookAgainAt } from "../../subscriptions/changes/ask-about-discount.ts";
import { publishContractRewardJob } from "../loyalty-jobs.ts";
import { CONTRACT_REWARD_STATE } from "./contract-reward-state.ts";
import { followDeliveries } from "./follow-contract-rewards.ts";
import type { RewardRulesOf } from "./reward-types.ts";

type Row = LoyaltyContractReward & { subscription: Subscription };

/**
 * Settles a reward that may be missing on its subscription. A discount that has lowered all its renewals, or a free product that was
 * brought with all of them, is delivered. What somebody has taken off before ends, with a line for the merchant. Calls the network.
 * Safe to repeat.
 *
 * @throws PlatformFailure, so that the job is tried again.
 */
export async function settleVanishedReward(context: ShopContext, row: Row): Promise<void> {
  if (row.discountGid !== null) await settleDiscount(context, row, row.discountGid);
  else if (row.lineGid !== null) await settleLine(context, row, row.lineGid);
}

async function settleDiscount(context: ShopContext, row: Row, gid: string): Promise<void> {
  const fate = await askAboutDiscount(context, row.subscription, {
    gid,
    since: row.createdAt,
    without: await findEarningOrder(context, row),
    limit: cyclesOf(row),
    usageCount: row.delivered,
  });
  if (fate === "there" || fate === "unknown") return;
  if (fate === "undecided") await lookAgain(context, row);
  else await leave(context, row, fate.usageCount);
}

/** The renewal that has earned it was charged without it. */
async function findEarningOrder(
  { db }: ShopContext,
  { shopId, rewardId }: Row,
): Promise<number | null> {
  const { order } = await db.prisma.loyaltyReward.findUniqueOrThrow({
    where: { shopId_id: { shopId, id: rewardId } },
    select: { order: { select: { platformOrderId: true } } },
  });
  return order && Number(order.platformOrderId);
}

async function settleLine(context: ShopContext, row: Row, lineGid: string): Promise<void> {
  const contractId = Number(row.subscription.platformContractId);
  const contract = await context.platform.getContract(contractId);
  if (!contract || contract.lines.some((line) => line.lineGid === lineGid)) return;
  if (contract.chargeRunning) {
    await lookAgain(context, row);
    return;
  }
  await readNewOrders(context, contractId, row.createdAt);
  await followDeliveries(context, [row.subscriptionId]);
  const { delivered } = await context.db.prisma.loyaltyContractReward.findUniqueOrThrow({
    where: { shopId_id: { shopId: row.shopId, id: row.id } },
    select: { delivered: true },
  });
  await leave(context, row, delivered);
}

/** What it was brought with is counted from orders, whose news may still be on their way. */
async function readNewOrders(context: ShopContext, contractId: number, since: Date): Promise<void> {
  const { db, shop, platform } = context;
  const made = await platform.listContractOrders(contractId, since);
  const known = await readInParts(made, (some) =>
    db.prisma.order.findMany({
      where: {
        shopId: shop.id,
        platformOrderId: { in: some.map(({ orderId }) => BigInt(orderId)) },
      },
      select: { platformOrderId: true },
    }),
  );
  const isKnown = new Set(known.map(({ platformOrderId }) => Number(platformOrderId)));
  for (const { orderId } of made) {
    if (!isKnown.has(orderId)) await refreshOrderOrSetAside(context, orderId);
  }
}

async function lookAgain({ db }: ShopContext, { shopId, id }: Row): Promise<void> {
  const ids = { shopId, contractRewardId: id };
  await addJob(db.prisma, publishContractRewardJob, ids, lookAgainAt());
}

async function leave(context: ShopContext, row: Row, count: number): Promise<void> {
  const { shopId, id, title, subscriptionId, subscription } = row;
  const { active, delivered, ended } = CONTRACT_REWARD_STATE;
  const cycles = cyclesOf(row);
  const isDelivered = count >= cycles;
  await context.db.transaction(async (tx) => {
    const { count: left } = await tx.loyaltyContractReward.updateMany({
      where: { shopId, id, state: active },
      data: {
        state: isDelivered ? delivered : ended,
        delivered: count,
        updatedAt: context.clock.now(),
      },
    });
    if (left === 0 || isDelivered) return;
    const what = row.discountGid === null ? "free product" : "discount";
    const times = `${count} of ${cycles} ${cycles === 1 ? "renewal" : "renewals"}`;
    await recordActivity(context, tx, {
      kind: "loyalty_contract_reward.ended",
      message: `The ${what} of the rule “${title}” was taken off the subscription, after ${times}.`,
      ...{ customerId: subscription.customerId, subscriptionId },
      details: { contract_reward_id: String(id) },
    });
  });
}

function cyclesOf({ reward }: Row): number {
  type Kind = "contract_discount" | "contract_free_product";
  return (reward as unknown as RewardRulesOf<Kind>).cycles;
}
