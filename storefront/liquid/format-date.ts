import { Temporal } from "temporal-polyfill";

/** The formats which the platform's `date` filter knows by name, in the words of the shopper's language. */
const namedFormats: Readonly<Record<string, Intl.DateTimeFormatOptions>> = {
  abbreviated_date: { dateStyle: "medium" },
  basic: { year: "numeric", month: "2-digit", day: "2-digit" },
  date: { dateStyle: "long" },
  date_at_time: { dateStyle: "long", timeStyle: "short" },
  default: { dateStyle: "full", timeStyle: "short" },
  on_date: { dateStyle: "medium" },
};

const months = [
  "January",
  "February",
  "March",
  "April",
  "May",
  "June",
  "July",
  "August",
  "September",
  "October",
  "November",
  "December",
];
const weekdays = ["Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday"];

/**
 * Reads what Liquid takes for a point in time, seen in the shop's zone; undefined when it is none. A date
 * without time is that day in the shop's zone, and never the evening before.
 */
export function parseLiquidDate(
  value: unknown,
  timezone: string,
  now: Date,
): Temporal.ZonedDateTime | undefined {
  if (value === "now" || value === "today") return zoned(now.getTime(), timezone);
  if (value instanceof Date) return zoned(value.getTime(), timezone);
  if (typeof value === "number") return zoned(value * 1000, timezone);
  if (typeof value !== "string" || value.trim() === "") return undefined;
  const text = value.trim();
  if (/^\d+$/.test(text)) return zoned(Number(text) * 1000, timezone);
  const local = /^(\d{4}-\d{2}-\d{2})(?:[T ](\d{2}:\d{2}(?::\d{2}(?:\.\d+)?)?))?$/.exec(text);
  if (local !== null) return zonedFromLocal(local[1] ?? "", local[2], timezone);
  const milliseconds = Date.parse(
    text.replace(/ ([+-]\d{2}):?(\d{2})$/, "$1:$2").replace(" UTC", "Z"),
  );
  return Number.isNaN(milliseconds) ? undefined : zoned(milliseconds, timezone);
}

function zoned(milliseconds: number, timezone: string): Temporal.ZonedDateTime {
  return Temporal.Instant.fromEpochMilliseconds(milliseconds).toZonedDateTimeISO(timezone);
}

function zonedFromLocal(
  date: string,
  time: string | undefined,
  timezone: string,
): Temporal.ZonedDateTime | undefined {
  try {
    return Temporal.PlainDateTime.from(`${date}T${time ?? "00:00"}`).toZonedDateTime(timezone);
  } catch {
    return undefined;
  }
}

/** A format known by name, in the shopper's language; undefined for any other name. */
export function formatNamed(
  date: Temporal.ZonedDateTime,
  name: string,
  locale: string,
): string | undefined {
  const options = namedFormats[name];
  if (options === undefined) return undefined;
  return new Intl.DateTimeFormat(locale, { ...options, timeZone: date.timeZoneId }).format(
    date.epochMilliseconds,
  );
}

/** The directives of `strftime`; month and day names are English whatever the page's language, as on the platform. */
const directives: Readonly<Record<string, (date: Temporal.ZonedDateTime) => string | number>> = {
  a: (date) => weekdayName(date).slice(0, 3),
  A: weekdayName,
  b: (date) => monthName(date).slice(0, 3),
  h: (date) => monthName(date).slice(0, 3),
  B: monthName,
  C: (date) => pad(Math.floor(date.year / 100)),
  d: (date) => pad(date.day),
  e: (date) => String(date.day).padStart(2, " "),
  H: (date) => pad(date.hour),
  I: (date) => pad(date.hour % 12 || 12),
  j: (date) => String(date.dayOfYear).padStart(3, "0"),
  k: (date) => String(date.hour).padStart(2, " "),
  l: (date) => String(date.hour % 12 || 12).padStart(2, " "),
  L: (date) => String(date.millisecond).padStart(3, "0"),
  m: (date) => pad(date.month),
  M: (date) => pad(date.minute),
  p: (date) => (date.hour < 12 ? "AM" : "PM"),
  P: (date) => (date.hour < 12 ? "am" : "pm"),
  s: (date) => Math.floor(date.epochMilliseconds / 1000),
  S: (date) => pad(date.second),
  u: (date) => date.dayOfWeek,
  w: (date) => date.dayOfWeek % 7,
  y: (date) => pad(date.year % 100),
  Y: (date) => date.year,
  z: (date) => date.offset.replace(":", ""),
  Z: (date) => date.offset,
};

const composites: Readonly<Record<string, string>> = {
  c: "%a %b %e %H:%M:%S %Y",
  D: "%m/%d/%y",
  F: "%Y-%m-%d",
  R: "%H:%M",
  r: "%I:%M:%S %p",
  T: "%H:%M:%S",
  x: "%m/%d/%y",
  X: "%H:%M:%S",
};

/** Formats by Ruby's `strftime` directives, with its `-` and `^` flags; an unknown directive stays as it is. */
export function strftime(date: Temporal.ZonedDateTime, format: string): string {
  return format.replace(/%([-^]?)([a-zA-Z%])/g, (whole, flag: string, letter: string) => {
    if (letter === "%") return "%";
    const composite = composites[letter];
    if (composite !== undefined) return strftime(date, composite);
    const directive = directives[letter];
    if (directive === undefined) return whole;
    const text = String(directive(date));
    if (flag === "^") return text.toUpperCase();
    return flag === "-" ? text.replace(/^[ 0]+(?=.)/, "") : text;
  });
}

function weekdayName(date: Temporal.ZonedDateTime): string {
  return weekdays[date.dayOfWeek - 1] ?? "";
}

function monthName(date: Temporal.ZonedDateTime): string {
  return months[date.month - 1] ?? "";
}

function pad(number: number): string {
  return String(number).padStart(2, "0");
}
