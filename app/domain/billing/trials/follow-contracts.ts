import type { Subscription } from "#app/generated/prisma/client.ts";
import type { Queries } from "#app/lib/db.ts";
import type { Interval } from "#app/lib/zoned-time.ts";
import type { ShopContext, SubscriptionFollower } from "../../context.ts";
import { scheduleTask } from "../../schedule/schedule-task.ts";
import { billSubscriptionTask } from "../charging/billing-tasks.ts";
import { startTrial } from "../dates/start-trial.ts";

/** The order with which a contract began comes at most so long after it. */
const SAME_CHECKOUT_MS = 3_600_000;

/**
 * Notes that a new subscription begins with a trial, in the transaction that sees it first: whoever grants something with
 * its first order knows then that this order is the fee. The platform is told by `billSubscription`. From then on the
 * trial ends when the first full charge is due, wherever a pause or a merchant moves that.
 */
export const trialFollower: SubscriptionFollower = {
  onRecorded: async (context, tx, changes) => {
    for (const { before, after } of changes) {
      if (before) await followTrial(tx, after);
      else await beginTrial(context, tx, after);
    }
  },
};

async function followTrial(
  tx: Queries,
  { shopId, id, status, trialState, trialEndsAt, nextBillingAt }: Subscription,
): Promise<void> {
  if (status !== "active" || trialState !== "running" || !nextBillingAt) return;
  if (nextBillingAt.getTime() === trialEndsAt?.getTime()) return;
  await tx.subscription.update({
    where: { shopId_id: { shopId, id } },
    data: { trialEndsAt: nextBillingAt },
  });
}

async function beginTrial(context: ShopContext, tx: Queries, row: Subscription): Promise<void> {
  const { shopId, id, planId, status, platformCreatedAt: startAt, lastChargedAt } = row;
  const wasCharged =
    lastChargedAt && lastChargedAt.getTime() - startAt.getTime() > SAME_CHECKOUT_MS;
  if (planId === null || status !== "active" || wasCharged) return;
  const plan = await tx.plan.findUniqueOrThrow({ where: { shopId_id: { shopId, id: planId } } });
  if (plan.trialDays === null) return;
  const policy = {
    interval: { unit: row.intervalUnit as Interval["unit"], count: row.intervalCount },
    anchors: [],
  };
  const trial = { unit: "day", count: plan.trialDays } as const;
  const zone = context.shop.ianaTimezone;
  const trialEndsAt = startTrial(policy, { startAt, trial, zone }).origin.at;
  await tx.subscription.update({
    where: { shopId_id: { shopId, id } },
    data: { trialEndsAt, trialState: "to_start", paidUntil: trialEndsAt },
  });
  const payload = { subscriptionId: id };
  await scheduleTask(context, tx, billSubscriptionTask, payload, context.clock.now());
}
