import type { Subscription } from "#app/generated/prisma/client.ts";
import type { Queries } from "#app/lib/db.ts";
import { wholeSecond } from "#app/lib/instants.ts";
import { formatDate } from "#app/lib/zoned-time.ts";
import { recordActivity } from "../../activity/record-activity.ts";
import type { Actor, ShopContext, SubscriptionFollower } from "../../context.ts";
import { scheduleTask } from "../../schedule/schedule-task.ts";
import { keptFieldsAfter } from "../../subscriptions/charges/kept-day.ts";
import { nearestFixedDay } from "../../subscriptions/charges/nearest-fixed-day.ts";
import { isReactivationKey } from "../../subscriptions/creation-key.ts";
import type { ImportState } from "../../subscriptions/import-state.ts";
import { cancelSecondContractTask } from "../../subscriptions/subscription-jobs.ts";
import { recordOwnChange } from "../record-own-change.ts";

/** Whoever hears of the contract first: its owner has started it again. */
const OWNER: Actor = { kind: "customer", name: null };

/**
 * Ties a contract to the canceled one that it goes on from, in the transaction that stores it, whoever hears of it first: the
 * request itself, a webhook, or the job that looks for what was cut off.
 */
export const reactivationFollower: SubscriptionFollower = {
  onStored: async (context, tx, stored) => {
    for (const { subscription, contract } of stored) {
      const { creationKey } = contract;
      if (creationKey === null || !isReactivationKey(creationKey)) continue;
      await tie({ ...context, actor: OWNER }, tx, subscription, creationKey);
    }
  },
};

async function tie(
  context: ShopContext,
  tx: Queries,
  made: Subscription,
  key: string,
): Promise<void> {
  // What was taken back once is never anybody's contract.
  if (made.importState === "undone") return;
  const { shopId, id } = made;
  const row = await tx.reactivation.findUnique({ where: { shopId_key: { shopId, key } } });
  if (!row || row.state === "made") return;
  await tx.$queryRaw`
    SELECT 1 FROM subscriptions WHERE shop_id = ${shopId} AND id = ${row.subscriptionId} FOR NO KEY UPDATE`;
  const others = await tx.reactivation.count({
    where: {
      shopId,
      subscriptionId: row.subscriptionId,
      state: { not: "ended" },
      key: { not: key },
    },
  });
  const former = await tx.subscription.findUniqueOrThrow({
    where: { shopId_id: { shopId, id: row.subscriptionId } },
  });
  if (others > 0 || former.withdrawnAt) {
    // It came so late that it was given up, and its owner has asked for another one, or for none: nobody is charged for it.
    const importState: ImportState = "undone";
    await tx.subscription.update({
      where: { shopId_id: { shopId, id } },
      data: { importState, monthlyWorthMinor: 0n },
    });
    const now = context.clock.now();
    const task = { subscriptionId: id, wishOf: "customer" } as const;
    await scheduleTask(context, tx, cancelSecondContractTask, task, now);
    return;
  }
  const { count } = await tx.reactivation.updateMany({
    where: { shopId, key, state: { not: "made" } },
    data: { state: "made", successorId: id },
  });
  if (count === 0) return;
  await goOnFrom(context, tx, made, former);
  await tell(context, tx, made, row.subscriptionId);
}

/**
 * The new contract keeps the day of the month of the former one, and what that one has left of the time that is paid. Where that
 * is over, the first charge begins its rights, and is that of a fixed day near it.
 */
async function goOnFrom(
  { shop }: ShopContext,
  tx: Queries,
  made: Subscription,
  former: Subscription,
): Promise<void> {
  const { shopId, id, nextBillingAt, platformCreatedAt } = made;
  const zone = shop.ianaTimezone;
  const fixedDay = nextBillingAt && nearestFixedDay(made, nextBillingAt, zone);
  const isPaid = former.endsAt !== null && wholeSecond(former.endsAt) > platformCreatedAt;
  await tx.subscription.update({
    where: { shopId_id: { shopId, id } },
    data: {
      ...keptFieldsAfter(former, nextBillingAt, zone),
      movedFrom: fixedDay?.getTime() === nextBillingAt?.getTime() ? null : fixedDay,
      ...(!isPaid && { paidUntil: former.paidUntil, rights: [] }),
    },
  });
}

async function tell(
  context: ShopContext,
  tx: Queries,
  made: Subscription,
  formerId: bigint,
): Promise<void> {
  const { shopId, id, customerId, planName, nextBillingAt, platformContractId } = made;
  const former = await tx.subscription.findUniqueOrThrow({
    where: { shopId_id: { shopId, id: formerId } },
    select: { platformContractId: true },
  });
  const day = nextBillingAt && formatDate(nextBillingAt, context.shop.ianaTimezone);
  const next = day ? ` The next charge is on ${day}.` : "";
  const line = { kind: "subscription.reactivated", customerId };
  await recordActivity(context, tx, {
    ...line,
    message: `${planName} goes on from contract ${former.platformContractId}.${next}`,
    subscriptionId: id,
    details: { former_contract_id: Number(former.platformContractId) },
  });
  await recordActivity(context, tx, {
    ...line,
    message: `${planName} was started again as contract ${platformContractId}.`,
    subscriptionId: formerId,
    details: { contract_id: Number(platformContractId) },
  });
  await recordOwnChange(context, tx, made, {
    change: "reactivate",
    ...{ line_title: null, from: null, to: null },
  });
}
