import { expect, test } from "vitest";
import { birthdayFacts } from "#app/domain/loyalty/triggers/days/birthday-facts.ts";
import { addToDay, monthDaysOn } from "#app/domain/loyalty/triggers/days/day.ts";

const ZONE = "Europe/Berlin";

/** The days from `from` on, so many of them, on which a birthday is rewarded, with the key of each fact. */
function rewardDays(
  monthDay: number,
  daysBefore: number[],
  { countsFrom = "2020-01-01", from = "2027-01-01", length = 365 } = {},
): string[] {
  return Array.from({ length }, (_, at) => addToDay(from, at)).flatMap((day) =>
    birthdayFacts(
      { monthDay, countsFrom, memberSince: null },
      { day, daysBefore, zone: ZONE, since: null },
    ).map(({ key }) => `${day} ${key}`),
  );
}

test("a birthday is rewarded on its day, and so many days before it as rules ask for", () => {
  expect(rewardDays(512, [0])).toEqual(["2027-05-12 2027:0"]);
  expect(rewardDays(512, [0, 7])).toEqual(["2027-05-05 2027:7", "2027-05-12 2027:0"]);
});

test("29 February falls on the 28th in years without it", () => {
  expect(rewardDays(229, [0])).toEqual(["2027-02-28 2027:0"]);
  expect(rewardDays(229, [0], { from: "2028-01-01" })).toEqual(["2028-02-29 2028:0"]);
  expect(rewardDays(228, [0], { from: "2028-01-01" })).toEqual(["2028-02-28 2028:0"]);
  expect(rewardDays(229, [3], { from: "2028-01-01" })).toEqual(["2028-02-26 2028:3"]);
  expect(monthDaysOn("2028-02-28")).toEqual([228]);
});

test("a birthday in January is the new year's, also where its reward comes in December", () => {
  expect(rewardDays(103, [7], { from: "2026-12-01", length: 60 })).toEqual(["2026-12-27 2027:7"]);
});

test("nothing comes before it counts: a reward waits until then, a birthday before it is left out", () => {
  const countsFrom = "2027-05-01";
  expect(rewardDays(512, [30], { countsFrom })).toEqual(["2027-05-01 2027:30"]);
  expect(rewardDays(430, [0, 30], { countsFrom })).toEqual([]);
  expect(rewardDays(501, [0, 30], { countsFrom })).toEqual([
    "2027-05-01 2027:0",
    "2027-05-01 2027:30",
  ]);
});

test("a rule that is new gives what would have come earlier, until the birthday has passed", () => {
  const since = new Date("2027-05-10T15:00:00Z");
  const look = { day: "2027-05-10", daysBefore: [0, 30], zone: ZONE, since };
  const on = (monthDay: number) =>
    birthdayFacts({ monthDay, countsFrom: "2020-01-01", memberSince: null }, look).map(
      ({ key, at }) => [key, at],
    );
  expect(on(512)).toEqual([["2027:30", since]]);
  expect(on(510)).toEqual([
    ["2027:0", since],
    ["2027:30", since],
  ]);
  expect(on(509)).toEqual([]);
  expect(on(610)).toEqual([]);
});

test("a fact begins with its day in the store's zone, and says how long its customer is a member", () => {
  const memberSince = new Date("2027-04-12T22:30:00Z");
  const [fact] = birthdayFacts(
    { monthDay: 512, countsFrom: "2020-01-01", memberSince },
    { day: "2027-05-12", daysBefore: [0], zone: ZONE, since: null },
  );
  expect(fact).toEqual({
    ...{ kind: "birthday", key: "2027:0", at: new Date("2027-05-11T22:00:00Z") },
    data: { year: 2027, days_before: 0, membership_days: 29 },
  });
});
