import { Temporal } from "temporal-polyfill";

/**
 * The wall-clock part of a schedule. A short month or a change of clocks may move one date; the next one
 * returns to what is kept here. Stored beside a next billing date, it lets 28 February go on to 31 March.
 */
export interface KeptTime {
  /** 1 to 31; only months and years without anchors use it. */
  dayOfMonth: number;
  /** Local time of day, for example "09:30:00". */
  time: string;
}

/** The day of the month and the time of day that an instant has in the zone. */
export function keptTimeOf(instant: Date, zone: string): KeptTime {
  const local = toLocal(instant, zone);
  return { dayOfMonth: local.day, time: local.toPlainTime().toString() };
}

/**
 * What dates return to once `date` is the next one. It keeps the day before if it is on that day, or on the last day of a
 * month that is too short for it; otherwise it begins a new day. The time of day likewise. 28 February keeps the 31st; 15 March
 * does not.
 *
 * @param before what dates returned to until now, or the day and the time on which the contract began.
 */
export function keepsAt(date: Date, before: KeptTime, zone: string): KeptTime {
  const own = keptTimeOf(date, zone);
  const day = toLocal(date, zone).toPlainDate();
  const hasDay = day.with({ day: before.dayOfMonth }).day === own.dayOfMonth;
  const hasTime = toInstant(day, before.time, zone).getTime() === date.getTime();
  return {
    dayOfMonth: hasDay ? before.dayOfMonth : own.dayOfMonth,
    time: hasTime ? before.time : own.time,
  };
}

/** A day and a time as a row keeps them. */
export interface KeptRow {
  keptDay: number;
  keptTime: string;
  /** Where they are meant; null is the store's zone, which has been the same since. */
  keptZone: string | null;
}

/**
 * What a row keeps, told in the zone in which its store is now. The next date keeps its instant, and with it gets another time and
 * perhaps another day; later ones return to those. The day before the first of a month is its last one. A date that falls into the
 * next month begins a new day there, because the dates after it are counted from that month.
 *
 * @param at the next date: the one that returns to what is kept, or would, in a longer month.
 */
export function keptInZone(
  { keptDay, keptTime, keptZone }: KeptRow,
  at: Date,
  zone: string,
): KeptTime {
  if (keptZone === null || keptZone === zone) return { dayOfMonth: keptDay, time: keptTime };
  const here = toLocal(at, zone);
  const there = toLocal(at, keptZone);
  const later = there.toPlainDate().until(here.toPlainDate()).days;
  const day = keptDay + later;
  const isNewDay = day > 31 || (later > 0 && here.month !== there.month);
  const dayOfMonth = isNewDay ? here.day : day < 1 ? 31 + day : day;
  return { dayOfMonth, time: here.toPlainTime().toString() };
}

/**
 * What dates return to once `date` takes the place of `at`, told in the zone in which the store is now. A date that was counted
 * before the store has moved is on its day in the zone that the row names, and may be on none in the present one: 28 February at
 * midnight in the east is the 27th in the west, of a contract of the 30th there.
 *
 * @param at the date that the row's day and time belong to.
 */
export function keptAfter(kept: KeptRow, at: Date, date: Date, zone: string): KeptTime {
  const isTheSame = date.getTime() === at.getTime();
  if (isTheSame || isCountedFrom(kept, date, zone)) return keptInZone(kept, date, zone);
  return keepsAt(date, keptInZone(kept, at, zone), zone);
}

function isCountedFrom({ keptDay, keptTime, keptZone }: KeptRow, date: Date, zone: string) {
  const { dayOfMonth, time } = keepsAt(
    date,
    { dayOfMonth: keptDay, time: keptTime },
    keptZone ?? zone,
  );
  return dayOfMonth === keptDay && time === keptTime;
}

/** Date and time of day of an instant in the zone. */
export function toLocal(instant: Date, zone: string): Temporal.PlainDateTime {
  return Temporal.Instant.fromEpochMilliseconds(instant.getTime())
    .toZonedDateTimeISO(zone)
    .toPlainDateTime();
}

/**
 * The instant of a local date and time. A time that the clocks skip is taken as much later as they skip; of a
 * time that comes twice, the first.
 *
 * @throws RangeError when no `Date` reaches that far.
 */
export function toInstant(date: Temporal.PlainDate, time: string, zone: string): Date {
  const plainTime = Temporal.PlainTime.from(time);
  return new Date(date.toZonedDateTime({ timeZone: zone, plainTime }).epochMilliseconds);
}
