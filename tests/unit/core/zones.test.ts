import { expect, test } from "vitest";
import { describeZoneTrouble, firstDayApart } from "#app/domain/diagnosis/zone-trouble.ts";
import { workingZone } from "#app/lib/zones.ts";

const HOUR = 3600;

test("a database that lacks a country's last change of rules is found on the day from which it counts otherwise", () => {
  const days = ["2027-03-27", "2027-03-28", "2027-03-29"].map(
    (day) => new Date(`${day}T00:00:00Z`),
  );
  const berlin = { zone: "Europe/Berlin", days };
  expect(firstDayApart({ ...berlin, offsets: [HOUR, HOUR, 2 * HOUR] })).toBeUndefined();
  expect(firstDayApart({ ...berlin, offsets: [HOUR, HOUR, HOUR] })).toEqual(days[2]);
  expect(describeZoneTrouble({ zone: "Europe/Berlin", stores: 2, differsFrom: "2027-03-29" })).toBe(
    "Europe/Berlin, the time zone of 2 stores, has other rules in Node.js than in PostgreSQL from 2027-03-29 on.",
  );
});

test("a name that is no zone is counted in UTC", () => {
  for (const name of ["Mars/Olympus", "", "\u0000", "<script>"])
    expect(workingZone(name)).toBe("UTC");
});
