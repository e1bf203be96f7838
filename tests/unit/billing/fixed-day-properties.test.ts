import { Temporal } from "temporal-polyfill";
import { expect, test } from "vitest";
import { chooseCycle } from "#app/domain/billing/cycles/choose-cycle.ts";
import { nextDue } from "#app/domain/billing/cycles/next-due.ts";
import { keptTimeOf } from "#app/domain/billing/dates/kept-time.ts";
import {
  movedField,
  movedFieldAfter,
  originOf,
} from "#app/domain/subscriptions/charges/fixed-day.ts";
import { planPauseOfCycles, planPauseOfDays } from "#app/domain/subscriptions/pauses/pause-plan.ts";
import type { Anchor } from "#app/lib/anchor.ts";
import { fc } from "#tests/support/property.ts";

// The rule: a contract with fixed days is charged once for each of them. A charge that is brought forward is that of the day that it had;
// one that is put off is followed by the first fixed day after it. A pause leaves fixed days out and moves none.

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
const policies = fc.oneof(
  fc.record({
    unit: fc.constant("week" as const),
    count: fc.constant(1),
    anchors: fc.uniqueArray(
      fc.integer({ min: 1, max: 7 }).map((day): Anchor => ({ type: "weekday", day })),
      { minLength: 1, maxLength: 2, selector: ({ day }) => day },
    ),
  }),
  fc.record({
    unit: fc.constant("month" as const),
    count: fc.integer({ min: 1, max: 6 }),
    anchors: fc.oneof(
      fc.integer({ min: 1, max: 31 }).map((day): Anchor[] => [{ type: "monthday", day }]),
      fc.constant<Anchor[]>([
        { type: "monthday", day: 1 },
        { type: "monthday", day: 15 },
      ]),
    ),
  }),
  fc.record({
    unit: fc.constant("year" as const),
    count: fc.integer({ min: 1, max: 2 }),
    anchors: fc
      .record({ month: fc.integer({ min: 1, max: 12 }), day: fc.integer({ min: 1, max: 31 }) })
      .map((day): Anchor[] => [{ type: "yearday", ...day }]),
  }),
);
type Policy = ReturnType<typeof policies.generate>["value"];

function isFixed(day: Date, anchors: readonly Anchor[]): boolean {
  return anchors.some((anchor) => {
    if (anchor.type === "weekday") return day.getUTCDay() === anchor.day % 7;
    const month = anchor.type === "yearday" ? anchor.month - 1 : day.getUTCMonth();
    const length = new Date(Date.UTC(day.getUTCFullYear(), month + 1, 0)).getUTCDate();
    return day.getUTCMonth() === month && day.getUTCDate() === Math.min(anchor.day, length);
  });
}

/** The contract's calendar, walked day by day: in the period in which it begins, and then in every `count`-th one. */
function fixedDays({ unit, count, anchors }: Policy, zone: string, many: number): Date[] {
  const periodOf = (day: Date) => {
    const year = day.getUTCFullYear() - 2027;
    return unit === "year" ? year : unit === "month" ? 12 * year + day.getUTCMonth() : 0;
  };
  const days: Date[] = [];
  for (let at = Date.UTC(2027, 0, 1); days.length < many; at += DAY_MS) {
    const day = new Date(at);
    if (periodOf(day) % count !== 0 || !isFixed(day, anchors)) continue;
    const plain = Temporal.PlainDate.from(day.toISOString().slice(0, 10));
    const { epochMilliseconds } = plain.toZonedDateTime({ timeZone: zone, plainTime: "10:00" });
    days.push(new Date(epochMilliseconds));
  }
  return days;
}

/** Of the time between two dates, in thousandths. */
const parts = fc.integer({ min: 1, max: 999 });
const between = (from: Date, to: Date, part: number) =>
  new Date(from.getTime() + Math.round(((to.getTime() - from.getTime()) * part) / 1e6) * 1000);

const moves = fc.array(
  fc.record({
    by: fc.constantFrom("us", "platform"),
    way: fc.constantFrom("forward", "off", "back"),
    part: parts,
  }),
  { maxLength: 3 },
);
/** What comes before a charge: fixed days that a pause passes by, and moves. */
const charges = fc.array(fc.record({ passed: fc.integer({ min: 0, max: 2 }), moves }), {
  minLength: 1,
  maxLength: 6,
});
const zones = fc.constantFrom("UTC", "Europe/Berlin", "America/Los_Angeles", "Pacific/Kiritimati");

test("however its charges are moved, a contract with fixed days is charged once for each of them", () => {
  fc.assert(
    fc.property(policies, zones, charges, (policy, zone, story) => {
      const { unit, count, anchors } = policy;
      const days = fixedDays(policy, zone, 24);
      const at = (place: number) => days[place] as Date;
      const cycles = days.map((endAt, place) => ({
        ...{ index: place, startAt: at(Math.max(0, place - 1)), endAt, expectedAt: endAt },
        ...{ isSkipped: false, isBilled: false },
      }));
      const row = {
        nextBillingAt: at(1) as Date | null,
        movedFrom: null as Date | null,
        billingAnchors: anchors,
        keptZone: null,
      };
      let last = { index: 0, dueAt: at(0) };
      for (const { passed, moves: made } of story) {
        const place =
          days.findIndex((day) => day.getTime() === row.nextBillingAt?.getTime()) + passed;
        Object.assign(row, { nextBillingAt: at(place), movedFrom: null });
        let isOff = false;
        for (const { by, way, part } of made) {
          const from = row.nextBillingAt as Date;
          // On the platform, a later date alone does not say that it is the same charge.
          if (isOff && by === "platform") continue;
          if (way === "off" && by === "platform") continue;
          const to =
            way === "back"
              ? at(place)
              : way === "off"
                ? between(at(place), at(place + 2), part)
                : between(laterOf(at(place - 1), last.dueAt), at(place), part);
          isOff = way === "off";
          const moved = by === "us" ? movedField(row, from, to) : movedFieldAfter(row, to, true);
          Object.assign(row, { nextBillingAt: to, ...moved });
        }
        const dueAt = row.nextBillingAt as Date;
        const chosen = chooseCycle(cycles, {
          dueAt,
          lastIndex: last.index,
          now: dueAt,
          isPaid: false,
        });
        if (!chosen) throw new Error("The calendar is too short.");
        const charge = { dueAt, interval: { unit, count }, keeps: keptTimeOf(dueAt, zone), zone };
        const next = nextDue({ cycles, anchors }, chosen, charge, originOf(row, dueAt, zone));
        const following = days.find((day) => day > laterOf(dueAt, at(place)));
        expect(next).toEqual(following);
        last = { index: chosen.index, dueAt };
        Object.assign(row, { nextBillingAt: next, ...movedFieldAfter(row, next, true) });
      }
    }),
  );
});

test("after the end of the platform's calendar the fixed days are counted", () => {
  fc.assert(
    fc.property(policies, zones, parts, (policy, zone, part) => {
      const { unit, count, anchors } = policy;
      const days = fixedDays(policy, zone, 4);
      const [before, day, next] = days as [Date, Date, Date];
      const dueAt = between(before, day, part);
      const chosen = { index: 1, expectedAt: day, endAt: day };
      const charge = { dueAt, interval: { unit, count }, keeps: keptTimeOf(dueAt, zone), zone };
      expect(nextDue({ cycles: [], anchors }, chosen, charge, day)).toEqual(next);
    }),
  );
});

test("a pause of a contract with fixed days ends on one of them, and leaves out as many as it says", () => {
  fc.assert(
    fc.property(
      policies,
      zones,
      fc.integer({ min: 1, max: 5 }),
      fc.integer({ min: 0, max: 60 }),
      (policy, zone, cycles, length) => {
        const { unit, count, anchors } = policy;
        const days = fixedDays(policy, zone, 28);
        const [, first] = days as [Date, Date];
        const paused = {
          ...{ nextBillingAt: first, pausedAt: null, chargeableFrom: null, anchors },
          ...{ interval: { unit, count }, keeps: keptTimeOf(first, zone) },
        };
        const now = new Date(first.getTime() - HOUR_MS);
        expect(planPauseOfCycles(paused, cycles, now, zone).billingResumesAt).toEqual(
          days[1 + cycles],
        );
        // It ends an hour before the time of day at which the contract is charged.
        const { until, billingResumesAt } = planPauseOfDays(paused, length, now, zone);
        expect(billingResumesAt).toEqual(days.find((day) => day > until));
      },
    ),
  );
});

function laterOf(one: Date, other: Date): Date {
  return one > other ? one : other;
}
