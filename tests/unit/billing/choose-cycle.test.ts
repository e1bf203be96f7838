import { describe, expect, test } from "vitest";
import { chooseCycle } from "#app/domain/billing/cycles/choose-cycle.ts";
import { fc } from "#tests/support/property.ts";

// Monthly cycles that end on the 24th: the first one in October.

const at = (text: string) => new Date(`${text}T12:00:00Z`);

interface Marks {
  billed?: readonly number[];
  skipped?: readonly number[];
}

const cyclesOf = ({ billed = [], skipped = [] }: Marks = {}) =>
  [9, 10, 11, 12].map((month, place) => ({
    index: place + 1,
    startAt: at(`2026-${String(month).padStart(2, "0")}-24`),
    endAt: month === 12 ? at("2027-01-24") : at(`2026-${String(month + 1).padStart(2, "0")}-24`),
    expectedAt:
      month === 12 ? at("2027-01-24") : at(`2026-${String(month + 1).padStart(2, "0")}-24`),
    isSkipped: skipped.includes(place + 1),
    isBilled: billed.includes(place + 1),
  }));

const choose = (marks: Marks, due: string, { lastIndex = 0, now = due, isPaid = false } = {}) => {
  const chosen = chooseCycle(cyclesOf(marks), { dueAt: at(due), lastIndex, now: at(now), isPaid });
  return chosen && [chosen.index, chosen.kind];
};

describe("a charge belongs to the cycle", () => {
  test("that the platform expects on its day, whoever has charged or skipped that", () => {
    expect(choose({}, "2026-10-24")).toEqual([1, "charge"]);
    expect(choose({ billed: [1] }, "2026-10-24")).toEqual([1, "charged_elsewhere"]);
    expect(choose({ skipped: [1] }, "2026-10-24")).toEqual([1, "skipped"]);
  });

  test("that it was moved from, when it was moved to a later day, even if somebody else has charged that", () => {
    expect(choose({}, "2026-10-30")).toEqual([1, "charge"]);
    expect(choose({ billed: [1] }, "2026-10-30")).toEqual([1, "charged_elsewhere"]);
  });

  test("that contains its day, if somebody else has charged that; the next one is not charged early", () => {
    expect(choose({ billed: [1] }, "2026-10-10")).toEqual([1, "charged_elsewhere"]);
    expect(choose({}, "2026-10-10")).toEqual([1, "charge"]);
  });

  test("that contains its day after a pause, if somebody else has charged that; nobody pays twice in one period", () => {
    expect(choose({}, "2026-12-10")).toEqual([2, "charge"]);
    expect(choose({ billed: [3] }, "2026-12-10")).toEqual([3, "charged_elsewhere"]);
  });

  test("that somebody else has charged, where a pause has passed it by and that pays for the charge", () => {
    const isPaid = true;
    expect(choose({ billed: [1] }, "2026-11-24", { isPaid })).toEqual([1, "charged_elsewhere"]);
    const afterFirst = { lastIndex: 1, isPaid };
    expect(choose({ billed: [1, 2] }, "2026-12-24", afterFirst)).toEqual([2, "charged_elsewhere"]);
  });

  test("that the platform expects, whoever has charged what came before it", () => {
    expect(choose({ billed: [1] }, "2026-11-24")).toEqual([2, "charge"]);
  });

  test("that comes next, where a skipped one lies before it", () => {
    expect(choose({ skipped: [1] }, "2026-10-10")).toEqual([2, "charge"]);
    expect(choose({}, "2026-11-10", { lastIndex: 2 })).toEqual([3, "charge"]);
  });
});

test("no charge is made in a period that somebody else has charged, after one, or of a cycle that is done with", () => {
  const days = fc.integer({ min: 0, max: 120 });
  const some = fc.subarray([1, 2, 3, 4]);
  fc.assert(
    fc.property(
      days,
      some,
      some,
      fc.integer({ min: 0, max: 4 }),
      fc.boolean(),
      (day, billed, skipped, lastIndex, isPaid) => {
        const dueAt = new Date(at("2026-09-25").getTime() + day * 86_400_000);
        const cycles = cyclesOf({ billed, skipped });
        const chosen = chooseCycle(cycles, { dueAt, lastIndex, now: dueAt, isPaid });
        if (!chosen) return;
        const cycle = cycles[chosen.index - 1];
        expect(chosen.index).toBeGreaterThan(lastIndex);
        if (chosen.kind !== "charge") return;
        expect(cycle).toMatchObject({ isBilled: false, isSkipped: false });
        const billedBefore = cycles.filter(
          ({ index, isBilled, expectedAt }) => isBilled && index > lastIndex && expectedAt < dueAt,
        );
        if (isPaid) expect(billedBefore).toEqual([]);
        const around = cycles.find(({ startAt, endAt }) => startAt < dueAt && dueAt <= endAt);
        const isOver = around && around.index > lastIndex && around.isBilled;
        expect(isOver && around.expectedAt.getTime() !== dueAt.getTime()).toBeFalsy();
      },
    ),
  );
});
