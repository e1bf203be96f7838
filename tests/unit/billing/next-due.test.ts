import { expect, test } from "vitest";
import { nextDue } from "#app/domain/billing/cycles/next-due.ts";

// A contract whose first date with us lies in a short month, as an imported one's may.

const zone = "UTC";
const at = (day: string) => new Date(`${day}T08:00:00Z`);
const cycle = (index: number, day: string) => ({
  index,
  startAt: at(day),
  endAt: at(day),
  expectedAt: at(day),
  isSkipped: false,
  isBilled: false,
});

function next(
  days: string[],
  {
    unit = "month",
    keptDay,
    anchors = [],
    endAt = at(days[0] ?? ""),
  }: { unit?: "month" | "year"; keptDay: number; anchors?: never[]; endAt?: Date },
): string {
  const cycles = days.map((day, place) => cycle(place + 1, day));
  const dueAt = at(days[0] ?? "");
  const charge = {
    dueAt,
    interval: { unit, count: 1 },
    keeps: { dayOfMonth: keptDay, time: "08:00:00" },
    zone,
  };
  const chosen = { index: 1, expectedAt: dueAt, endAt };
  return nextDue({ cycles, anchors }, chosen, charge, dueAt).toISOString().slice(0, 10);
}

test.each([
  ["31 January, 28 February", ["2027-02-28", "2027-03-28"], 31, "2027-03-31"],
  ["31 May, 30 June", ["2027-06-30", "2027-07-30"], 31, "2027-07-31"],
  ["30 January, 28 February", ["2027-02-28", "2027-03-28"], 30, "2027-03-30"],
])(
  "after %s the day is what it was, though the platform counts from the short month",
  (_, days, keptDay, expected) => {
    expect(next(days, { keptDay })).toBe(expected);
  },
);

test("29 February comes back in the next leap year", () => {
  const days = ["2027-02-28", "2028-02-28"];
  expect(next(days, { unit: "year", keptDay: 29 })).toBe("2028-02-29");
});

test("a charge that a move of the store has put on the day before February's last is followed by the kept day", () => {
  expect(next(["2027-02-27", "2027-03-27"], { keptDay: 30 })).toBe("2027-03-30");
});

test("where the platform keeps the day itself, its date holds", () => {
  expect(next(["2027-02-28", "2027-03-31"], { keptDay: 31 })).toBe("2027-03-31");
});

test("a date that somebody has moved on the platform holds", () => {
  expect(next(["2027-02-28", "2027-03-15"], { keptDay: 31 })).toBe("2027-03-15");
});

test("the last day of a month that is the kept day itself goes on as the platform says", () => {
  expect(next(["2027-02-28", "2027-03-28"], { keptDay: 28 })).toBe("2027-03-28");
});

test("30 April to which somebody has moved a charge is followed by 30 May, though the platform means the 31st", () => {
  expect(next(["2027-04-30", "2027-05-31"], { keptDay: 30 })).toBe("2027-05-30");
});

test("after a charge long before the end of its cycle, the date lies behind that end", () => {
  const endAt = at("2027-03-12");
  expect(next(["2027-02-01"], { keptDay: 1, endAt })).toBe("2027-03-12");
  expect(next(["2027-02-01"], { keptDay: 1, endAt: at("2027-02-27") })).toBe("2027-03-01");
});
