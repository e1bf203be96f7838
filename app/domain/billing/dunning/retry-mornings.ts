import { Temporal } from "temporal-polyfill";
import type { ClassSituation } from "./dunning-situation.ts";

/** Local time of day of a retry: accounts have been credited overnight, and the customer is awake to react. */
const MORNING = Temporal.PlainTime.from("08:00");
const PAYDAYS = [1, 15];
const DAYS_TO_WAIT_FOR_PAYDAY = 2;
/** A customer whose card was declined yesterday has the same card today. */
const DAYS_BETWEEN = 2;

/** The days on which people are paid: a retry shortly before one waits for it. */
export function onPayday(date: Temporal.PlainDate): Temporal.PlainDate {
  for (let days = 0; days <= DAYS_TO_WAIT_FOR_PAYDAY; days += 1) {
    const later = date.add({ days });
    if (PAYDAYS.includes(later.day)) return later;
  }
  return date;
}

/**
 * The mornings, in the store's zone, of so many days after the class's first failure, earliest first.
 *
 * @param days whole days, ascending.
 * @param move gives the day on which a morning is to be instead; two that fall on one day count once. One that comes too
 *   close to a moved one moves too, where the merchant's days are not that close themselves.
 */
export function retryMornings(
  { since, zone }: Pick<ClassSituation, "since" | "zone">,
  days: readonly number[],
  move: (date: Temporal.PlainDate) => Temporal.PlainDate = (date) => date,
): Date[] {
  const firstDay = dayOf(since, zone);
  const dates: Temporal.PlainDate[] = [];
  for (const [place, count] of days.entries()) {
    const date = move(firstDay.add({ days: count }));
    const before = dates.at(-1);
    const isTaken = before && Temporal.PlainDate.compare(date, before) <= 0;
    if (isTaken) continue;
    const apart = Math.min(DAYS_BETWEEN, count - (days[place - 1] ?? 0));
    const earliest = before?.add({ days: apart });
    const isClose = earliest && Temporal.PlainDate.compare(date, earliest) < 0;
    dates.push(isClose ? earliest : date);
  }
  return dates.map((date) => {
    const morning = date.toZonedDateTime({ timeZone: zone, plainTime: MORNING });
    return new Date(morning.epochMilliseconds);
  });
}

/** The first of the mornings that is to come and not on the day of the latest attempt; undefined when none is left. */
export function nextMorning(
  { last, zone, now }: ClassSituation,
  mornings: readonly Date[],
): Date | undefined {
  const lastDay = dayOf(last.at, zone);
  return mornings.find((at) => at > now && !dayOf(at, zone).equals(lastDay));
}

function dayOf(instant: Date, zone: string): Temporal.PlainDate {
  return Temporal.Instant.fromEpochMilliseconds(instant.getTime())
    .toZonedDateTimeISO(zone)
    .toPlainDate();
}
