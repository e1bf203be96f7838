import { addInterval, addIntervals, formatDate, startOfDay } from "#app/lib/zoned-time.ts";

/** How far back a report of credit reaches, and into what it is cut. */
export const CREDIT_SPANS = ["30d", "90d", "12m", "24m"] as const;
export const CREDIT_STEPS = ["day", "month"] as const;

export type CreditSpan = (typeof CREDIT_SPANS)[number];
export type CreditStep = (typeof CREDIT_STEPS)[number];

/** A day or a month of the store's calendar. */
export interface CreditPeriod {
  /** `YYYY-MM-DD`, or `YYYY-MM` of a month. */
  name: string;
  start: Date;
  /** The first instant after it. */
  end: Date;
}

/** The days or months of a span, oldest first; the last one is the one that holds `now`. */
export function listCreditPeriods(
  now: Date,
  span: CreditSpan,
  step: CreditStep,
  zone: string,
): CreditPeriod[] {
  const first = firstDay(now, span, step, zone);
  const periods: CreditPeriod[] = [];
  for (let start = first; start <= now; ) {
    const end = startOfDay(addInterval(start, { unit: step, count: 1 }, zone), zone);
    const date = formatDate(start, zone);
    periods.push({ name: step === "month" ? date.slice(0, 7) : date, start, end });
    start = end;
  }
  return periods;
}

/** Midday of the days counted with: it exists on every day, and is never on the other side of one. */
function firstDay(now: Date, span: CreditSpan, step: CreditStep, zone: string): Date {
  const midday = new Date(startOfDay(now, zone).getTime() + 12 * 3_600_000);
  const count = Number.parseInt(span, 10);
  const unit = span.endsWith("d") ? "day" : "month";
  const back = addIntervals(midday, { unit, count: 1 }, unit === "day" ? 1 - count : -count, zone);
  if (step === "day") {
    const next = unit === "month" ? addInterval(back, { unit: "day", count: 1 }, zone) : back;
    return startOfDay(next, zone);
  }
  const monthStart = (instant: Date) => {
    const dayOfMonth = Number(formatDate(instant, zone).slice(8));
    return addIntervals(instant, { unit: "day", count: 1 }, 1 - dayOfMonth, zone);
  };
  // Twelve months are the present one and the eleven before it.
  const firstMonth =
    unit === "month"
      ? addIntervals(monthStart(midday), { unit: "month", count: 1 }, 1 - count, zone)
      : monthStart(back);
  return startOfDay(firstMonth, zone);
}
