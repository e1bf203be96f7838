import { expect, test } from "vitest";
import {
  isEntitled,
  type RightsRow,
  rightsAfter,
} from "#app/domain/subscriptions/rights/rights.ts";
import { fc } from "#tests/support/property.ts";

// The rule: a day has rights when somebody was charged for it, when a charge for it is owed and the membership is active, or
// when it is the rest of a paid month that a pause or a cancellation has left.

const zone = "UTC";
const DAY_MS = 86_400_000;
const MONTH = 30;
const at = (day: number) => new Date(Date.UTC(2027, 0, 1) + day * DAY_MS);

const START: RightsRow = {
  ...{ status: "active", cancelledAt: null, endsAt: null, importState: null, rights: null },
  ...{ paidUntil: at(MONTH), nextBillingAt: at(MONTH), lastChargedAt: at(0), chargeRunning: false },
  ...{ pausedAt: null, pausedUntil: null, billingResumesAt: null, chargeableFrom: null },
  ...{ intervalUnit: "day", intervalCount: MONTH, keptDay: null, keptTime: null, keptZone: null },
  ...{ originalStartAt: null, platformCreatedAt: at(0) },
};

type Step = { kind: "charge" | "pause" | "resume" | "skip" | "cancel"; after: number };
const steps = fc.array(
  fc.record({
    kind: fc.constantFrom<Step["kind"]>("charge", "pause", "resume", "skip", "cancel"),
    after: fc.integer({ min: 1, max: 50 }),
  }),
  { maxLength: 12 },
);

/** Lives through steps: the row as it is kept, and beside it day by day what the rule gives. */
function live(history: readonly Step[]) {
  let row = START;
  const days: boolean[] = [];
  /** The first day that nobody has paid for. */
  let paid = MONTH;
  let isOwed = true;
  let today = 0;
  let status = "active";
  const passTo = (day: number) => {
    for (; today < day; today += 1) days[today] = today < paid || (status === "active" && isOwed);
  };
  for (const { kind, after } of history) {
    if (status === "cancelled") break;
    passTo(today + after);
    const change: Partial<RightsRow> = {};
    if (kind === "charge" && status === "active") {
      paid = Math.max(paid, today) + MONTH;
      isOwed = true;
      Object.assign(change, {
        lastChargedAt: at(today),
        paidUntil: at(paid),
        nextBillingAt: at(paid),
      });
    } else if (kind === "skip" && status === "active") {
      isOwed = false;
      Object.assign(change, { nextBillingAt: at(Math.max(paid, today) + MONTH) });
    } else if (kind === "pause" && status === "active") {
      status = "paused";
      Object.assign(change, { status, pausedAt: at(today) });
    } else if (kind === "resume" && status === "paused") {
      status = "active";
      Object.assign(change, { status, pausedAt: null });
    } else if (kind === "cancel") {
      status = "cancelled";
      const endsAt = at(Math.max(paid, today));
      Object.assign(change, { status, cancelledAt: at(today), endsAt, nextBillingAt: null });
    } else continue;
    const now = at(today);
    const next = { ...row, ...change };
    const rights = rightsAfter(row, next, now, zone);
    row = rights ? { ...next, rights: JSON.parse(JSON.stringify(rights)) } : next;
  }
  passTo(today + 100);
  return { row, days };
}

test("over any history of charges, skips, pauses and a cancellation, each day has rights exactly when the rule gives them", () => {
  fc.assert(
    fc.property(steps, (history) => {
      const { row, days } = live(history);
      expect(days.map((_, day) => isEntitled(row, at(day), zone))).toEqual(days);
    }),
    { numRuns: 500 },
  );
});

test("an import that waits or was undone gives nothing, and begins with its membership's own start", () => {
  const waiting = { ...START, importState: "waiting", originalStartAt: at(-90) };
  expect(rightsAfter(waiting, waiting, at(1), zone)).toBeUndefined();
  expect(isEntitled(waiting, at(1), zone)).toBe(false);
  expect(isEntitled({ ...waiting, importState: "undone" }, at(1), zone)).toBe(false);
  expect(isEntitled({ ...waiting, importState: "active" }, at(-80), zone)).toBe(true);
});

test("a date that moves within a day takes nothing", () => {
  const moved = { ...START, nextBillingAt: new Date(at(MONTH).getTime() + DAY_MS) };
  expect(isEntitled(moved, at(MONTH + 0.5), zone)).toBe(true);
});

test("what a charge gives begins when it was made, however late it is heard of", () => {
  const paused = { ...START, status: "paused", pausedAt: at(5) };
  const charged = { ...START, lastChargedAt: at(60), paidUntil: at(90), nextBillingAt: at(90) };
  const rights = JSON.parse(JSON.stringify(rightsAfter(paused, charged, at(61), zone)));
  const row = { ...charged, rights };
  expect([29, 30, 59, 60, 61].map((day) => isEntitled(row, at(day), zone))).toEqual([
    ...[true, false, false, true, true],
  ]);
});
