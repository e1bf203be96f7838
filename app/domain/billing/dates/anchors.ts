import type { Temporal } from "temporal-polyfill";
import type { Anchor } from "#app/lib/anchor.ts";
import type { IntervalUnit } from "#app/lib/zoned-time.ts";

const TYPE_OF_UNIT: Readonly<Record<IntervalUnit, Anchor["type"] | null>> = {
  day: null,
  week: "weekday",
  month: "monthday",
  year: "yearday",
};

/** Throws RangeError for an anchor outside the calendar, or one that does not go with the interval's unit. */
export function checkAnchors(anchors: readonly Anchor[], unit: IntervalUnit): void {
  for (const anchor of anchors) {
    if (anchor.type !== TYPE_OF_UNIT[unit]) {
      throw new RangeError(`An anchor of type ${anchor.type} does not go with a ${unit} interval.`);
    }
    const isInside =
      isWholeFrom1(anchor.day, anchor.type === "weekday" ? 7 : 31) &&
      (anchor.type !== "yearday" || isWholeFrom1(anchor.month, 12));
    if (!isInside) throw new RangeError(`There is no such day: ${JSON.stringify(anchor)}.`);
  }
}

function isWholeFrom1(value: number, most: number): boolean {
  return Number.isInteger(value) && value >= 1 && value <= most;
}

/**
 * The `times`-th anchored day after a day, in the week, month or year of that day and then in every
 * `everyCount`-th one. Each anchor counts in each period, so that two anchors which a short month puts on the same
 * day count twice, as they do on the platform. At least one anchor; `times` from 1.
 */
export function anchorAfter(
  date: Temporal.PlainDate,
  anchors: readonly Anchor[],
  everyCount: number,
  times: number,
): Temporal.PlainDate {
  const sorted = inOrder(anchors);
  const passed = sorted.filter((anchor) => !isAfter(dayOf(anchor, date, 0), date)).length;
  const rank = passed + times - 1;
  const anchor = sorted[rank % sorted.length];
  if (anchor === undefined) throw new RangeError("There is no anchor.");
  return dayOf(anchor, date, Math.floor(rank / sorted.length) * everyCount);
}

/** Whether charges fall on a day: it is an anchor's, or the last one of a month that is too short for it. */
export function isAnchored(date: Temporal.PlainDate, anchors: readonly Anchor[]): boolean {
  return anchors.some((anchor) => dayOf(anchor, date, 0).equals(date));
}

function isAfter(a: Temporal.PlainDate, b: Temporal.PlainDate): boolean {
  return a.until(b).sign < 0;
}

/** The anchor's day in the period (its week, month or year) that is `later` periods after the one of `date`. */
function dayOf(anchor: Anchor, date: Temporal.PlainDate, later: number): Temporal.PlainDate {
  switch (anchor.type) {
    case "weekday":
      return date.add({ days: 7 * later + anchor.day - date.dayOfWeek });
    case "monthday":
      return date.with({ day: 1 }).add({ months: later }).with({ day: anchor.day });
    case "yearday":
      return date
        .with({ month: 1, day: 1 })
        .add({ years: later })
        .with({ month: anchor.month, day: anchor.day });
  }
}

function inOrder(anchors: readonly Anchor[]): Anchor[] {
  const rank = (anchor: Anchor) =>
    (anchor.type === "yearday" ? anchor.month * 100 : 0) + anchor.day;
  const byRank = new Map(anchors.map((anchor) => [rank(anchor), anchor]));
  return [...byRank.entries()].sort(([a], [b]) => a - b).map(([, anchor]) => anchor);
}
