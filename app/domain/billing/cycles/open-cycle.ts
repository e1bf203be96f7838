import type { BillingCycle, Subscription } from "#app/generated/prisma/client.ts";
import { addDays, formatDate } from "#app/lib/zoned-time.ts";
import type { BillingCalendar } from "#app/platform/platform-billing.ts";
import { recordActivity } from "../../activity/record-activity.ts";
import type { ShopContext } from "../../context.ts";
import { originOf } from "../../subscriptions/charges/fixed-day.ts";
import { intervalOf, keptFields } from "../../subscriptions/charges/kept-day.ts";
import { refreshContract } from "../../subscriptions/store-contract.ts";
import { changeBilling } from "../charging/change-billing.ts";
import type { Billing } from "../charging/read-billing.ts";
import { firstDueAfter } from "../dates/charge-date.ts";
import { laterOf } from "../dates/later-of.ts";
import { firstAfterCycle, MAX_EARLY_MS, soonestDate } from "../dates/soonest-date.ts";
import type { ChosenCycle } from "./choose-cycle.ts";
import { dueDate } from "./due-date.ts";
import { findCycle } from "./find-cycle.ts";
import { endOfLast } from "./find-last-cycle.ts";
import { moveDateOn } from "./move-date-on.ts";
import { nextDue } from "./next-due.ts";
import { putOff } from "./put-off.ts";
import { keptBy } from "./read-calendar.ts";
import { createCycle } from "./write-cycle.ts";

/**
 * Begins the charge of a cycle: finds out which one it is, and writes it down. A cycle that the platform has skipped is written
 * down as done. What was due before the app came to the store is not charged: nobody expects it any more. A contract whose
 * date was moved on the platform, without a word of it, is read first. A charge whose cycle begins only after its date is put off until
 * then: the platform would refuse it for ever.
 *
 * @returns true: the next step may be taken. False: nothing is to be done until the date to which it was put off.
 * @throws Error when the platform has no cycle for it, and none to come.
 */
export async function openCycle(
  context: ShopContext,
  subscription: Subscription,
  last: BillingCycle | null,
  dueAt: Date,
): Promise<boolean> {
  const { calendar, chosen } = await findCycle(context, subscription, { dueAt, last });
  if (await readIfBehind(context, { subscription, last }, calendar)) return true;
  const from = chosen ? chosen.startAt : await endOfLast(context, subscription, last);
  if (!from) {
    throw new Error(`The platform has no billing cycle for the charge of ${dueAt.toISOString()}.`);
  }
  const isTaken = from.getTime() - dueAt.getTime() <= MAX_EARLY_MS;
  if (chosen && (isTaken || isFromBefore(context, dueAt))) {
    await writeCycle(context, { subscription, last }, dueAt, { calendar, chosen });
    return true;
  }
  const to = laterOf(firstAfterCycle(from), soonestDate(context.clock.now()));
  if (!(await putOff(context, subscription, { from: dueAt, to }))) return true;
  return moveDateOn(context, subscription, to);
}

/**
 * Begins the cycle of a charge that is still to come, where somebody else has made that charge already.
 *
 * @returns whether it may have begun; false where nobody has charged it.
 */
export async function openChargedCycle(
  context: ShopContext,
  { subscription, last }: Pick<Billing, "subscription" | "last">,
): Promise<boolean> {
  const dueAt = dueDate(subscription, last);
  if (!dueAt) return false;
  const { calendar, chosen } = await findCycle(context, subscription, {
    ...{ dueAt, last, isCharged: true },
  });
  const newer = await readIfBehind(context, { subscription, last }, calendar);
  if (newer) return openChargedCycle(context, { subscription: newer, last });
  if (chosen?.kind !== "charged_elsewhere") return false;
  await writeCycle(context, { subscription, last }, dueAt, { calendar, chosen });
  return true;
}

async function writeCycle(
  context: ShopContext,
  { subscription, last }: Pick<Billing, "subscription" | "last">,
  dueAt: Date,
  { calendar, chosen }: { calendar: BillingCalendar; chosen: ChosenCycle },
): Promise<void> {
  const { ianaTimezone: zone } = context.shop;
  const interval = intervalOf(subscription);
  const keeps = keptBy(subscription, last, dueAt, zone);
  const charge = { dueAt, interval, keeps, zone };
  const isPassedOver = isFromBefore(context, dueAt);
  if (chosen.kind === "charge" && chosen.isEarly && !isPassedOver) {
    const contractId = Number(subscription.platformContractId);
    const date = laterOf(dueAt, chosen.startAt);
    await context.platform.moveBillingCycle(contractId, chosen.index, date);
  }
  const state = isPassedOver ? "skipped" : STATES[chosen.kind];
  const key = { shopId: subscription.shopId, id: subscription.id };
  await changeBilling(context, key, async (tx, current) => {
    const isStillDue =
      current &&
      !current.open &&
      dueDate(current.subscription, current.last)?.getTime() === dueAt.getTime();
    if (!isStillDue) return;
    const now = context.clock.now();
    const nextDueAt = isPassedOver
      ? firstDueAfter(now, { ...charge, anchors: calendar.anchors })
      : nextDue(calendar, chosen, charge, originOf(current.subscription, dueAt, zone));
    const data = {
      shopId: subscription.shopId,
      subscriptionId: subscription.id,
      cycleIndex: chosen.index,
      dueAt,
      nextDueAt,
      expectedAt: chosen.expectedAt,
      ...keptFields(keeps, zone),
      state,
      closedAt: state === "open" ? null : now,
      createdAt: now,
      updatedAt: now,
    };
    await createCycle(tx, data, chosen.endAt);
    if (state === "open") return;
    const why = isPassedOver ? FROM_BEFORE : "it was skipped on the platform.";
    await recordActivity(context, tx, {
      kind: "billing.passed_over",
      message: `The charge of ${formatDate(dueAt, zone)} is not made: ${why}`,
      customerId: subscription.customerId,
      subscriptionId: subscription.id,
      details: { cycle_index: chosen.index },
    });
  });
}

const STATES: Readonly<Record<ChosenCycle["kind"], string>> = {
  charge: "open",
  skipped: "skipped",
  // Who has charged it, and with which order, is found out where it would be charged.
  charged_elsewhere: "open",
};

const FROM_BEFORE = "it fell due before the app was installed.";

/**
 * Brings our row up to the contract where that is newer, and has another date or a charge that we have not made. @returns the row where
 * that was so.
 */
async function readIfBehind(
  context: ShopContext,
  { subscription, last }: Pick<Billing, "subscription" | "last">,
  { contract, cycles }: BillingCalendar,
): Promise<Subscription | null> {
  const { platformContractId, platformUpdatedAt, nextBillingAt } = subscription;
  if (contract.updatedAt <= platformUpdatedAt) return null;
  const hasSameDate = contract.nextBillingAt?.getTime() === nextBillingAt?.getTime();
  const isCharged = cycles.some(
    ({ index, isBilled }) => isBilled && index > (last?.cycleIndex ?? 0),
  );
  if (hasSameDate && !isCharged) return null;
  const row = await refreshContract(context, Number(platformContractId));
  return row && row.platformUpdatedAt >= contract.updatedAt ? row : null;
}

function isFromBefore({ shop }: ShopContext, dueAt: Date): boolean {
  return addDays(dueAt, 1, shop.ianaTimezone) < shop.installedAt;
}
