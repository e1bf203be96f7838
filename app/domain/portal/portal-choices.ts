import type { Subscription } from "#app/generated/prisma/client.ts";
import { isAppError } from "#app/lib/app-error.ts";
import type { Queries } from "#app/lib/db.ts";
import { addDays, startOfDay } from "#app/lib/zoned-time.ts";
import { type Asked, askTaken } from "../billing/changes/ask-taken.ts";
import { chargeIsRunning } from "../billing/changes/charge-is-running.ts";
import { nextDateOf } from "../billing/changes/next-date-of.ts";
import { planSkip } from "../billing/changes/plan-skip.ts";
import { MAX_DAYS_AHEAD } from "../billing/changes/reschedule-charge.ts";
import type { Billing } from "../billing/charging/read-billing.ts";
import { nextDue } from "../billing/cycles/next-due.ts";
import { readCalendar } from "../billing/cycles/read-calendar.ts";
import { keptTimeOf } from "../billing/dates/kept-time.ts";
import type { ShopContext } from "../context.ts";
import { toPlatformChangeError } from "../platform-change-error.ts";
import { refuse } from "../refusals/refuse.ts";
import { originOf } from "../subscriptions/charges/fixed-day.ts";
import { intervalOf } from "../subscriptions/charges/kept-day.ts";
import { nextChargeDate } from "../subscriptions/charges/next-charge-date.ts";
import { readUnpaidCharge } from "../subscriptions/charges/read-unpaid-charge.ts";
import { hasBegun } from "../subscriptions/import-state.ts";
import { pausableOf, planResuming } from "../subscriptions/pauses/pause-plan.ts";
import { planOwnPause } from "./plan-own-pause.ts";
import { MOST_UPCOMING, upcomingDates } from "./upcoming-charges.ts";

export const MOST_PAUSED_CYCLES = 3;

/** Days that a shopper may choose from, both included. */
interface DayRange {
  earliest: Date;
  latest: Date;
}

/**
 * What the owner of a subscription can do with it now, each with the dates that follow; null, or an empty list, for what
 * they cannot do (decisions: what a shopper can do without asking anybody).
 */
export interface PortalChoices {
  skip: { nextChargeDate: Date } | null;
  move: DayRange | null;
  /** The amount is null where it is not known; minor units of the subscription's currency. */
  chargeNow: { amountMinor: number | null; nextChargeDate: Date } | null;
  pauses: { cycles: number; until: Date; nextChargeDate: Date | null }[];
  pauseUntil: DayRange | null;
  resume: { nextChargeDate: Date | null } | null;
}

export const NOTHING_TO_DO: PortalChoices = {
  ...{ skip: null, move: null, chargeNow: null },
  ...{ pauses: [], pauseUntil: null, resume: null },
};

/** What can be done, and the dates of the next charges: none while one is under way or unpaid. */
export interface PortalPlan {
  choices: PortalChoices;
  dates: Date[];
}

/** @throws AppError platform_unavailable while the platform's dates cannot be read. */
export async function readPortalPlan(context: ShopContext, billing: Billing): Promise<PortalPlan> {
  const { subscription, running, open } = billing;
  const isBusy = running !== null || subscription.chargeRunning || open !== null;
  if (!hasBegun(subscription) || subscription.status === "cancelled") {
    return { choices: NOTHING_TO_DO, dates: [] };
  }
  if (subscription.status === "paused") {
    const isOwed = (await readUnpaidCharge(context.db.prisma, subscription)) !== null;
    const resume = resumingOf(context, subscription, isOwed);
    const first = nextChargeDate(subscription);
    // Another pause would leave what this one has left unpaid.
    const pauses = isOwed ? {} : pausesOf(context, billing);
    const choices = { ...NOTHING_TO_DO, ...pauses, resume };
    return { choices, dates: first && first > context.clock.now() ? [first] : [] };
  }
  if (isBusy) return { choices: NOTHING_TO_DO, dates: [] };
  const { dates, ...ofCharge } = await chargesOf(context, billing);
  return { choices: { ...NOTHING_TO_DO, ...ofCharge, ...pausesOf(context, billing) }, dates };
}

/** What can be done with the next charge. */
async function chargesOf(
  context: ShopContext,
  billing: Billing,
): Promise<Pick<PortalChoices, "skip" | "move" | "chargeNow"> & Pick<PortalPlan, "dates">> {
  const { shop, clock } = context;
  const { subscription } = billing;
  const dueAt = nextDateOf(billing);
  const now = clock.now();
  if (!dueAt || dueAt <= now) return { skip: null, move: null, chargeNow: null, dates: [] };
  const zone = shop.ianaTimezone;
  const calendar = await readCalendar(context, subscription, dueAt, {
    ahead: MOST_UPCOMING + 2,
  }).catch((error) => {
    throw toPlatformChangeError(error, "read the dates");
  });
  const asked = await askTaken(context, billing, now);
  const keeps = keptTimeOf(now, zone);
  const ofNow = { dueAt: now, interval: intervalOf(subscription), keeps, zone };
  const { nextChargeMinor } = subscription;
  return {
    dates: upcomingDates(context, calendar, billing, dueAt),
    skip: skipOf(() => planSkip(context, calendar, billing, dueAt).nextDueAt),
    move: daysToMoveTo(now, asked, zone),
    chargeNow:
      "onlyAfter" in asked
        ? null
        : {
            amountMinor: nextChargeMinor === null ? null : Number(nextChargeMinor),
            nextChargeDate: nextDue(
              asked.calendar,
              asked.chosen,
              ofNow,
              originOf(subscription, dueAt, zone),
            ),
          },
  };
}

/** Null where the platform has no charge to come, or the first day that it may be charged on is further away than a date may be moved. */
function daysToMoveTo(now: Date, asked: Asked, zone: string): PortalChoices["move"] {
  const after = "onlyAfter" in asked ? asked.onlyAfter : now;
  if (!after) return null;
  const earliest = startOfDay(addDays(after, 1, zone), zone);
  const { latest } = daysAhead(now, zone);
  return earliest > latest ? null : { earliest, latest };
}

function skipOf(plan: () => Date): PortalChoices["skip"] {
  try {
    return { nextChargeDate: plan() };
  } catch (error) {
    if (isAppError(error) && error.code === "charge_not_retryable") return null;
    throw error;
  }
}

function pausesOf(
  { shop, clock }: Pick<ShopContext, "shop" | "clock">,
  billing: Billing,
): Pick<PortalChoices, "pauses" | "pauseUntil"> {
  const now = clock.now();
  const zone = shop.ianaTimezone;
  const pauses = Array.from({ length: MOST_PAUSED_CYCLES }, (_, at) => {
    const plan = planOwnPause(billing, at + 1, now, zone);
    return { cycles: at + 1, until: plan.until, nextChargeDate: plan.billingResumesAt };
  });
  return { pauses, pauseUntil: daysAhead(now, zone) };
}

function resumingOf(
  { shop, clock }: Pick<ShopContext, "shop" | "clock">,
  subscription: Subscription,
  isOwed: boolean,
): PortalChoices["resume"] {
  const zone = shop.ianaTimezone;
  const plan = planResuming(pausableOf(subscription, zone), clock.now(), zone, isOwed);
  return { nextChargeDate: plan.billingResumesAt };
}

function daysAhead(now: Date, zone: string): DayRange {
  return { earliest: addDays(now, 1, zone), latest: addDays(now, MAX_DAYS_AHEAD - 1, zone) };
}

/**
 * A pause would leave an unpaid charge behind.
 *
 * @throws AppError charge_not_retryable: who owes a charge, or is being charged, settles that first.
 */
export function assertNothingOwed({ running, open, subscription }: Billing): void {
  if (running || subscription.chargeRunning) throw chargeIsRunning();
  if (open) throw refuse("charge_unpaid");
}

/** Nor may the pause that has left one be followed by another. @throws AppError as above. */
export async function assertMayPause(tx: Queries, billing: Billing): Promise<void> {
  assertNothingOwed(billing);
  if (await readUnpaidCharge(tx, billing.subscription)) throw refuse("charge_unpaid");
}
