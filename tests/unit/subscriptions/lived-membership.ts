import { datesAfter } from "#app/domain/subscriptions/charges/dates-after.ts";
import {
  type PausePlan,
  pausableOf,
  planPauseUntil,
  planResuming,
} from "#app/domain/subscriptions/pauses/pause-plan.ts";
import type { Subscription } from "#app/generated/prisma/client.ts";
import type { PlatformContract } from "#app/platform/platform-contract.ts";
import { fc } from "#tests/support/property.ts";

export const DAY_MS = 86_400_000;
export const MONTH = 30;
export const at = (day: number) => new Date(Date.UTC(2027, 0, 1) + day * DAY_MS);
const zone = "UTC";

/** A membership of 30 days that was bought on day 0. */
export const START = {
  ...{ status: "active", cancelledAt: null, endsAt: null, importState: null, rights: null },
  ...{ paidUntil: at(MONTH), nextBillingAt: at(MONTH), lastChargedAt: at(0), chargeRunning: false },
  ...{ pausedAt: null, pausedUntil: null, billingResumesAt: null, chargeableFrom: null },
  ...{ intervalUnit: "day", intervalCount: MONTH, keptDay: null, keptTime: null, keptZone: null },
  ...{ billingAnchors: [] as Subscription["billingAnchors"], movedFrom: null },
  ...{ originalStartAt: null, platformCreatedAt: at(0), withdrawnAt: null },
} as Subscription;

/** What somebody does so many days after the step before; `days` is how long, or how far. */
interface Step {
  kind: "pause" | "resume" | "resume_and_pay" | "skip" | "move" | "cancel";
  after: number;
  days: number;
}

/** A membership's two years. */
interface Story {
  /** Days between charges: a month, or a quarter that is prepaid. */
  interval: number;
  /** Days that were paid for at the beginning: less than the interval is a trial. */
  firstDays: number;
  steps: Step[];
  /** Of one charge after another, and again from the beginning; false is a failure. */
  payments: boolean[];
  /** What follows the last retry. */
  finalAction: "pause" | "cancel" | "skip";
  /** Whether a charge is seen before the date that follows it. */
  isInTwoSteps: boolean;
}

const step = fc.record({
  kind: fc.constantFrom<Step["kind"]>(
    ...(["pause", "pause", "resume", "resume_and_pay", "skip", "move"] as const),
  ),
  after: fc.integer({ min: 0, max: 45 }),
  days: fc.integer({ min: 1, max: 60 }),
});

export const stories: fc.Arbitrary<Story> = fc.record({
  interval: fc.constantFrom(MONTH, 90),
  firstDays: fc.constantFrom(14, MONTH, 90),
  steps: fc.array(step, { maxLength: 24 }),
  payments: fc.oneof(
    fc.constant<boolean[]>([true]),
    fc.array(fc.boolean(), { minLength: 1, maxLength: 12 }),
  ),
  finalAction: fc.constantFrom<Story["finalAction"]>("pause", "cancel", "skip"),
  isInTwoSteps: fc.boolean(),
});

const LAST_DAY = 730;
const RETRY_AFTER = 3;
const MOST_RETRIES = 3;

/**
 * Lives through a story, which ends with a cancellation on the last day: the row as the app keeps it, and beside it what the
 * rule gives.
 */
export function live({ interval, firstDays, steps, payments, finalAction, isInTwoSteps }: Story) {
  const intervalMs = interval * DAY_MS;
  let row: Subscription = { ...START, intervalCount: interval };
  row = { ...row, paidUntil: at(firstDays), nextBillingAt: at(firstDays) };
  let before = row;
  const contract = {
    status: "active" as PlatformContract["status"],
    due: at(firstDays).getTime(),
    chargedAt: at(0),
  };
  /** Of the rule: the end of what is paid, and whether the owner has had rights without a break. */
  let paid = contract.due;
  let holds = true;
  let unpaidMs = 0;
  let since = at(0).getTime();
  let isPlain = true;
  let failures = 0;
  let retryOn: number | null = null;
  const charges: { at: number }[] = [];
  const days: boolean[] = [];

  const gives = (instant: number) =>
    instant < paid || (contract.status === "active" && holds && contract.due <= paid + DAY_MS);
  const passTo = (instant: number) => {
    for (let day = days.length; at(day + 0.5).getTime() < instant; day += 1) {
      days[day] = gives(at(day + 0.5).getTime());
    }
    if (gives(instant - 1)) unpaidMs += Math.max(0, instant - Math.max(since, paid));
    holds = gives(instant);
    since = instant;
  };
  const hear = (now: number, change: Partial<typeof contract> = {}) => {
    passTo(now);
    Object.assign(contract, change);
    const { status, due, chargedAt } = contract;
    const news = {
      ...{ status, nextBillingAt: status === "cancelled" ? null : new Date(due) },
      interval: { unit: "day", count: interval } as const,
      lastCharge: { at: chargedAt, amountMinor: 1500, currency: "EUR" },
      chargeRunning: false,
    };
    const { rights, ...dates } = datesAfter(row, news, new Date(now), zone);
    before = row;
    row = {
      ...{ ...row, ...dates, status, nextBillingAt: news.nextBillingAt, lastChargedAt: chargedAt },
      ...(rights && { rights: JSON.parse(JSON.stringify(rights)) }),
    };
  };
  const nextAfter = (now: number) => {
    let due = contract.due + intervalMs;
    while (due <= now) due += intervalMs;
    return due;
  };

  const charge = (now: number) => {
    const isPaid = payments[(charges.length + failures) % payments.length];
    if (!isPaid) return fail(now);
    const due = nextAfter(now);
    if (now !== contract.due || contract.due < paid) isPlain = false;
    const made = { chargedAt: new Date(now) };
    passTo(now);
    if (isInTwoSteps) hear(now, made);
    hear(now, { ...made, due });
    paid = Math.max(paid, due);
    holds = true;
    charges.push({ at: now });
    retryOn = null;
  };
  let retries = 0;
  const fail = (now: number) => {
    failures += 1;
    isPlain = false;
    if (retryOn === null) retries = 0;
    retries += 1;
    retryOn = now + RETRY_AFTER * DAY_MS;
    if (retries <= MOST_RETRIES) return;
    retryOn = null;
    if (finalAction === "cancel") hear(now, { status: "cancelled" });
    else if (finalAction === "pause") hear(now, { status: "paused" });
    else hear(now, { due: nextAfter(now) });
  };
  const plan = ({ until, billingResumesAt }: PausePlan) => {
    row = { ...row, pausedUntil: until, billingResumesAt };
  };
  const endPause = (now: number) => {
    const due = Math.max(Number(row.billingResumesAt ?? contract.due), now + 60_000);
    hear(now, { status: "active", due });
  };
  const act = (kind: Step["kind"], length: number, now: number) => {
    const instant = new Date(now);
    const isActive = contract.status === "active";
    if (kind === "pause") {
      const until = new Date(now + length * DAY_MS);
      plan(planPauseUntil(pausableOf(row, zone), until, instant, zone));
      retryOn = null;
      hear(now, { status: "paused" });
    } else if (kind === "cancel") hear(now, { status: "cancelled" });
    else if (kind === "skip" && isActive) {
      retryOn = null;
      hear(now, { due: nextAfter(now) });
    } else if (kind === "move" && isActive && retryOn === null) {
      hear(now, { due: now + length * DAY_MS });
    } else if (!isActive) {
      plan({
        ...planResuming(pausableOf(row, zone), instant, zone, kind === "resume_and_pay"),
        until: instant,
      });
      endPause(now);
    }
  };

  /** What the app does by itself until an instant. */
  const runTo = (end: number) => {
    for (;;) {
      const { status, due } = contract;
      const isActive = status === "active";
      const next = isActive
        ? (retryOn ?? due)
        : Number(row.pausedUntil ?? Number.POSITIVE_INFINITY);
      if (status === "cancelled" || next > end) return;
      if (isActive) charge(next);
      else endPause(next);
    }
  };
  const last = at(LAST_DAY).getTime();
  let now = at(0).getTime();
  for (const { kind, after, days: length } of steps) {
    now += after * DAY_MS + 3_600_000;
    if (now >= last) break;
    runTo(now);
    if ((contract.status as string) === "cancelled") break;
    act(kind, length, now);
  }
  runTo(last);
  if ((contract.status as string) !== "cancelled") act("cancel", 0, last);
  passTo(last + 200 * DAY_MS);
  return { row, before, days, charges, unpaidMs, isPlain, paid };
}
