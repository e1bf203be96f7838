import { Temporal } from "temporal-polyfill";
import { describe, expect, test } from "vitest";
import {
  type ChargeDate,
  chargesLater,
  dueAtFrequency,
  oneIntervalBefore,
} from "#app/domain/billing/dates/charge-date.ts";
import { type KeptTime, keepsAt } from "#app/domain/billing/dates/kept-time.ts";
import { planPauseOfCycles, planPauseUntil } from "#app/domain/subscriptions/pauses/pause-plan.ts";
import type { Interval, IntervalUnit } from "#app/lib/zoned-time.ts";
import { fc } from "#tests/support/property.ts";

// The rule: who is charged on a day of the month is charged on it, or on the last day of a month that is too short. Charging, pausing
// for whole renewals and another rhythm in months keep it; a pause in days and a move give another one.

const zones = fc.constantFrom(
  "Pacific/Pago_Pago",
  "America/New_York",
  "America/St_Johns",
  "UTC",
  "Europe/Berlin",
  "Asia/Kolkata",
  "Australia/Lord_Howe",
  "Pacific/Chatham",
  "Pacific/Kiritimati",
);
const months = fc.record({
  unit: fc.constantFrom<IntervalUnit>("month", "year"),
  count: fc.integer({ min: 1, max: 12 }),
});
const intervals = fc.record({
  unit: fc.constantFrom<IntervalUnit>("day", "week", "month", "year"),
  count: fc.integer({ min: 1, max: 12 }),
});
const begins = fc.record({
  year: fc.integer({ min: 2020, max: 2040 }),
  month: fc.integer({ min: 1, max: 12 }),
  day: fc.integer({ min: 1, max: 31 }),
  hour: fc.integer({ min: 0, max: 23 }),
  minute: fc.integer({ min: 0, max: 59 }),
});

type Begin = { year: number; month: number; day: number; hour: number; minute: number };

/** In a month so many months later: the day, or the last one. The time is what the clocks of the zone make of it. */
function onDay(begin: Begin, later: number, zone: string): Date {
  const { year, month, day, hour, minute } = begin;
  const from = new Date(Date.UTC(year, month - 1 + later, 1));
  const length = new Date(Date.UTC(from.getUTCFullYear(), from.getUTCMonth() + 1, 0)).getUTCDate();
  const date = Temporal.PlainDateTime.from({
    year: from.getUTCFullYear(),
    month: from.getUTCMonth() + 1,
    day: Math.min(day, length),
    ...{ hour, minute },
  });
  return new Date(date.toZonedDateTime(zone).epochMilliseconds);
}

const monthsOf = ({ unit, count }: Interval) => (unit === "year" ? 12 * count : count);

/** A subscription as its row has it: the next date, and what is kept beside it. */
interface Row {
  charge: ChargeDate;
  /** Months since it began: of the next date, and of when the time began that it ends. */
  next: number;
  begun: number;
}

/** As the row is written when its date has changed. */
function moved({ charge }: Row, dueAt: Date, interval = charge.interval): ChargeDate {
  const keeps: KeptTime = keepsAt(dueAt, charge.keeps, charge.zone);
  return { ...charge, dueAt, interval, keeps };
}

const steps = fc.oneof(
  fc.record({ kind: fc.constant("charge" as const) }),
  fc.record({ kind: fc.constant("pause" as const), cycles: fc.integer({ min: 1, max: 12 }) }),
  fc.record({ kind: fc.constant("frequency" as const), interval: months }),
);

describe("the day of the month on which a contract began", () => {
  test("is kept through any charges, pauses for renewals and other rhythms in months", () => {
    fc.assert(
      fc.property(
        begins,
        zones,
        months,
        fc.array(steps, { maxLength: 12 }),
        (some, zone, interval, chain) => {
          const first = new Date(Date.UTC(some.year, some.month, 0)).getUTCDate();
          const begin = { ...some, day: Math.min(some.day, first) };
          const startAt = onDay(begin, 0, zone);
          const local = Temporal.Instant.fromEpochMilliseconds(startAt.getTime());
          const { day, hour, minute } = local.toZonedDateTimeISO(zone);
          const real = { ...begin, day, hour, minute };
          const ofStart = {
            dayOfMonth: day,
            time: Temporal.PlainTime.from({ hour, minute }).toString(),
          };
          const dueAt = onDay(real, monthsOf(interval), zone);
          let row: Row = {
            charge: { dueAt, interval, zone, keeps: keepsAt(dueAt, ofStart, zone) },
            next: monthsOf(interval),
            begun: 0,
          };
          for (const step of chain) {
            const { charge, next, begun } = row;
            const every = monthsOf(charge.interval);
            if (step.kind === "charge") {
              const at = chargesLater(charge, 1);
              row = { charge: moved(row, at), next: next + every, begun: next };
            } else if (step.kind === "pause") {
              const now = new Date(charge.dueAt.getTime() - 86_400_000);
              const paused = {
                ...charge,
                nextBillingAt: charge.dueAt,
                pausedAt: null,
                chargeableFrom: null,
                anchors: [],
              };
              const plan = planPauseOfCycles(paused, step.cycles, now, zone);
              const later = next + step.cycles * every;
              row = {
                charge: moved(row, plan.billingResumesAt as Date),
                ...{ next: later, begun: later - every },
              };
            } else {
              const policy = { interval: step.interval, anchors: [] };
              const at = dueAtFrequency(charge, policy, oneIntervalBefore(charge));
              const later = begun + monthsOf(step.interval);
              row = { charge: moved(row, at, step.interval), next: later, begun };
            }
            expect(row.charge.dueAt).toEqual(onDay(real, row.next, zone));
          }
        },
      ),
    );
  });

  test("comes back with its time of day after a night on which the clocks skip that", () => {
    const kept = { dayOfMonth: 28, time: "02:30:00" };
    const skipped = new Date("2027-03-28T01:30:00Z");
    expect(keepsAt(skipped, kept, "Europe/Berlin")).toEqual(kept);
  });

  test("gives way to the day to which somebody moves the charge, unless that is the same one", () => {
    fc.assert(
      fc.property(begins, zones, fc.integer({ min: 1, max: 31 }), (begin, zone, kept) => {
        const date = onDay(begin, 0, zone);
        const { day, daysInMonth } = Temporal.Instant.fromEpochMilliseconds(
          date.getTime(),
        ).toZonedDateTimeISO(zone);
        const { dayOfMonth } = keepsAt(date, { dayOfMonth: kept, time: "09:00:00" }, zone);
        expect(dayOfMonth).toBe(Math.min(kept, daysInMonth) === day ? kept : day);
      }),
    );
  });
});

describe("a pause", () => {
  const day = 86_400_000;
  const situations = fc.record({
    begin: begins,
    zone: zones,
    interval: intervals,
    /** Of the next charge; overdue where negative. */
    dueIn: fc.integer({ min: -400 * 24, max: 400 * 24 }),
  });

  function pausable({
    begin,
    zone,
    interval,
    dueIn,
  }: ReturnType<typeof situations.generate>["value"]) {
    const now = onDay(begin, 0, zone);
    const nextBillingAt = new Date(now.getTime() + dueIn * 3_600_000);
    const own = { dayOfMonth: begin.day, time: "09:00:00" };
    const keeps = keepsAt(nextBillingAt, own, zone);
    return {
      now,
      pausable: {
        ...{ nextBillingAt, pausedAt: null, chargeableFrom: null },
        ...{ interval, keeps, anchors: [] },
      },
    };
  }

  test("for renewals ends before its charge, which spares no more renewals than it says", () => {
    fc.assert(
      fc.property(situations, fc.integer({ min: 1, max: 12 }), (situation, cycles) => {
        const { zone, interval } = situation;
        const { now, pausable: subscription } = pausable(situation);
        const plan = planPauseOfCycles(subscription, cycles, now, zone);
        const charged = plan.billingResumesAt as Date;
        expect(plan.until.getTime()).toBeGreaterThan(now.getTime());
        expect(charged.getTime()).toBeGreaterThan(plan.until.getTime());
        const charge = { ...subscription, dueAt: subscription.nextBillingAt, zone, interval };
        let spared = 0;
        while (chargesLater(charge, spared) < charged) spared += 1;
        expect(chargesLater(charge, spared)).toEqual(charged);
        const toCome = Array.from({ length: spared }, (_, at) => chargesLater(charge, at)).filter(
          (date) => date > now,
        );
        expect(toCome.length).toBeLessThanOrEqual(cycles);
        if (spared > cycles) expect(toCome).toEqual([]);
      }),
    );
  });

  test("until an instant ends before its charge, and moves what is to come by its length", () => {
    fc.assert(
      fc.property(situations, fc.integer({ min: 0, max: 400 }), (situation, days) => {
        const { now, pausable: subscription } = pausable(situation);
        const until = new Date(now.getTime() + days * day);
        const plan = planPauseUntil(subscription, until, now, situation.zone);
        const charged = plan.billingResumesAt as Date;
        expect(charged.getTime()).toBeGreaterThan(until.getTime());
        if (subscription.nextBillingAt <= now) return;
        const movedBy = charged.getTime() - subscription.nextBillingAt.getTime();
        // A change of clocks may lie in between.
        expect(Math.abs(movedBy - days * day)).toBeLessThanOrEqual(day);
      }),
    );
  });
});
