import { Temporal } from "temporal-polyfill";
import type { Subscription } from "#app/generated/prisma/client.ts";
import { AppError } from "#app/lib/app-error.ts";
import { isCalendarDate } from "#app/lib/calendar-date.ts";
import type { Queries } from "#app/lib/db.ts";
import { formatDate } from "#app/lib/zoned-time.ts";
import { isPlatformFailure } from "#app/platform/platform-failure.ts";
import { recordActivity } from "../../activity/record-activity.ts";
import type { ShopContext } from "../../context.ts";
import { toPlatformChangeError } from "../../platform-change-error.ts";
import { refuse, refuseField } from "../../refusals/refuse.ts";
import { scheduleTask } from "../../schedule/schedule-task.ts";
import { keptFields } from "../../subscriptions/charges/kept-day.ts";
import { moveNextDate } from "../../subscriptions/charges/move-next-date.ts";
import { refreshContract, storeContract } from "../../subscriptions/store-contract.ts";
import { billSubscriptionTask } from "../charging/billing-tasks.ts";
import { type Billing, lockBilling, readBilling } from "../charging/read-billing.ts";
import { keptBy } from "../cycles/read-calendar.ts";
import { keptTimeOf, toInstant } from "../dates/kept-time.ts";
import { askTaken } from "./ask-taken.ts";
import { nextDateOf } from "./next-date-of.ts";
import { refuseIfPaid } from "./refuse-if-paid.ts";

/** A charge is moved no further than this. */
export const MAX_DAYS_AHEAD = 366;

interface Move {
  subscriptionId: bigint;
  from: Date;
  day: string;
  onMoved?: ((tx: Queries, subscription: Subscription) => Promise<void>) | undefined;
}

/**
 * Moves the next charge to another day, at the same time of day. Later charges are counted from it. Our row comes first:
 * from then on nothing is charged on the old date, whoever is about to. It is told once the platform has taken it. Safe to repeat.
 *
 * @param move.from the date of the charge that is meant, as the caller has seen it.
 * @param move.day `YYYY-MM-DD` in the store's zone, after now.
 * @param move.onMoved runs once, in the transaction that writes the timeline's line, with the subscription as it is then.
 * @throws AppError not_found; invalid_input for the field `day`; charge_not_retryable, which says why;
 *   platform_refused; platform_unavailable: repeat it.
 */
export async function rescheduleCharge(
  context: ShopContext,
  { subscriptionId, from, day, onMoved }: Move,
): Promise<void> {
  const key = { shopId: context.shop.id, id: subscriptionId };
  const billing = await readBilling(context.db.prisma, key);
  if (!billing) throw new AppError("not_found", "There is no such subscription.");
  const zone = context.shop.ianaTimezone;
  const { time } = keptBy(billing.subscription, billing.last, from, zone);
  const to = readDay(context, day, time);
  if (!isMeant(billing, from, to)) throw changedMeanwhile();
  await refuseIfPaid(context, subscriptionId);
  const asked = await askTaken(context, billing, to);
  if ("onlyAfter" in asked) {
    if (!asked.onlyAfter) throw refuse("no_such_charge");
    throw refuseField("day", "day_after", { day: formatDate(asked.onlyAfter, zone) });
  }
  const rowBefore = await context.db.transaction(async (tx) => {
    const current = await lockBilling(tx, key);
    if (!current || !isMeant(current, from, to)) throw changedMeanwhile();
    if (current.subscription.nextBillingAt?.getTime() === to.getTime()) return current.subscription;
    // The clocks may skip this time on the new day alone.
    const keeps = { ...keptTimeOf(to, zone), time };
    const row = await moveNextDate(context, tx, current.subscription, { from, to, keeps });
    await scheduleTask(context, tx, billSubscriptionTask, { subscriptionId }, to);
    return row;
  });
  const contractId = Number(billing.subscription.platformContractId);
  try {
    const contract = await context.platform.setNextBillingDate(contractId, asked.date);
    await storeContract(context, contract, { rowBefore });
  } catch (error) {
    if (isPlatformFailure(error) && error.kind === "refused") {
      // The date comes back with the contract, and is to mean what it did.
      await context.db.prisma.subscription.updateMany({
        where: { shopId: key.shopId, id: key.id, nextBillingAt: to },
        data: keptFields(keptBy(billing.subscription, billing.last, from, zone), zone),
      });
      await refreshContract(context, contractId);
    }
    throw toPlatformChangeError(error, "move the charge");
  }
  await tell(context, { subscriptionId, from, onMoved }, to);
}

/** Writes the line of a move, unless the latest line of a move is this one's: a repeat of it has completed the first try. */
async function tell(
  context: ShopContext,
  { subscriptionId, from, onMoved }: Omit<Move, "day">,
  to: Date,
): Promise<void> {
  const { db, shop } = context;
  const key = { shopId: shop.id, id: subscriptionId };
  const zone = shop.ianaTimezone;
  const details = { from: from.toISOString(), to: to.toISOString() };
  await db.transaction(async (tx) => {
    const current = await lockBilling(tx, key);
    if (!current) return;
    const { subscription } = current;
    const latest = await tx.activity.findFirst({
      where: { shopId: shop.id, subscriptionId, kind: "billing.rescheduled" },
      orderBy: { id: "desc" },
    });
    if ((latest?.details as { to?: string } | undefined)?.to === details.to) return;
    await recordActivity(context, tx, {
      kind: "billing.rescheduled",
      message: `The charge of ${formatDate(from, zone)} moves to ${formatDate(to, zone)}.`,
      customerId: subscription.customerId,
      subscriptionId,
      details,
    });
    await onMoved?.(tx, { ...subscription, nextBillingAt: to });
  });
}

/** Whether the next charge is the one that is meant, or has been moved where it is wanted. */
function isMeant(billing: Billing, from: Date, to: Date): boolean {
  const next = nextDateOf(billing)?.getTime();
  return next === from.getTime() || next === to.getTime();
}

function readDay(context: ShopContext, day: string, time: string): Date {
  if (!isCalendarDate(day)) throw refuseField("day", "day_needed");
  const zone = context.shop.ianaTimezone;
  const to = toInstant(Temporal.PlainDate.from(day), time, zone);
  const now = context.clock.now();
  if (to <= now) throw refuseField("day", "day_passed");
  if (to.getTime() - now.getTime() > MAX_DAYS_AHEAD * 86_400_000) {
    throw refuseField("day", "day_within", { days: MAX_DAYS_AHEAD });
  }
  return to;
}

function changedMeanwhile(): AppError {
  return refuse("date_changed");
}
