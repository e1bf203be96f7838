import { Temporal } from "temporal-polyfill";
import type { DevAnchor, IntervalUnit } from "../state/contract.ts";

/** What the fixed days of a contract are counted by. */
interface FixedDays {
  anchors: readonly DevAnchor[];
  interval: IntervalUnit;
  intervalCount: number;
}

/**
 * The `times`-th fixed day after an instant, at its local time: in its week, month or year, and then in every `intervalCount`-th one. A
 * month that is too short has its last day.
 *
 * @param times from 1.
 */
export function fixedDayAfter(
  from: Date,
  { anchors, interval, intervalCount }: FixedDays,
  times: number,
  timezone: string,
): Date {
  const start = Temporal.Instant.fromEpochMilliseconds(from.getTime()).toZonedDateTimeISO(timezone);
  const today = start.toPlainDate();
  let left = times;
  for (let periods = 0; ; periods += intervalCount) {
    const period = later(today, interval, periods);
    const days = anchors
      .map((anchor) => dayIn(period, anchor))
      .filter((day) => Temporal.PlainDate.compare(day, today) > 0)
      .sort(Temporal.PlainDate.compare);
    const day = days[left - 1];
    if (day) {
      const at = day.toZonedDateTime({ timeZone: timezone, plainTime: start.toPlainTime() });
      return new Date(at.epochMilliseconds);
    }
    left -= days.length;
  }
}

/** A day of the period that is so many periods later. */
function later(day: Temporal.PlainDate, interval: IntervalUnit, periods: number) {
  switch (interval) {
    case "WEEK":
      return day.add({ weeks: periods });
    case "MONTH":
      return day.with({ day: 1 }).add({ months: periods });
    case "YEAR":
      return day.with({ day: 1 }).add({ years: periods });
    case "DAY":
      throw new RangeError("A contract of days has no fixed days.");
  }
}

function dayIn(period: Temporal.PlainDate, { type, day, month }: DevAnchor): Temporal.PlainDate {
  switch (type) {
    case "WEEKDAY":
      return period.add({ days: day - period.dayOfWeek });
    case "MONTHDAY":
      return period.with({ day });
    case "YEARDAY":
      return period.with({ month: month ?? 1, day });
  }
}
