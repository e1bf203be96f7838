import { addDays, formatDate } from "#app/lib/zoned-time.ts";
import type { ShopContext } from "../../context.ts";
import type { CreditUnit } from "../movement.ts";
import { rollUpForReader } from "../roll-up-credit.ts";

/** How soon credit expires: on one of so many days from today. */
const AGES_DAYS = [7, 30, 90] as const;

/** What is available of money or points, by the day on which it expires. */
export interface CreditAge {
  /** Expires within so many days, and not within those of the band before; later than all of them; never. */
  band: "7" | "30" | "90" | "later" | "never";
  /** Minor units, or points. */
  amountMinor: number;
  /** Who has it. Null where it is too far off for anybody to be written to, and where it is that of too many. */
  customers: number | null;
}

const BANDS: readonly CreditAge["band"][] = ["7", "30", "90", "later"];

// As for the liability: the days that the summary has followed, and what came after it, in one statement. What
// checkouts hold is not available; of points they hold nothing, and what is pending has no grant yet.
const READ_AMOUNTS = `
  WITH summary AS MATERIALIZED (
    SELECT coalesce(max(last_entry_id), 0) AS last_id, coalesce(max(last_grant_id), 0) AS last_grant_id
    FROM credit_rollups WHERE shop_id = $1 AND zone = $2
  ), open AS (
    SELECT day, open_minor AS amount FROM credit_expiry_days, summary
    WHERE shop_id = $1 AND unit = $4 AND last_id > 0
    UNION ALL
    SELECT coalesce((expires_at AT TIME ZONE $2)::date, 'infinity'), amount_minor FROM credit_grants, summary
    WHERE shop_id = $1 AND id > last_grant_id AND unit = $4
    UNION ALL
    SELECT coalesce((g.expires_at AT TIME ZONE $2)::date, 'infinity'), -g.amount
    FROM summary, credit_entries e, LATERAL (
      SELECT g.expires_at, a.amount_minor AS amount
      FROM credit_allocations a JOIN credit_grants g ON g.shop_id = $1 AND g.id = a.grant_id
      WHERE a.shop_id = $1 AND a.entry_id = e.id OFFSET 0) g
    WHERE e.shop_id = $1 AND e.unit = $4 AND e.id > last_id AND e.status = 0
    UNION ALL
    SELECT coalesce((g.expires_at AT TIME ZONE $2)::date, 'infinity'), -g.amount
    FROM credit_entries e, LATERAL (
      SELECT g.expires_at, a.amount_minor AS amount
      FROM credit_allocations a JOIN credit_grants g ON g.shop_id = $1 AND g.id = a.grant_id
      WHERE a.shop_id = $1 AND a.entry_id = e.id OFFSET 0) g
    WHERE e.shop_id = $1 AND e.unit = 'money' AND $4 = 'money' AND e.status = 1)
  SELECT CASE WHEN day = 'infinity' THEN -1 ELSE width_bucket(day, $3::date[]) END AS band, sum(amount) AS amount
  FROM open GROUP BY 1`;

/** So many grants at most are looked at to count customers: telling them apart is what costs. */
const MOST_COUNTED = 20_000;

const COUNT_CUSTOMERS = `
  SELECT width_bucket((expires_at AT TIME ZONE $2)::date, $3::date[]) AS band, count(DISTINCT customer_id) AS customers,
         sum(count(*)) OVER () > $4::int AS is_cut
  FROM (
    SELECT expires_at, customer_id FROM credit_grants
    WHERE shop_id = $1 AND unit = $5 AND remaining_minor > 0
      AND expires_at < (($3::date[])[array_upper($3::date[], 1)])::timestamp AT TIME ZONE $2
    ORDER BY expires_at LIMIT $4::int + 1) soon
  GROUP BY 1`;

/** What is available to customers, by how soon it expires. All bands, also the empty ones, soonest first. */
export async function readCreditAgeing(
  context: Pick<ShopContext, "db" | "shop" | "clock">,
  unit: CreditUnit,
): Promise<CreditAge[]> {
  const { shop, db, clock } = context;
  await rollUpForReader(context);
  // The first day after each band.
  const limits = AGES_DAYS.map((days) =>
    formatDate(addDays(clock.now(), days + 1, shop.ianaTimezone), shop.ianaTimezone),
  );
  const amounts = await db.pool.query<{ band: number; amount: string }>(READ_AMOUNTS, [
    String(shop.id),
    shop.ianaTimezone,
    limits,
    unit,
  ]);
  const counts = await db.pool.query<{ band: number; customers: string; is_cut: boolean }>(
    COUNT_CUSTOMERS,
    [String(shop.id), shop.ianaTimezone, limits, MOST_COUNTED, unit],
  );
  const cutAt = counts.rows.some((row) => row.is_cut)
    ? Math.max(...counts.rows.map((row) => row.band))
    : limits.length;
  const read = (band: CreditAge["band"], place: number): CreditAge => {
    const count = counts.rows.find((row) => row.band === place)?.customers ?? 0;
    return {
      band,
      amountMinor: Number(amounts.rows.find((row) => row.band === place)?.amount ?? 0),
      customers: place >= 0 && place < cutAt ? Number(count) : null,
    };
  };
  return [...BANDS.map((band, place) => read(band, place)), read("never", -1)];
}
