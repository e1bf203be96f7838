import { Temporal } from "temporal-polyfill";
import { expect, test } from "vitest";
import { planSkip, type SkipPlan } from "#app/domain/billing/changes/plan-skip.ts";
import { upcomingDates } from "#app/domain/portal/upcoming-charges.ts";
import {
  type CountedSubscription,
  chargeOf,
  keptFields,
  keptFieldsAfter,
} from "#app/domain/subscriptions/charges/kept-day.ts";
import type { Interval } from "#app/lib/zoned-time.ts";
import type { BillingCalendar } from "#app/platform/platform-billing.ts";
import { fc } from "#tests/support/property.ts";

// The rule: when a store moves to another zone, the next charge keeps its instant. The kept day becomes the one that it is in the
// new zone in a month of 31 days: the 31st at midnight in the east is the 30th in the west, the 1st is the last of the month before, and
// the evening of the last is the first of the next. A charge that falls into another month by the move begins that month's day. From then
// on the n-th charge is on min(kept day, last day of the month), whichever way the date came about and whichever day the platform counts from.

const ZONES = [
  "Pacific/Pago_Pago",
  "America/Los_Angeles",
  "America/St_Johns",
  "UTC",
  "Europe/Berlin",
  "Asia/Kolkata",
  "Asia/Tokyo",
  "Pacific/Auckland",
  "Pacific/Chatham",
  "Pacific/Kiritimati",
] as const;
const zones = fc.constantFrom(...ZONES);
const intervals = fc.oneof(
  fc.record({ unit: fc.constant("month" as const), count: fc.integer({ min: 1, max: 12 }) }),
  fc.record({ unit: fc.constant("year" as const), count: fc.integer({ min: 1, max: 2 }) }),
  fc.record({ unit: fc.constant("week" as const), count: fc.integer({ min: 1, max: 5 }) }),
);
const hours = fc.record({
  hour: fc.integer({ min: 0, max: 23 }),
  minute: fc.constantFrom(0, 15, 30, 45),
});
/** How the next date came about: planned before the move; heard of after it; of a contract that was canceled, and goes on. */
const WAYS = ["planned", "news", "skipped", "paused", "again"] as const;
const moves = fc.record({
  ...{ from: zones, to: zones, interval: intervals },
  year: fc.integer({ min: 2020, max: 2032 }),
  month: fc.integer({ min: 1, max: 12 }),
  // Most days and months are like each other; the ends of months are not, nor is February.
  day: fc.oneof(fc.integer({ min: 2, max: 27 }), fc.constantFrom(1, 28, 29, 30, 31)),
  isDueInFebruary: fc.boolean(),
  time: hours,
  charges: fc.integer({ min: 1, max: 30 }),
  /** Whether the platform counts from the beginning, or from the first date that it was given. */
  isCountedFromDate: fc.boolean(),
  way: fc.constantFrom(...WAYS),
});
type Move = ReturnType<typeof moves.generate>["value"];

/** The 31st at midnight in the east, and 29 February, each before a shorter February and by each way. */
const HARD: [Move][] = WAYS.flatMap((way) =>
  (["month", "year"] as const).flatMap((unit) =>
    [true, false].map((isCountedFromDate): [Move] => [
      {
        ...{ from: "Europe/Berlin", to: "America/Los_Angeles", way, isCountedFromDate },
        ...{ interval: { unit, count: 1 }, isDueInFebruary: true, charges: 2, month: 1 },
        ...{ year: unit === "month" ? 2026 : 2024, day: 31, time: { hour: 0, minute: 0 } },
      },
    ]),
  ),
);

const zoned = (at: Date, zone: string) =>
  Temporal.Instant.fromEpochMilliseconds(at.getTime()).toZonedDateTimeISO(zone);
const instant = (local: Temporal.PlainDateTime, zone: string) =>
  new Date(local.toZonedDateTime(zone).epochMilliseconds);

/** `times` intervals after a day; in a month or year on `day`, or its last one. */
function onDay(first: Temporal.PlainDate, interval: Interval, times: number, day: number) {
  const amount = times * interval.count;
  if (interval.unit === "week") return first.add({ days: 7 * amount });
  const months = interval.unit === "year" ? 12 * amount : amount;
  const { year, month } = first.with({ day: 1 }).add({ months });
  const { daysInMonth } = Temporal.PlainYearMonth.from({ year, month });
  return Temporal.PlainDate.from({ year, month, day: Math.min(day, daysInMonth) });
}

/** What the kept day becomes where the charge of an instant has that day in the zone that the store leaves. */
function dayThere(day: number, at: Date, from: string, to: string): number {
  const before = zoned(at, from).toPlainDate();
  const after = zoned(at, to).toPlainDate();
  const isLaterMonth =
    after.month !== before.month && Temporal.PlainDate.compare(after, before) > 0;
  if (isLaterMonth) return after.day;
  // Before August there is another month of 31 days.
  return Temporal.PlainDate.from({ year: 2026, month: 8, day }).add({
    days: before.until(after).days,
  }).day;
}

/** The cycles as the platform counts them in its store's zone. */
function calendarIn(zone: string, move: Move, { startAt, due }: { startAt: Date; due: Date }) {
  const { interval, isCountedFromDate } = move;
  const [anchor, index] = isCountedFromDate ? [due, 1] : [startAt, 0];
  const local = zoned(anchor, zone);
  const unit = `${interval.unit}s` as const;
  const end = (at: number) =>
    new Date(local.add({ [unit]: (at - index) * interval.count }).epochMilliseconds);
  const cycles = Array.from({ length: 100 }, (_, place) => {
    const at = 1 + place;
    const [startAt, endAt] = [end(at - 1), end(at)];
    return { index: at, startAt, endAt, expectedAt: endAt, isSkipped: false, isBilled: false };
  });
  return { contract: { nextBillingAt: null, updatedAt: anchor }, anchors: [], cycles };
}

/** A contract of the zone that is left, whose next date is counted there. */
function contractOf(move: Move) {
  const { from, interval, charges, year } = move;
  const months = charges * (interval.unit === "month" ? interval.count : 0);
  const month = move.isDueInFebruary ? 1 + ((((1 - months) % 12) + 12) % 12) : move.month;
  const asked = Temporal.PlainDate.from({ year, month, day: move.day });
  const startAt = instant(asked.toPlainDateTime(move.time), from);
  const local = zoned(startAt, from);
  const at = (times: number) =>
    instant(onDay(local.toPlainDate(), interval, times, local.day).toPlainDateTime(local), from);
  const row: CountedSubscription = {
    ...{ intervalUnit: interval.unit, intervalCount: interval.count, originalStartAt: null },
    ...{ platformCreatedAt: startAt, keptDay: null, keptTime: null, keptZone: from },
    ...{ billingAnchors: [], movedFrom: null },
    nextBillingAt: at(charges),
  };
  const time = local.toPlainTime().toString();
  const before = { ...row, ...keptFields({ dayOfMonth: local.day, time }, from) };
  return { startAt, day: local.day, row, before, dueBefore: at(charges - 1), due: at(charges) };
}

interface Known {
  row: CountedSubscription;
  last: SkipPlan | null;
}

/** The row, and the cycle before, once the store has moved and the next date is known in its new zone. */
function knownThere({ way, to, from }: Move, contract: ReturnType<typeof contractOf>): Known {
  const { row, before, due, dueBefore } = contract;
  switch (way) {
    case "planned":
      return { row, last: null };
    case "news": {
      const had = { ...before, nextBillingAt: dueBefore };
      return { row: { ...had, nextBillingAt: due, ...keptFieldsAfter(had, due, to) }, last: null };
    }
    case "paused": {
      const { keeps } = chargeOf({ ...before, nextBillingAt: dueBefore }, due, to);
      return { row: { ...row, ...keptFields(keeps, to) }, last: null };
    }
    case "again": {
      const made = { ...row, platformCreatedAt: due, keptZone: to };
      const former = { ...row, nextBillingAt: null };
      return { row: { ...made, ...keptFieldsAfter(former, due, to) }, last: null };
    }
    case "skipped": {
      const { keptDay, keptTime } = before;
      const kept = { keptDay, keptTime, keptZone: from };
      const skipped = { cycleIndex: 0, dueAt: dueBefore, nextDueAt: due, ...kept };
      return { row: { ...row, nextBillingAt: dueBefore }, last: skipped };
    }
  }
}

const contextIn = (ianaTimezone: string, now: Date) =>
  ({ shop: { ianaTimezone }, clock: { now: () => now } }) as never;

/** Charges so many times, as charging goes from one date to the next. */
function chargeIn(
  zone: string,
  calendar: BillingCalendar,
  known: Known,
  first: Date,
  times: number,
) {
  let { row, last } = known;
  const done: Date[] = [];
  let next = first;
  while (done.length < times) {
    const at = next;
    // Where the row lags behind a skip, it follows before the charge.
    row = { ...row, nextBillingAt: at, ...keptFieldsAfter(row, at, zone) };
    const plan = planSkip(contextIn(zone, at), calendar, { subscription: row, last } as never, at);
    done.push(at);
    last = plan;
    next = plan.nextDueAt;
  }
  row = { ...row, nextBillingAt: next, ...keptFieldsAfter(row, next, zone) };
  return { done, known: { row, last }, next };
}

const daysIn = (zone: string, dates: readonly Date[]) =>
  dates.map((at) => String(zoned(at, zone).toPlainDate()));

/** The rule's days from a date on. */
function expectedDays(zone: string, from: Date, interval: Interval, day: number, times: number) {
  const first = zoned(from, zone).toPlainDate();
  return Array.from({ length: times }, (_, later) =>
    String(later === 0 ? first : onDay(first, interval, later, day)),
  );
}

test("after a move the n-th charge is on the kept day, or the last day of a shorter month, as the portal shows", () => {
  fc.assert(
    fc.property(moves, (move) => {
      const { to, from, interval } = move;
      const contract = contractOf(move);
      const { due, day } = contract;
      const calendar = calendarIn(to, move, contract);
      const known = knownThere(move, contract);
      const billing = { subscription: known.row, last: known.last } as never;
      const shown = upcomingDates(contextIn(to, due), calendar, billing, due);
      const { done } = chargeIn(to, calendar, known, due, 20);
      const keptDay = dayThere(day, due, from, to);
      expect(daysIn(to, done)).toEqual(expectedDays(to, due, interval, keptDay, 20));
      expect(shown).toEqual(done.slice(0, shown.length));
      expect(shown.length).toBeGreaterThan(0);
    }),
    { numRuns: 500, examples: HARD },
  );
});

test("a store that moves back before it has charged has the same days again", () => {
  fc.assert(
    fc.property(moves, (move) => {
      const { from, interval } = move;
      const contract = contractOf(move);
      const { due, day, row } = contract;
      const calendar = calendarIn(from, move, contract);
      const { done } = chargeIn(from, calendar, { row, last: null }, due, 12);
      expect(daysIn(from, done)).toEqual(expectedDays(from, due, interval, day, 12));
    }),
    { numRuns: 300 },
  );
});

test("a store that moves back later has the days that its charges have there by then", () => {
  fc.assert(
    fc.property(moves, fc.integer({ min: 1, max: 14 }), (move, times) => {
      const { to, from, interval } = move;
      const contract = contractOf(move);
      const known = knownThere(move, contract);
      const there = chargeIn(to, calendarIn(to, move, contract), known, contract.due, times);
      const calendar = calendarIn(from, move, contract);
      const { done } = chargeIn(from, calendar, there.known, there.next, 12);
      const keptThere = dayThere(contract.day, contract.due, from, to);
      const keptDay = dayThere(keptThere, there.next, to, from);
      expect(daysIn(from, done)).toEqual(expectedDays(from, there.next, interval, keptDay, 12));
    }),
    { numRuns: 500 },
  );
});
