import type { Interval } from "#app/lib/zoned-time.ts";
import { addDays, formatDate, startOfDay } from "#app/lib/zoned-time.ts";
import type { Random } from "./random.ts";

const DAY_MS = 86_400_000;
/** How long the history is. */
const HISTORY_DAYS = 730;
/** Some were customers, or had begun elsewhere, so long before it. */
const BEFORE_DAYS = 5 * 366;
const AFTER_DAYS = 3 * 366;
/** Clocks are changed before this hour. */
const CLOCKS_ARE_CHANGED_SECONDS = 3 * 3600;

/** How busy each month is; the last two are the season. */
const MONTHS = [0.85, 0.82, 0.9, 0.92, 0.97, 0.95, 0.88, 0.86, 0.95, 1.05, 1.55, 1.65];
/** Sunday first. */
const WEEKDAYS = [1.12, 1.08, 0.97, 0.94, 0.97, 0.95, 0.97];
const HOURS = [
  ...[2, 1, 1, 1, 1, 2, 4, 7, 9, 10, 10, 10],
  ...[11, 10, 9, 9, 10, 11, 13, 16, 18, 17, 12, 6],
];
/** By how much the store grows in the two years. */
const GROWTH = 0.6;

/** A wall-clock time to which dates of a schedule return. */
export interface KeptClock {
  dayOfMonth: number;
  /** Seconds after midnight. */
  seconds: number;
}

/**
 * The days of a store's zone around its history, worked out once: what the product's own calendar does in tens of
 * microseconds has to be done millions of times here. Instants are milliseconds, whole seconds.
 */
export class StoreCalendar {
  readonly now: number;
  /** The first instant of the history. */
  readonly begin: number;
  readonly #firstDay: number;
  readonly #starts: number[] = [];
  readonly #beginDay: number;
  /** How much happens before each day of the history. */
  readonly #before: number[] = [0];

  constructor(zone: string, now: Date) {
    this.now = Math.floor(now.getTime() / 1000) * 1000;
    const today = Date.parse(formatDate(now, zone)) / DAY_MS;
    this.#beginDay = today - HISTORY_DAYS;
    this.#firstDay = this.#beginDay - BEFORE_DAYS;
    const midday = new Date(startOfDay(now, zone).getTime() + DAY_MS / 2);
    for (let day = this.#firstDay; day <= today + AFTER_DAYS; day += 1) {
      this.#starts.push(startOfDay(addDays(midday, day - today, zone), zone).getTime());
    }
    for (let day = this.#beginDay; day <= today; day += 1) {
      this.#before.push((this.#before.at(-1) ?? 0) + busyness(day, day - this.#beginDay));
    }
    this.begin = this.startOf(this.#beginDay);
  }

  /** The day, in days since 1970, that holds an instant. */
  dayOf(instant: number): number {
    let day = Math.floor(instant / DAY_MS);
    while (this.startOf(day) > instant) day -= 1;
    while (this.startOf(day + 1) <= instant) day += 1;
    return day;
  }

  startOf(day: number): number {
    const start = this.#starts[day - this.#firstDay];
    if (start === undefined) throw new RangeError(`Day ${day} is not near the history.`);
    return start;
  }

  /** The instant of a wall-clock time. */
  at(day: number, seconds: number): number {
    const start = this.startOf(day);
    const shift = this.startOf(day + 1) - start - DAY_MS;
    return start + seconds * 1000 + (seconds >= CLOCKS_ARE_CHANGED_SECONDS ? shift : 0);
  }

  /** The last millisecond of a day. */
  endOf(day: number): number {
    return this.startOf(day + 1) - 1;
  }

  keptBy(instant: number): KeptClock {
    const day = this.dayOf(instant);
    const elapsed = (instant - this.startOf(day)) / 1000;
    const shift = (this.startOf(day + 1) - this.startOf(day) - DAY_MS) / 1000;
    const isAfter = elapsed - shift >= CLOCKS_ARE_CHANGED_SECONDS;
    return {
      dayOfMonth: new Date(day * DAY_MS).getUTCDate(),
      seconds: elapsed - (isAfter ? shift : 0),
    };
  }

  /** One interval after a date of a schedule that keeps a day of the month. */
  next(instant: number, { unit, count }: Interval, kept: KeptClock): number {
    const day = this.dayOf(instant);
    if (unit === "day") return this.at(day + count, kept.seconds);
    if (unit === "week") return this.at(day + 7 * count, kept.seconds);
    const months = unit === "year" ? 12 * count : count;
    return this.at(this.addMonths(day, months, kept.dayOfMonth), kept.seconds);
  }

  /** So many months after a day: on that day of the month, or the last one of a shorter month. */
  addMonths(day: number, months: number, dayOfMonth: number): number {
    const from = new Date(day * DAY_MS);
    const [year, month] = [from.getUTCFullYear(), from.getUTCMonth() + months];
    const last = Date.UTC(year, month + 1, 0);
    return Math.min(Date.UTC(year, month, dayOfMonth), last) / DAY_MS;
  }

  /** The same wall-clock time so many days later. */
  addDays(instant: number, days: number): number {
    return this.at(this.dayOf(instant) + days, this.keptBy(instant).seconds);
  }

  /** `YYYY-MM-DD`. */
  date(instant: number): string {
    return new Date(this.dayOf(instant) * DAY_MS).toISOString().slice(0, 10);
  }

  /** `YYYY-MM-DD HH:MM`. */
  minute(instant: number): string {
    return `${this.date(instant)} ${timeText(this.keptBy(instant).seconds).slice(0, 5)}`;
  }

  /** An instant of the history, more likely where the store is busy: by season, weekday, hour and growth. */
  draw(random: Random, from = this.begin, to = this.now): number {
    const [first, last] = [this.#place(from), this.#place(to)];
    const [least, most] = [this.#before[first] ?? 0, this.#before[last + 1] ?? 0];
    const day = this.#beginDay + this.#find(least + random.next() * (most - least), first, last);
    const instant = this.at(day, hourOf(random) * 3600 + random.between(0, 3599));
    if (instant >= from && instant <= to) return instant;
    // Of the first and the last day only a part counts.
    const [start, end] = [Math.max(from, this.startOf(day)), Math.min(to, this.endOf(day))];
    return wholeSecond(start + random.next() * Math.max(0, end - start));
  }

  #place(instant: number): number {
    return Math.max(0, this.dayOf(Math.max(instant, this.begin)) - this.#beginDay);
  }

  /** The place of the day at which so much has happened. */
  #find(amount: number, first: number, last: number): number {
    let [low, high] = [first, last];
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((this.#before[middle + 1] ?? 0) > amount) high = middle;
      else low = middle + 1;
    }
    return low;
  }
}

/** `HH:MM:SS`. */
export function timeText(seconds: number): string {
  return new Date(seconds * 1000).toISOString().slice(11, 19);
}

export function wholeSecond(instant: number): number {
  return Math.floor(instant / 1000) * 1000;
}

function busyness(day: number, place: number): number {
  const date = new Date(day * DAY_MS);
  const month = date.getUTCMonth();
  // The week of the big sales.
  const isSale = month === 10 && date.getUTCDate() >= 23 && date.getUTCDate() <= 30;
  const season = (MONTHS[month] ?? 1) * (isSale ? 1.8 : 1);
  return season * (WEEKDAYS[date.getUTCDay()] ?? 1) * (1 + (GROWTH * place) / HISTORY_DAYS);
}

const HOURS_TOTAL = HOURS.reduce((sum, weight) => sum + weight, 0);

function hourOf(random: Random): number {
  let left = random.next() * HOURS_TOTAL;
  for (const [hour, weight] of HOURS.entries()) {
    left -= weight;
    if (left < 0) return hour;
  }
  return 23;
}
