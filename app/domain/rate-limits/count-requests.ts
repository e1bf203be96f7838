import type { Pool } from "pg";
import type { WindowUse } from "./window.ts";

/** One store's calls that arrived together. */
export interface CountedCalls {
  shopId: string;
  calls: number;
}

/**
 * Counts calls of one or more stores in the current minute and day, in one round trip. Safe across
 * processes: the rows are the only counter. Machine time, aligned to the clock; days in the store's zone.
 *
 * @returns by store, the use *after* all of its calls were counted.
 */
export async function countRequests(
  pool: Pool,
  calls: readonly CountedCalls[],
): Promise<Map<string, WindowUse>> {
  const { rows } = await pool.query<{
    shop_id: string;
    minute_used: string;
    minute_ends: Date;
    day_used: string;
    day_ends: Date;
  }>({
    name: "count-requests",
    text: COUNT_SQL,
    values: [calls.map((c) => c.shopId), calls.map((c) => c.calls)],
  });
  return new Map(
    rows.map((row) => [
      row.shop_id,
      {
        minuteUsed: Number(row.minute_used),
        minuteEndsAt: row.minute_ends,
        dayUsed: Number(row.day_used),
        dayEndsAt: row.day_ends,
      },
    ]),
  );
}

// Stores are locked in the order of their ids, so that two processes never wait for each other in a ring.
const COUNT_SQL = `
WITH called AS (
  SELECT s.id, c.calls,
         date_trunc('minute', now()) AS minute_start,
         date_trunc('day', now() AT TIME ZONE s.iana_timezone) AS local_day,
         s.iana_timezone AS zone
  FROM unnest($1::bigint[], $2::bigint[]) AS c (shop_id, calls)
  JOIN shops s ON s.id = c.shop_id
), counted AS (
  INSERT INTO rate_limit_windows AS w (shop_id, window_kind, window_start, used)
  SELECT id, kind, start, calls FROM called,
    LATERAL (VALUES ('minute', minute_start), ('day', local_day AT TIME ZONE zone)) AS windows (kind, start)
  ORDER BY id, kind
  ON CONFLICT (shop_id, window_kind, window_start) DO UPDATE SET used = w.used + excluded.used
  RETURNING shop_id, window_kind, used
)
SELECT c.id AS shop_id,
       minute_row.used AS minute_used,
       c.minute_start + interval '1 minute' AS minute_ends,
       day_row.used AS day_used,
       (c.local_day + interval '1 day') AT TIME ZONE c.zone AS day_ends
FROM called c
JOIN counted minute_row ON minute_row.shop_id = c.id AND minute_row.window_kind = 'minute'
JOIN counted day_row ON day_row.shop_id = c.id AND day_row.window_kind = 'day'`;
