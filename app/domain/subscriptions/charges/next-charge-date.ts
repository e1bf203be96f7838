import type { Subscription } from "#app/generated/prisma/client.ts";
import type { IntervalUnit } from "#app/lib/zoned-time.ts";
import { firstDateAfter } from "../pauses/pause-plan.ts";

/**
 * When a subscription is charged next, as far as anybody knows: a pause moves the charge to come on by the time that it
 * lasts, so while it has no end there is no date; nor is there one of what its owner has withdrawn from. May have passed where
 * a charge is overdue.
 */
export function nextChargeDate({
  status,
  nextBillingAt,
  billingResumesAt,
  withdrawnAt,
}: Pick<
  Subscription,
  "status" | "nextBillingAt" | "billingResumesAt" | "withdrawnAt"
>): Date | null {
  if (withdrawnAt) return null;
  return status === "paused" ? billingResumesAt : nextBillingAt;
}

type ChargedSubscription = Pick<
  Subscription,
  | "status"
  | "nextBillingAt"
  | "billingResumesAt"
  | "withdrawnAt"
  | "pausedUntil"
  | "intervalUnit"
  | "intervalCount"
>;

/**
 * The same, as other systems and the merchant see it: a charge that a pause has moved, but not beyond its end, is made on
 * the first date of its schedule after that, as when the subscription resumes.
 */
export function nextChargeToShow(row: ChargedSubscription, zone: string): Date | null {
  const date = nextChargeDate(row);
  if (row.status !== "paused" || !date) return date;
  if (!row.pausedUntil) return null;
  const interval = { unit: row.intervalUnit as IntervalUnit, count: row.intervalCount };
  return firstDateAfter(row.pausedUntil, date, interval, zone);
}

/** A few years of daily dates, which no pause is behind by. */
const MOST_DATES = 1000;

/** SQL for the day that {@link nextChargeToShow} is in a zone, of a subscription `s`; null where there is none. */
export function nextChargeDaySql(zone: string): string {
  const local = (column: string) => `(s.${column} AT TIME ZONE ${zone})`;
  const day = (instant: string) => `to_char(${instant}, 'YYYY-MM-DD')`;
  const step = "n * s.interval_count * ('1 ' || s.interval_unit)::interval";
  return `CASE WHEN s.withdrawn_at IS NOT NULL THEN NULL
    WHEN s.status = 'active' THEN ${day(local("next_billing_at"))}
    WHEN s.status = 'paused' THEN (
      SELECT ${day(`${local("billing_resumes_at")} + ${step}`)} FROM generate_series(0, ${MOST_DATES}) n
      WHERE ${local("billing_resumes_at")} + ${step} > ${local("paused_until")} ORDER BY n LIMIT 1) END`;
}
