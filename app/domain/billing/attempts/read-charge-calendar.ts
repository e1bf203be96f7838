import { addDays, formatDate, type IntervalUnit, startOfDay } from "#app/lib/zoned-time.ts";
import type { ShopContext } from "../../context.ts";
import { type ForecastCharge, type ForecastGroup, repeatCharges } from "./repeat-charges.ts";

interface GroupRow {
  /** Counted from the period's first. */
  day: number;
  interval_unit: string;
  interval_count: number;
  /** The day of the month that the dates after this one return to; null in days and weeks. */
  kept_day: number | null;
  currency: string;
  subscriptions: bigint;
  next_minor: bigint;
  later_minor: bigint;
}

/**
 * What will be charged from an instant up to, but without, a later day, by day and currency: each subscription's next charge and
 * those that follow it by its interval. A paused one counts from the charge after its pause. Subscriptions with a failed payment
 * are left out, because what follows depends on how it ends.
 *
 * The database adds up subscriptions that fall due on one day in one rhythm, and only these sums are repeated: a store of any size
 * costs one pass over the charges that are next, and days are what it can tell, not times.
 *
 * @param period.before the start of a day in the store's zone.
 */
export async function readChargeCalendar(
  { db, shop }: Pick<ShopContext, "db" | "shop">,
  { from, before }: { from: Date; before: Date },
): Promise<ForecastCharge[]> {
  const { ianaTimezone: zone } = shop;
  const days = daysOf(from, before, zone);
  // Days are told apart by where they begin, and parts of a later charge are whole numbers: dates in words and numerics cost a
  // store with many subscriptions most of the time, so the kept day is told only where a row does not have it, or has it from before a
  // move of the store, a pause or the latest charge. A later charge comes to what recurs. Its worth a month is exact for
  // intervals that come more than once in these days.
  const rows = await db.prisma.$queryRaw<GroupRow[]>`
    SELECT width_bucket(d.due_at, ${days}::timestamptz[]) - 1 AS day, d.interval_unit, d.interval_count,
           CASE WHEN d.interval_unit IN ('day', 'week') THEN NULL
             WHEN d.is_kept AND coalesce(d.kept_zone, ${zone}) = ${zone} THEN d.kept_day
             ELSE kept_day_in_zone(
               coalesce(d.kept_day, extract(day FROM d.started_at AT TIME ZONE coalesce(d.kept_zone, ${zone}))::int),
               d.due_at, d.kept_zone, ${zone}) END AS kept_day, d.currency,
           count(*) AS subscriptions, sum(d.next_minor)::bigint AS next_minor,
           sum(coalesce(CASE d.interval_unit
             WHEN 'day' THEN (d.worth_minor * d.interval_count * 24 + 365) / 730
             WHEN 'week' THEN (d.worth_minor * d.interval_count * 24 + 52) / 104
             WHEN 'month' THEN d.worth_minor * d.interval_count
             ELSE d.worth_minor * d.interval_count * 12 END + d.delivery_minor, d.next_minor))::bigint AS later_minor
    FROM (
      SELECT s.next_billing_at AS due_at, s.kept_day, s.kept_zone, s.kept_day IS NOT NULL AS is_kept,
             coalesce(s.original_start_at, s.platform_created_at) AS started_at,
             s.interval_unit, s.interval_count, s.currency,
             coalesce(s.next_charge_minor, s.price_minor) AS next_minor, s.monthly_worth_minor AS worth_minor, s.delivery_minor
      FROM subscriptions s
      WHERE s.shop_id = ${shop.id} AND s.status = 'active' AND s.next_billing_at >= ${from} AND s.next_billing_at < ${before}
        AND (s.import_state IS NULL OR s.import_state = 'active')
      UNION ALL
      SELECT c.next_due_at, c.kept_day, c.kept_zone, false, NULL, s.interval_unit, s.interval_count, s.currency,
             coalesce(s.next_charge_minor, s.price_minor), s.monthly_worth_minor, s.delivery_minor
      FROM subscriptions s
      JOIN LATERAL (
        SELECT b.state, b.kept_day, b.kept_zone, b.next_due_at FROM billing_cycles b
        WHERE b.shop_id = ${shop.id} AND b.subscription_id = s.id ORDER BY b.cycle_index DESC LIMIT 1) c
        ON c.state <> 'past_due' AND c.next_due_at >= ${from} AND c.next_due_at < ${before}
      WHERE s.shop_id = ${shop.id} AND s.status = 'active' AND s.next_billing_at < ${from}
      UNION ALL
      SELECT s.billing_resumes_at, s.kept_day, s.kept_zone, false, coalesce(s.original_start_at, s.platform_created_at),
             s.interval_unit, s.interval_count, s.currency,
             coalesce(s.next_charge_minor, s.price_minor), NULL, s.delivery_minor
      FROM subscriptions s
      WHERE s.shop_id = ${shop.id} AND s.status = 'paused' AND s.paused_until IS NOT NULL
        AND s.billing_resumes_at >= ${from} AND s.billing_resumes_at < ${before}
        AND (s.import_state IS NULL OR s.import_state = 'active')
    ) d
    GROUP BY 1, 2, 3, 4, 5`;
  const groups = rows.map((row) => toGroup(row, days[row.day] ?? from, zone));
  return repeatCharges(groups, before, zone);
}

/** The period's first instant, and where each of its other days begins. */
function daysOf(from: Date, before: Date, zone: string): Date[] {
  const days = [from];
  for (let count = 1; ; count += 1) {
    const day = startOfDay(addDays(startOfDay(from, zone), count, zone), zone);
    if (day >= before) return days;
    days.push(day);
  }
}

function toGroup(row: GroupRow, begins: Date, zone: string): ForecastGroup {
  const day = formatDate(begins, zone);
  return {
    day,
    interval: { unit: row.interval_unit as IntervalUnit, count: row.interval_count },
    keptDay: row.kept_day ?? Number(day.slice(-2)),
    currency: row.currency,
    subscriptions: Number(row.subscriptions),
    nextMinor: row.next_minor,
    laterMinor: row.later_minor,
  };
}
