import { expect, test } from "vitest";
import { datesAfter } from "#app/domain/subscriptions/charges/dates-after.ts";
import { isEntitled, rightsOf } from "#app/domain/subscriptions/rights/rights.ts";
import type { Subscription } from "#app/generated/prisma/client.ts";
import { fc } from "#tests/support/property.ts";
import { at, DAY_MS, live, MONTH, START, stories } from "./lived-membership.ts";

// The rule: a charge pays until the next date of its rhythm, and what was paid gives rights once, from the charge on, whatever is
// paused, skipped or moved. An active membership keeps them while the charge that follows is owed. Nothing else begins them.

test("over two years of charges, failures, pauses, skips, moved dates and a cancellation, each day has rights exactly when the rule gives them", () => {
  fc.assert(
    fc.property(stories, (story) => {
      const { row, days } = live(story);
      expect(days.map((_, day) => isEntitled(row, at(day + 0.5)))).toEqual(days);
    }),
    { numRuns: 200 },
  );
});

test("rights begin with a charge alone, and last as long as what was paid and what an active membership owed", () => {
  fc.assert(
    fc.property(stories, (story) => {
      const { row, charges, unpaidMs, isPlain } = live(story);
      const spans = rightsOf(row);
      const begun = spans.slice(1).map(({ from }) => from.getTime());
      expect(charges.map(({ at: instant }) => instant)).toEqual(expect.arrayContaining(begun));
      const length = spans.reduce((sum, { from, until }) => sum + Number(until) - Number(from), 0);
      const paidMs = story.firstDays * DAY_MS + charges.length * story.interval * DAY_MS;
      expect(length).toBeLessThanOrEqual(paidMs + unpaidMs);
      if (!isPlain) return;
      expect(length).toBe(paidMs + unpaidMs);
      // A charge may be moved by a day without a gap; that never adds up.
      expect(unpaidMs).toBeLessThanOrEqual((charges.length + 1) * DAY_MS);
    }),
    { numRuns: 200 },
  );
});

test("a cancellation gives no day that was not there before, and moves no end", () => {
  fc.assert(
    fc.property(stories, (story) => {
      const { row, before, paid, days } = live(story);
      expect(row.status).toBe("cancelled");
      expect([before.paidUntil, row.paidUntil]).toEqual([new Date(paid), new Date(paid)]);
      for (const day of days.keys()) {
        const noon = at(day + 0.5);
        if (isEntitled(row, noon)) expect(isEntitled(before, noon)).toBe(true);
      }
    }),
    { numRuns: 200 },
  );
});

const news = (after: Partial<Subscription>) => ({
  status: (after.status ?? "active") as "active" | "paused" | "cancelled",
  nextBillingAt: after.nextBillingAt ?? null,
  interval: { unit: "day" as const, count: MONTH },
  lastCharge: { at: after.lastChargedAt ?? at(0), amountMinor: 1500, currency: "EUR" },
  chargeRunning: after.chargeRunning ?? false,
});
const zone = "UTC";
const after = (row: Subscription, change: Partial<Subscription>, day: number): Subscription => {
  const { rights, ...dates } = datesAfter(row, news({ ...row, ...change }), at(day), zone);
  const stored = rights ? { rights: JSON.parse(JSON.stringify(rights)) } : {};
  return { ...row, ...change, ...dates, ...stored };
};

test("an import that waits or was undone gives nothing, and begins with its membership's own start", () => {
  const waiting = { ...START, importState: "waiting", originalStartAt: at(-90) };
  expect(after(waiting, { status: "paused" }, 1).rights).toBeNull();
  expect(isEntitled(waiting, at(1))).toBe(false);
  expect(isEntitled({ ...waiting, importState: "undone" }, at(1))).toBe(false);
  expect(isEntitled({ ...waiting, importState: "active" }, at(-80))).toBe(true);
});

test("a date that moves within a day takes nothing", () => {
  const moved = { ...START, nextBillingAt: new Date(at(MONTH).getTime() + DAY_MS) };
  expect(isEntitled(moved, at(MONTH + 0.5))).toBe(true);
});

test("what a charge gives begins when it was made, however late it is heard of", () => {
  const paused = after(START, { status: "paused" }, 5);
  const charged = { status: "active", lastChargedAt: at(60), nextBillingAt: at(90) };
  const row = after(paused, charged, 61);
  expect([29, 30, 59, 60, 61].map((day) => isEntitled(row, at(day)))).toEqual([
    ...[true, false, false, true, true],
  ]);
});

test("a cancellation where nothing is paid gives no rights for the rest of its second", () => {
  const moment = 45 + 250 / DAY_MS;
  const paused = after(START, { status: "paused" }, 5);
  const canceled = after(paused, { status: "cancelled", nextBillingAt: null }, moment);
  expect(rightsOf(canceled)).toEqual([{ from: at(0), until: at(MONTH) }]);
  const owed = after(START, { status: "cancelled", nextBillingAt: null }, moment);
  expect(rightsOf(owed)).toEqual([{ from: at(0), until: at(45) }]);
});

test("a charge that is heard of together with a skip after it pays for its own period alone", () => {
  const row = after(START, { lastChargedAt: at(MONTH), nextBillingAt: at(3 * MONTH) }, MONTH + 1);
  expect(row.paidUntil).toEqual(at(2 * MONTH));
});

test("a contract that was never charged and has no date has nothing paid once it gets a date", () => {
  const unknown = { ...START, status: "paused", paidUntil: null, nextBillingAt: null };
  const resumed = after(unknown, { status: "active", nextBillingAt: at(60) }, 10);
  const later = after(resumed, { nextBillingAt: at(60) }, 11);
  expect(later.paidUntil).toBeNull();
});
