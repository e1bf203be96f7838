import { Temporal } from "temporal-polyfill";
import { describe, expect, test } from "vitest";
import { billingDate } from "#app/domain/billing/dates/billing-date.ts";
import { changeFrequency } from "#app/domain/billing/dates/change-frequency.ts";
import {
  cycleAt,
  cycleContaining,
  nextBillingAfter,
} from "#app/domain/billing/dates/find-cycle.ts";
import { pauseBetween, pauseForCycles } from "#app/domain/billing/dates/pause-schedule.ts";
import {
  type BillingPolicy,
  type BillingSchedule,
  startSchedule,
} from "#app/domain/billing/dates/schedule.ts";
import { startTrial } from "#app/domain/billing/dates/start-trial.ts";
import type { Anchor } from "#app/lib/anchor.ts";
import type { IntervalUnit } from "#app/lib/zoned-time.ts";
import {
  initialSchedule,
  cycleAt as platformCycleAt,
  cycleContaining as platformCycleContaining,
  rescheduled,
} from "#devstore/contracts/billing-schedule.ts";
import { fc } from "../../support/property.ts";

const DAY_MS = 86_400_000;

const zones = fc.constantFrom(
  "Pacific/Pago_Pago",
  "Pacific/Marquesas",
  "America/New_York",
  "America/Santiago",
  "America/St_Johns",
  "UTC",
  "Europe/Berlin",
  "Asia/Kolkata",
  "Asia/Kathmandu",
  "Australia/Lord_Howe",
  "Pacific/Chatham",
  "Pacific/Apia",
  "Pacific/Kiritimati",
);

const units = fc.constantFrom<IntervalUnit>("day", "week", "month", "year");
const instants = fc
  .integer({ min: Date.UTC(1995, 0, 1) / 60_000, max: Date.UTC(2110, 0, 1) / 60_000 })
  .map((minutes) => new Date(minutes * 60_000));

function anchorsOf(unit: IntervalUnit): fc.Arbitrary<Anchor[]> {
  const day = fc.integer({ min: 1, max: 31 });
  const month = fc.integer({ min: 1, max: 12 });
  const one: Record<IntervalUnit, fc.Arbitrary<Anchor> | null> = {
    day: null,
    week: fc.record({ type: fc.constant("weekday"), day: fc.integer({ min: 1, max: 7 }) }),
    month: fc.record({ type: fc.constant("monthday"), day }),
    year: fc.record({ type: fc.constant("yearday"), month, day }),
  };
  const anchor = one[unit];
  return anchor ? fc.array(anchor, { maxLength: 4 }) : fc.constant([]);
}

const policies: fc.Arbitrary<BillingPolicy> = units.chain((unit) =>
  fc.record({
    interval: fc.record({ unit: fc.constant(unit), count: fc.integer({ min: 1, max: 13 }) }),
    anchors: anchorsOf(unit),
  }),
);
const plainPolicies = policies.map((policy) => ({ ...policy, anchors: [] }));

const newSchedules = fc
  .record({
    policy: policies,
    startAt: instants,
    zone: zones,
    trial: fc.option(fc.record({ unit: units, count: fc.integer({ min: 1, max: 40 }) })),
    daysToFirst: fc.integer({ min: 0, max: 400 }),
  })
  .map(({ policy, startAt, zone, trial, daysToFirst }) => {
    if (trial) return startTrial(policy, { startAt, trial, zone });
    const firstBillingAt = new Date(startAt.getTime() + daysToFirst * DAY_MS);
    return startSchedule(policy, { startAt, firstBillingAt, zone });
  });

const indexes = fc.integer({ min: 1, max: 400 });
const spans = fc.integer({ min: 0, max: 500 * 24 * 60 }).map((minutes) => minutes * 60_000);

/** Schedules as they are after any changes, each made at an instant within the running cycle or later. */
const schedules = fc
  .record({
    schedule: newSchedules,
    changes: fc.array(
      fc.record({
        kind: fc.constantFrom("cycles", "between", "frequency"),
        policy: policies,
        cycles: fc.integer({ min: 0, max: 12 }),
        later: spans,
        length: spans,
      }),
      { maxLength: 4 },
    ),
  })
  .map(({ schedule, changes }) =>
    changes.reduce<BillingSchedule>((before, { kind, policy, cycles, later, length }) => {
      const now = new Date(before.start.at.getTime() + later);
      const until = new Date(now.getTime() + length);
      const { index } = nextBillingAfter(before, now);
      if (kind === "frequency") return changeFrequency(before, policy, now);
      if (kind === "cycles") return pauseForCycles(before, index, cycles, now);
      return pauseBetween(before, index, { from: now, until }, now);
    }, schedule),
  );

function local(instant: Date, zone: string): Temporal.PlainDateTime {
  return Temporal.Instant.fromEpochMilliseconds(instant.getTime())
    .toZonedDateTimeISO(zone)
    .toPlainDateTime();
}

function exists(dateTime: Temporal.PlainDateTime, zone: string): boolean {
  return dateTime.toZonedDateTime(zone).toPlainDateTime().equals(dateTime);
}

describe("the dates of any schedule", () => {
  test("never go backwards, and coincide only where the calendar makes them", () => {
    fc.assert(
      fc.property(schedules, indexes, (schedule, offset) => {
        const { index } = nextBillingAfter(schedule, schedule.start.at);
        const [a, b] = [index + offset, index + offset + 1].map((one) =>
          billingDate(schedule, one),
        );
        if (a === undefined || b === undefined) throw new Error("no dates");
        expect(a.getTime()).toBeLessThanOrEqual(b.getTime());
        if (schedule.anchors.length === 0 && schedule.zone !== "Pacific/Apia") {
          expect(a.getTime()).toBeLessThan(b.getTime());
        }
      }),
    );
  });

  test("keep the local time wherever it exists", () => {
    fc.assert(
      fc.property(schedules, indexes, (schedule, offset) => {
        const date = local(billingDate(schedule, schedule.start.index + offset), schedule.zone);
        const kept = date.toPlainDate().toPlainDateTime(schedule.keeps.time);
        if (exists(kept, schedule.zone)) {
          const dayBefore = kept.subtract({ days: 1 });
          if (exists(dayBefore, schedule.zone)) expect(date).toEqual(kept);
        } else {
          expect(date.toPlainTime().since(kept.toPlainTime()).sign).toBe(1);
        }
      }),
    );
  });

  test("keep the day of the month wherever the month has it", () => {
    const months = schedules.filter(
      ({ interval, anchors, zone }) =>
        anchors.length === 0 &&
        zone !== "Pacific/Apia" &&
        (interval.unit === "month" || interval.unit === "year"),
    );
    fc.assert(
      fc.property(months, indexes, (schedule, offset) => {
        const date = local(billingDate(schedule, schedule.start.index + offset), schedule.zone);
        expect(date.day).toBe(Math.min(schedule.keeps.dayOfMonth, date.daysInMonth));
      }),
    );
  });

  test("are on an anchor, where there are anchors", () => {
    const anchored = schedules.filter(
      ({ anchors, zone }) => anchors.length > 0 && zone !== "Pacific/Apia",
    );
    fc.assert(
      fc.property(anchored, indexes, (schedule, offset) => {
        const date = local(billingDate(schedule, schedule.start.index + offset), schedule.zone);
        const fits = schedule.anchors.some((anchor) => {
          if (anchor.type === "weekday") return anchor.day === date.dayOfWeek;
          const day = Math.min(anchor.day, date.daysInMonth);
          return day === date.day && (anchor.type === "monthday" || anchor.month === date.month);
        });
        expect(fits).toBe(true);
      }),
    );
  });
});

describe("finding a cycle", () => {
  test("gives the first date after the instant, and the cycle that holds it", () => {
    fc.assert(
      fc.property(schedules, spans, (schedule, later) => {
        const instant = new Date(schedule.start.at.getTime() + later);
        const next = nextBillingAfter(schedule, instant);
        expect(next.at.getTime()).toBeGreaterThan(instant.getTime());
        const cycle = cycleContaining(schedule, instant);
        expect(cycle).toEqual(cycleAt(schedule, next.index));
        expect(cycle?.startAt.getTime()).toBeLessThanOrEqual(instant.getTime());
      }),
    );
  });

  test("is the same as walking from cycle to cycle", () => {
    fc.assert(
      fc.property(schedules, fc.integer({ min: 0, max: 60 * DAY_MS }), (schedule, later) => {
        const instant = new Date(schedule.start.at.getTime() + later);
        let index = schedule.start.index;
        while (billingDate(schedule, index) <= instant) index += 1;
        expect(nextBillingAfter(schedule, instant).index).toBe(index);
      }),
    );
  });

  test("reaches as far as dates do", () => {
    const far = fc.integer({ min: Date.UTC(3000, 0, 1), max: 8.64e15 - 20 * 366 * DAY_MS });
    fc.assert(
      fc.property(newSchedules, far, (schedule, time) => {
        const { index, at } = nextBillingAfter(schedule, new Date(time));
        expect(at.getTime()).toBeGreaterThan(time);
        expect(billingDate(schedule, index - 1).getTime()).toBeLessThanOrEqual(time);
      }),
      { numRuns: 30 },
    );
    const schedule = startSchedule(
      { interval: { unit: "month", count: 1 }, anchors: [] },
      { startAt: new Date(0), firstBillingAt: new Date(DAY_MS), zone: "UTC" },
    );
    expect(() => nextBillingAfter(schedule, new Date(8.64e15))).toThrow(RangeError);
  });
});

describe("a change", () => {
  test("never promises a date that is not to come", () => {
    fc.assert(
      fc.property(
        schedules,
        policies,
        spans,
        spans,
        fc.integer({ min: 0, max: 12 }),
        fc.integer({ min: 0, max: 5 }),
        (schedule, policy, later, length, cycles, overdue) => {
          const now = new Date(schedule.start.at.getTime() + later);
          const index = schedule.start.index + overdue;
          const until = new Date(now.getTime() + length);
          const changed = changeFrequency(schedule, policy, now);
          const dates = [
            billingDate(pauseForCycles(schedule, index, cycles, now), index),
            billingDate(pauseBetween(schedule, index, { from: now, until }, now), index),
            billingDate(changed, changed.start.index),
          ];
          for (const date of dates) expect(date.getTime()).toBeGreaterThan(now.getTime());
        },
      ),
    );
  });

  test("never brings a charge forward by a pause", () => {
    fc.assert(
      fc.property(schedules, spans, spans, indexes, (schedule, later, length, cycles) => {
        const now = new Date(schedule.start.at.getTime() + later);
        const { index, at } = nextBillingAfter(schedule, now);
        const until = new Date(now.getTime() + length);
        const paused = pauseBetween(schedule, index, { from: now, until }, now);
        const dates = [
          billingDate(pauseForCycles(schedule, index, cycles % 13, now), index),
          // An hour that comes twice may bring the first of the two.
          new Date(billingDate(paused, index).getTime() + 3_600_000),
        ];
        for (const date of dates) expect(date.getTime()).toBeGreaterThanOrEqual(at.getTime());
      }),
    );
  });

  test("does not touch the cycles that have ended", () => {
    fc.assert(
      fc.property(schedules, policies, spans, (schedule, policy, later) => {
        const now = new Date(schedule.start.at.getTime() + later);
        const running = cycleContaining(schedule, now);
        const changed = changeFrequency(schedule, policy, now);
        expect(changed.start).toEqual({ index: running?.index, at: running?.startAt });
        expect(cycleContaining(changed, now)?.index).toBe(running?.index);
      }),
    );
  });
});

describe("compared with what the platform's stand-in does", () => {
  const upper = (unit: IntervalUnit) => unit.toUpperCase() as Uppercase<IntervalUnit>;
  const platformPolicy = ({ interval, anchors }: BillingPolicy) => ({
    interval: upper(interval.unit),
    intervalCount: interval.count,
    minCycles: null,
    maxCycles: null,
    // The same day is named once.
    anchors: [...new Map(anchors.map((anchor) => [JSON.stringify(anchor), anchor])).values()].map(
      (anchor) => ({
        type: anchor.type.toUpperCase() as Uppercase<Anchor["type"]>,
        day: anchor.day,
        month: anchor.type === "yearday" ? anchor.month : null,
        cutoffDay: null,
      }),
    ),
  });
  const contracts = fc
    .record({ policy: policies, startAt: instants, zone: zones, isRegular: fc.boolean() })
    .chain((given) => fc.record({ given: fc.constant(given), toFirst: spans }))
    .map(({ given: { policy, startAt, zone, isRegular }, toFirst }) => {
      const regular = startTrial(policy, { startAt, trial: policy.interval, zone }).origin.at;
      const firstBillingAt = isRegular ? regular : new Date(startAt.getTime() + toFirst);
      const schedule = initialSchedule(platformPolicy(policy), startAt, firstBillingAt, zone);
      const createdAt = startAt.toISOString();
      return {
        ours: startSchedule(policy, { startAt, firstBillingAt, zone }),
        theirs: { schedule, cycleEdits: [], createdAt },
        zone,
      };
    });

  test("a new contract has the same cycles", () => {
    fc.assert(
      fc.property(contracts, indexes, ({ ours, theirs, zone }, index) => {
        const { startAt, endAt } = platformCycleAt(theirs, index, zone);
        expect(cycleAt(ours, index)).toEqual({ index, startAt, endAt });
      }),
    );
  });

  test("an instant is in the same cycle", () => {
    fc.assert(
      fc.property(contracts, spans, ({ ours, theirs, zone }, later) => {
        const instant = new Date(ours.start.at.getTime() + later);
        const found = platformCycleContaining(theirs, instant, zone);
        if (found) expect(cycleContaining(ours, instant)?.index).toBe(found.index);
      }),
    );
  });

  test("another frequency gives the same dates where no short month and no given date is in the way", () => {
    const noons = fc
      .integer({ min: 0, max: 30 * 12 })
      .map((months) => new Date(Date.UTC(2015, months, 14, 12)));
    fc.assert(
      fc.property(noons, plainPolicies, plainPolicies, spans, (startAt, policy, next, later) => {
        const zone = "Europe/Berlin";
        const firstBillingAt = startTrial(policy, { startAt, trial: policy.interval, zone }).origin
          .at;
        const schedule = initialSchedule(platformPolicy(policy), startAt, firstBillingAt, zone);
        const theirs = { schedule, cycleEdits: [], createdAt: startAt.toISOString() };
        const now = new Date(startAt.getTime() + later);
        const ours = startSchedule(policy, { startAt, firstBillingAt, zone });
        const running = cycleContaining(ours, now);
        const days = running && local(running.startAt, zone).day;
        if (running === undefined || days === undefined || days > 28) return;
        const segments = rescheduled(theirs, platformPolicy(next), now, null, zone);
        const changed = changeFrequency(ours, next, now);
        for (const index of [running.index, running.index + 1, running.index + 30]) {
          const expected = platformCycleAt({ ...theirs, schedule: segments }, index, zone);
          expect(cycleAt(changed, index).endAt).toEqual(expected.endAt);
        }
      }),
    );
  });
});

describe("a policy that no calendar has", () => {
  const zone = "UTC";
  const startAt = new Date("2026-01-01T09:00:00Z");
  const firstBillingAt = new Date("2026-02-01T09:00:00Z");
  const given = { startAt, firstBillingAt, zone };
  const month = (anchors: Anchor[], count = 1): BillingPolicy => ({
    interval: { unit: "month", count },
    anchors,
  });

  test("is refused, and so is a first date before the start", () => {
    const policy = month([]);
    const refused = [
      month([], 0),
      month([], 1.5),
      month([{ type: "weekday", day: 1 }]),
      month([{ type: "monthday", day: 0 }]),
      month([{ type: "monthday", day: 32 }]),
      { interval: { unit: "year", count: 1 }, anchors: [{ type: "yearday", month: 13, day: 1 }] },
      { interval: { unit: "week", count: 1 }, anchors: [{ type: "weekday", day: 8 }] },
      { interval: { unit: "day", count: 1 }, anchors: [{ type: "weekday", day: 1 }] },
    ] as BillingPolicy[];
    for (const one of refused) expect(() => startSchedule(one, given)).toThrow(RangeError);
    expect(() =>
      startSchedule(policy, { ...given, startAt: firstBillingAt, firstBillingAt: startAt }),
    ).toThrow(RangeError);
    const trial = { unit: "day", count: 0 } as const;
    expect(() => startTrial(policy, { startAt, trial, zone })).toThrow(RangeError);
  });

  test("a cycle that the schedule does not know has no date", () => {
    const schedule = startSchedule(month([]), given);
    for (const index of [0, -1, 1.5]) {
      expect(() => billingDate(schedule, index)).toThrow(RangeError);
    }
    expect(() => pauseForCycles(schedule, 2, -1, startAt)).toThrow(RangeError);
    const pause = { from: firstBillingAt, until: startAt };
    expect(() => pauseBetween(schedule, 1, pause, startAt)).toThrow(RangeError);
  });
});
