import type { Subscription } from "#app/generated/prisma/client.ts";
import { isAppError } from "#app/lib/app-error.ts";
import type { BillingCalendar } from "#app/platform/platform-billing.ts";
import type { PlatformContract } from "#app/platform/platform-contract.ts";
import { planSkip, type SkipPlan } from "../billing/changes/plan-skip.ts";
import type { Billing } from "../billing/charging/read-billing.ts";
import { keptBy } from "../billing/cycles/read-calendar.ts";
import { firstDueAfter } from "../billing/dates/charge-date.ts";
import type { LeavingDiscount } from "../churn/activation/leaving-discounts.ts";
import type { ShopContext } from "../context.ts";
import { intervalOf, keptFields } from "../subscriptions/charges/kept-day.ts";
import { amountAfter } from "./edits/amount-after.ts";

/** So many of the charges to come are shown. */
export const MOST_UPCOMING = 6;

/** Minor units of the contract's currency, before store credit; null where it is not known. */
export interface UpcomingCharge {
  date: Date;
  amountMinor: number | null;
}

/**
 * When the next charges fall, as charging itself would go from one to the next: dates that are skipped on the platform are left out.
 * The platform's calendar ends about a year from now; later ones are counted, as charging counts them.
 *
 * @param calendar of the platform, from the next charge on for as many as are wanted.
 */
export function upcomingDates(
  context: Pick<ShopContext, "shop" | "clock">,
  calendar: BillingCalendar,
  { subscription, last }: Billing,
  dueAt: Date,
): Date[] {
  const dates: Date[] = [];
  const zone = context.shop.ianaTimezone;
  let before: SkipPlan | null = last;
  for (let at = dueAt; dates.length < MOST_UPCOMING; ) {
    const billing = { subscription, last: before };
    const isSeen = !isBeyond(calendar, at);
    const plan = isSeen
      ? planOf(() => planSkip(context, calendar, billing, at))
      : planUnseen(calendar, billing, at, zone);
    if (!plan) return dates;
    if (!(isSeen && isSkipped(calendar, plan))) dates.push(at);
    before = plan;
    at = plan.nextDueAt;
  }
  return dates;
}

function isBeyond({ cycles }: BillingCalendar, at: Date): boolean {
  return cycles.length > 0 && cycles.every(({ expectedAt }) => expectedAt < at);
}

/** A charge of which the platform does not say anything yet. */
function planUnseen(
  { anchors }: BillingCalendar,
  { subscription, last }: Pick<Billing, "subscription"> & { last: SkipPlan | null },
  dueAt: Date,
  zone: string,
): SkipPlan {
  const keeps = keptBy(subscription, last, dueAt, zone);
  const charge = { dueAt, interval: intervalOf(subscription), keeps, zone };
  return {
    cycleIndex: (last?.cycleIndex ?? 0) + 1,
    dueAt,
    nextDueAt: firstDueAfter(dueAt, { ...charge, anchors }),
    ...keptFields(keeps, zone),
  };
}

/** Whether the charge's own cycle is skipped: one that was skipped before may have the same date since the interval changed. */
function isSkipped({ cycles }: BillingCalendar, { cycleIndex }: SkipPlan): boolean {
  return cycles.some(({ index, isSkipped }) => index === cycleIndex && isSkipped);
}

/** Null where the platform has no such charge. */
function planOf(plan: () => SkipPlan): SkipPlan | null {
  try {
    return plan();
  } catch (error) {
    if (isAppError(error) && error.code === "charge_not_retryable") return null;
    throw error;
  }
}

/**
 * What each of some charges to come amounts to: discounts end when they are used up or leave, and prices change when the plan
 * has promised it.
 *
 * @param chargesMade how many were made before the first of them, the checkout among them.
 */
export function priceUpcoming(
  contract: PlatformContract,
  subscription: Pick<Subscription, "priceStep">,
  chargesMade: number,
  { dates, leaving }: { dates: readonly Date[]; leaving: readonly LeavingDiscount[] },
): UpcomingCharge[] {
  return dates.map((date, before) => {
    const left = new Set(leaving.filter(({ leavesAt }) => leavesAt <= date).map(({ gid }) => gid));
    const lines = contract.lines.map((line) => ({
      ...line,
      priceMinor: priceAfter(line, subscription.priceStep, chargesMade + before),
    }));
    return { date, amountMinor: amountAfter(contract, lines, { chargesBefore: before, left }) };
  });
}

function priceAfter(
  { priceSteps, priceMinor }: PlatformContract["lines"][number],
  taken: number,
  chargesMade: number,
): number {
  const steps = priceSteps.filter(
    ({ afterCycle }) => afterCycle > taken && afterCycle <= chargesMade,
  );
  const [latest] = steps.sort((a, b) => b.afterCycle - a.afterCycle);
  return latest?.priceMinor ?? priceMinor;
}
