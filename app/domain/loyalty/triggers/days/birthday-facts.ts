import { startOfDate } from "#app/lib/calendar-date.ts";
import { formatDate } from "#app/lib/zoned-time.ts";
import type { NewFact } from "../note-facts.ts";
import { addToDay, daysBetween, monthDaysOn, yearOf } from "./day.ts";

/** A birthday as it is kept, with what a rule may ask of its customer. */
interface KeptBirthday {
  monthDay: number;
  /** `YYYY-MM-DD`. */
  countsFrom: string;
  /** Since when they are a member; null when they are none. */
  memberSince: Date | null;
}

/** A day on which birthdays are looked for. */
interface BirthdayLook {
  /** `YYYY-MM-DD`. */
  day: string;
  daysBefore: readonly number[];
  zone: string;
  /** Set when a rule is new: also those whose reward would have come earlier, but whose birthday has not passed, then. */
  since: Date | null;
}

/**
 * What a day says of a birthday: one fact for each number of days before it that rules ask for. Nothing comes before
 * `countsFrom`, nor for a birthday before it; what would have come earlier comes on that day. Pure.
 */
export function birthdayFacts(
  { monthDay, countsFrom, memberSince }: KeptBirthday,
  { day, daysBefore, zone, since }: BirthdayLook,
): NewFact[] {
  return daysBefore.flatMap((before) => {
    const birthday = nextWithin(day, before, monthDay);
    if (birthday === null) return [];
    // For a birthday before `countsFrom` this day never comes: it has passed by then.
    const usual = addToDay(birthday, -before);
    const rewardDay = usual < countsFrom ? countsFrom : usual;
    if (since ? rewardDay > day : rewardDay !== day) return [];
    const year = yearOf(birthday);
    const at = since ?? startOfDate(day, zone);
    if (!at) return [];
    const data = {
      ...{ year, days_before: before },
      ...(memberSince && { membership_days: daysBetween(formatDate(memberSince, zone), day) }),
    };
    return [{ kind: "birthday", key: `${year}:${before}`, at, data }];
  });
}

/** The birthday from a day on, at most so many days later. */
function nextWithin(day: string, most: number, monthDay: number): string | null {
  for (let later = 0; later <= most; later += 1) {
    const date = addToDay(day, later);
    if (monthDaysOn(date).includes(monthDay)) return date;
  }
  return null;
}
