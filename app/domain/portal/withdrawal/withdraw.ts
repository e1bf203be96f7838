import { setTimeout } from "node:timers/promises";
import type { Subscription } from "#app/generated/prisma/client.ts";
import type { Queries } from "#app/lib/db.ts";
import { addJob } from "#app/lib/queue.ts";
import { recordActivity } from "../../activity/record-activity.ts";
import type { Actor, ShopContext } from "../../context.ts";
import { recordEvent } from "../../events/record-event.ts";
import { queueMail } from "../../mail/outbox/queue-mail.ts";
import { refuse } from "../../refusals/refuse.ts";
import { scheduleTask } from "../../schedule/schedule-task.ts";
import {
  lastDayToWithdraw,
  readWithdrawalRule,
  type WithdrawalRule,
} from "../../shops/withdrawal-rule.ts";
import { cancelSubscription } from "../../subscriptions/cancel-subscription.ts";
import { assertBegun } from "../../subscriptions/import-state.ts";
import { rightsAfter } from "../../subscriptions/rights/rights.ts";
import { publishCustomerJob } from "../../subscriptions/subscription-jobs.ts";
import { readLines } from "../../subscriptions/subscription-lines.ts";
import { listFormers } from "../reactivation/list-formers.ts";
import { finishWithdrawalTask } from "./withdrawal-tasks.ts";

/** Whoever cancels it on the platform, and whenever: it was the owner's wish. */
const OWNER: Actor = { kind: "customer", name: null };

/** A request that was cut off is finished after so long. */
const FINISH_AFTER_MS = 120_000;

/** Less than the page waits for its answer. */
const WAIT_MS = 3_000;

type Key = { shopId: bigint; id: bigint };

/**
 * The owner of a contract withdraws from it. What counts is the declaration: it is written down, with its receipt by mail, before
 * anything else is asked, and nothing is charged from then on. The platform is told at once where it answers, and otherwise by a
 * task. Money is given back by the merchant alone, whose list of things to do names it. Safe to repeat, also at once: the first
 * declaration counts.
 *
 * @throws AppError change_refused after the period, and where the store has none; contract_waiting; contract_changed where it was
 *   started again, or is just being.
 */
export async function withdrawFromContract(
  context: ShopContext,
  { shopId, id }: Key,
): Promise<void> {
  await context.db.transaction((tx) => declare({ ...context, actor: OWNER }, tx, { shopId, id }));
  const finished = finishWithdrawal(context, { subscriptionId: id }).catch((error: unknown) => {
    context.log.warn({ subscriptionId: id, err: error }, "a withdrawal is finished later");
  });
  // It counts already: nobody waits for a platform that does not answer.
  await Promise.race([finished, setTimeout(WAIT_MS, undefined, { ref: false })]);
}

async function declare(context: ShopContext, tx: Queries, key: Key): Promise<void> {
  const { clock, shop } = context;
  await tx.$queryRaw`
    SELECT 1 FROM subscriptions WHERE shop_id = ${key.shopId} AND id = ${key.id} FOR NO KEY UPDATE`;
  const before = await tx.subscription.findUniqueOrThrow({ where: { shopId_id: key } });
  if (before.withdrawnAt) return;
  assertBegun(before);
  await assertNotStartedAgain(tx, key);
  const now = clock.now();
  const rule = await readWithdrawalRule(tx, key.shopId);
  if (!lastDayToWithdraw(before, rule, now, shop.ianaTimezone)) {
    throw refuse(rule.isOn ? "withdrawal_over" : "withdrawal_off");
  }
  const isCancelled = before.status === "cancelled";
  const row = await tx.subscription.update({
    where: { shopId_id: key },
    data: { withdrawnAt: now, updatedAt: now, ...endNow(before, now) },
  });
  await tell(context, tx, row, now);
  for (const follower of context.subscriptionFollowers) {
    await follower.onRecorded?.(context, tx, [{ before, after: row, isNews: true }]);
  }
  await endFormers(context, tx, key, rule);
  if (isCancelled) return;
  const due = new Date(now.getTime() + FINISH_AFTER_MS);
  await scheduleTask(context, tx, finishWithdrawalTask, { subscriptionId: key.id }, due);
}

/** One that is canceled runs to the end of what was paid, and ends now instead. */
function endNow(before: Subscription, now: Date) {
  const isOver = before.endsAt !== null && before.endsAt < now;
  if (before.status !== "cancelled" || isOver) return null;
  const end = { endsAt: now };
  const rights = rightsAfter(before, { ...before, ...end }, now);
  return { ...end, ...(rights && { rights }) };
}

/**
 * Ends what is left of the contracts that this one goes on from: they would give rights for money that goes back. Where the owner cannot
 * withdraw from one of them any more, its money stays, and so do its rights.
 */
async function endFormers(
  context: ShopContext,
  tx: Queries,
  { shopId, id }: Key,
  rule: WithdrawalRule,
): Promise<void> {
  const now = context.clock.now();
  for (const { formerId } of await listFormers(tx, shopId, [id])) {
    const key = { shopId_id: { shopId, id: formerId } };
    await tx.$queryRaw`
      SELECT 1 FROM subscriptions WHERE shop_id = ${shopId} AND id = ${formerId} FOR NO KEY UPDATE`;
    const before = await tx.subscription.findUniqueOrThrow({ where: key });
    const end = endNow(before, now);
    if (!end || !lastDayToWithdraw(before, rule, now, context.shop.ianaTimezone)) continue;
    const after = await tx.subscription.update({ where: key, data: { ...end, updatedAt: now } });
    for (const follower of context.subscriptionFollowers) {
      await follower.onRecorded?.(context, tx, [{ before, after, isNews: true }]);
    }
  }
}

/** What it goes on as would be charged: the owner withdraws from that one, whose card the page shows instead. */
async function assertNotStartedAgain(tx: Queries, { shopId, id }: Key): Promise<void> {
  const again = await tx.reactivation.findFirst({
    where: { shopId, subscriptionId: id, state: { not: "ended" } },
  });
  if (!again) return;
  throw refuse(again.state === "made" ? "again_made" : "again_under_way");
}

async function tell(
  context: ShopContext,
  tx: Queries,
  row: Subscription,
  withdrawnAt: Date,
): Promise<void> {
  const { id, shopId, customerId, planName, platformContractId } = row;
  await recordActivity(context, tx, {
    kind: "subscription.withdrawn",
    message: `The customer withdrew from ${planName}. What was paid is to be refunded.`,
    customerId,
    subscriptionId: id,
    details: { withdrawn_at: withdrawnAt.toISOString() },
  });
  await recordEvent(context, tx, "withdrawal.declared", {
    subscription_id: String(id),
    customer_id: customerId === null ? null : String(customerId),
    withdrawn_at: withdrawnAt.toISOString(),
  });
  if (customerId === null) return;
  const { lastChargeMinor, lastChargedAt, currency } = row;
  await queueMail(context, tx, {
    kind: "withdrawal_receipt",
    customerId,
    causeKey: `subscription:${id}:withdrawn`,
    data: {
      planName,
      contract: String(platformContractId),
      products: readLines(row).map(({ title, variantTitle, quantity }) =>
        [`${quantity} × ${title}`, variantTitle].filter(Boolean).join(", "),
      ),
      withdrawnAt,
      paid:
        lastChargeMinor !== null && lastChargedAt
          ? { minor: Number(lastChargeMinor), currency, at: lastChargedAt }
          : null,
    },
  });
  await addJob(tx, publishCustomerJob, { shopId, customerId });
}

/**
 * Cancels a contract on the platform that its owner has withdrawn from. Safe to repeat.
 *
 * @throws AppError platform_unavailable, platform_refused: the task is tried again, and the merchant sees that it fails.
 */
export async function finishWithdrawal(
  context: ShopContext,
  { subscriptionId }: { subscriptionId: bigint },
): Promise<void> {
  const key = { shopId: context.shop.id, id: subscriptionId };
  const row = await context.db.prisma.subscription.findUnique({ where: { shopId_id: key } });
  if (!row?.withdrawnAt || row.status === "cancelled") return;
  await cancelSubscription({ ...context, actor: OWNER }, row, null, ["withdrawal"]);
}
