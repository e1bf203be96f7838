import {
  DECLINE_CLASSES,
  type DeclineClassName,
  WHAT_HAPPENED,
} from "#app/domain/billing/dunning/decline-classes.ts";
import type { ChargeErrorCode } from "#app/platform/platform-charge-error.ts";
import { Choice, type Random } from "./random.ts";
import { type StoreCalendar, wholeSecond } from "./store-calendar.ts";

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
const MORNING_SECONDS = 9 * 3600;

const CLASSES = new Choice<DeclineClassName>([
  ["later", 46],
  ["data", 21],
  ["customer_must_act", 12],
  ["technical", 10],
  ["inventory", 6],
  ["never", 5],
]);

type FinalAction = "pause" | "cancel" | "skip";

const FINAL_ACTIONS = new Choice<FinalAction>([
  ["cancel", 45],
  ["pause", 35],
  ["skip", 20],
]);

/** A charge as it was tried, until it was paid or given up, or until now. */
export interface Dunning {
  declineClass: DeclineClassName;
  attempts: { at: number; code: ChargeErrorCode | null; message: string | null }[];
  /** When the next attempt is made, or the customer's time is over; null for one that waits for the merchant. */
  next: { step: string; at: number | null } | null;
  paidAt: number | null;
  givenUpAt: number | null;
  finalAction: FinalAction;
  /** When the customer gave another payment method. */
  newMethodAt: number | null;
}

/** Days after the first failure on which it is tried again, and how likely each attempt is to succeed. */
const RETRIES: Partial<Record<DeclineClassName, { days: number[]; succeeds: number }>> = {
  later: { days: [2, 4, 7, 10], succeeds: 0.33 },
  inventory: { days: [1, 2, 3, 5, 7, 10, 14], succeeds: 0.45 },
};
const CUSTOMERS_DAYS = 10;

const WAITS: Partial<Record<DeclineClassName, string>> = {
  data: "wait_for_payment_method",
  customer_must_act: "confirm_payment",
};

/** What became of a charge whose first attempt failed. */
export function tellDunning(random: Random, calendar: StoreCalendar, firstAt: number): Dunning {
  const declineClass = CLASSES.draw(random);
  const codes = Object.keys(DECLINE_CLASSES[declineClass].codes) as ChargeErrorCode[];
  const failed = (at: number, code: ChargeErrorCode) => {
    return { at, code, message: WHAT_HAPPENED[code] };
  };
  // The first codes of each class are the common ones.
  const code = codes[Math.floor(codes.length * random.next() ** 2)] as ChargeErrorCode;
  const dunning: Dunning = {
    ...{ declineClass, attempts: [failed(firstAt, code)], next: null },
    ...{ paidAt: null, givenUpAt: null, newMethodAt: null },
    finalAction: declineClass === "inventory" ? "skip" : FINAL_ACTIONS.draw(random),
  };
  if (declineClass === "never") return tellStopped(random, calendar, dunning, firstAt);
  if (WAITS[declineClass]) return tellWaiting(random, calendar, dunning, firstAt);
  return tellRetried(random, calendar, dunning, { firstAt, retry: (at) => failed(at, code) });
}

/** The merchant decides, some day. */
function tellStopped(random: Random, { now }: StoreCalendar, dunning: Dunning, firstAt: number) {
  const decidedAt = wholeSecond(firstAt + (3 + random.wait(6)) * DAY_MS);
  if (decidedAt <= now) return { ...dunning, givenUpAt: decidedAt };
  return { ...dunning, next: { step: "stop", at: null } };
}

/** The customer acts, or does not in time. */
function tellWaiting(random: Random, calendar: StoreCalendar, dunning: Dunning, firstAt: number) {
  const deadline = calendar.at(calendar.dayOf(firstAt) + CUSTOMERS_DAYS, MORNING_SECONDS);
  const actsAt = wholeSecond(firstAt + 2 * HOUR_MS + random.wait(3.2) * DAY_MS);
  const acts = random.chance(0.68) && actsAt < deadline;
  const endsAt = acts ? actsAt : deadline;
  if (endsAt > calendar.now) {
    const step = WAITS[dunning.declineClass] ?? "wait_for_payment_method";
    return { ...dunning, next: { step, at: deadline } };
  }
  if (!acts) return { ...dunning, givenUpAt: deadline };
  const paid = { at: actsAt + 20_000, code: null, message: null };
  const attempts = [...dunning.attempts, paid];
  return { ...dunning, attempts, paidAt: paid.at, newMethodAt: actsAt };
}

function tellRetried(
  random: Random,
  calendar: StoreCalendar,
  dunning: Dunning,
  { firstAt, retry }: { firstAt: number; retry: (at: number) => Dunning["attempts"][number] },
): Dunning {
  const day = calendar.dayOf(firstAt);
  const { days, succeeds } = RETRIES[dunning.declineClass] ?? { days: null, succeeds: 0.72 };
  const times = days
    ? days.map((after) => calendar.at(day + after, MORNING_SECONDS))
    : [4 * HOUR_MS, 8 * HOUR_MS, 32 * HOUR_MS, 56 * HOUR_MS].map((after) => firstAt + after);
  const told = { ...dunning, attempts: [...dunning.attempts] };
  for (const at of times) {
    if (at > calendar.now) return { ...told, next: { step: "retry", at } };
    if (random.chance(succeeds)) {
      told.attempts.push({ at, code: null, message: null });
      return { ...told, paidAt: at };
    }
    told.attempts.push(retry(at));
  }
  const givenUpAt = (times.at(-1) ?? firstAt) + 30_000;
  return givenUpAt > calendar.now
    ? { ...told, next: { step: "final_action", at: givenUpAt } }
    : { ...told, givenUpAt };
}
