import type { Pool } from "pg";
import {
  KEY_COLUMNS,
  KEY_WORKS,
  type KeyRow,
  type RecognizedKey,
  toRecognisedKey,
} from "../api-keys/find-api-key.ts";
import type { WindowUse } from "./window.ts";

/** A key that works, and its store's use of both windows once all calls of the batch were counted. */
export interface CountedKey {
  key: RecognizedKey;
  use: WindowUse;
}

/**
 * Recognises the keys of calls that arrived together and counts the calls of their stores in the current
 * minute and day, in one round trip. Exact across processes: the rows are the only counter. Calls with a
 * key that does not work count nowhere. Machine time, aligned to the clock; days in the store's zone.
 *
 * @param calls SHA-256 of each key in hexadecimal → how many calls came with it.
 * @returns by the same text; what is missing does not work.
 */
export async function countCalls(
  pool: Pool,
  calls: ReadonlyMap<string, number>,
): Promise<Map<string, CountedKey>> {
  const { rows } = await pool.query<AdmittedRow>({
    name: "admit-calls",
    text: ADMIT_CALLS,
    values: [[...calls.keys()], [...calls.values()]],
  });
  return new Map(
    rows.map((row) => [
      row.hash,
      {
        key: toRecognisedKey(row),
        use: {
          minuteUsed: Number(row.minute_used),
          minuteEndsAt: row.minute_ends,
          dayUsed: Number(row.day_used),
          dayEndsAt: row.day_ends,
        },
      },
    ]),
  );
}

interface AdmittedRow extends KeyRow {
  hash: string;
  minute_used: string;
  minute_ends: Date;
  day_used: string;
  day_ends: Date;
}

// Stores are locked in the order of their ids, so that two processes never wait for each other in a ring.
const ADMIT_CALLS = `
WITH keyed AS (
  SELECT c.hash, c.calls, ${KEY_COLUMNS}
  FROM unnest($1::text[], $2::bigint[]) AS c (hash, calls)
  JOIN api_keys k ON k.key_hash = decode(c.hash, 'hex')
  JOIN shops s ON s.id = k.shop_id
  WHERE ${KEY_WORKS}
), called AS (
  SELECT shop_id, sum(calls) AS calls, date_trunc('minute', now()) AS minute_start,
         date_trunc('day', now() AT TIME ZONE iana_timezone) AS local_day, iana_timezone AS zone
  FROM keyed GROUP BY shop_id, iana_timezone
), counted AS (
  INSERT INTO rate_limit_windows AS w (shop_id, window_kind, window_start, used)
  SELECT shop_id, kind, start, calls FROM called,
    LATERAL (VALUES ('minute', minute_start), ('day', local_day AT TIME ZONE zone)) AS windows (kind, start)
  ORDER BY shop_id, kind
  ON CONFLICT (shop_id, window_kind, window_start) DO UPDATE SET used = w.used + excluded.used
  RETURNING shop_id, window_kind, used
)
SELECT keyed.*, minute_row.used AS minute_used, c.minute_start + interval '1 minute' AS minute_ends,
       day_row.used AS day_used, (c.local_day + interval '1 day') AT TIME ZONE c.zone AS day_ends
FROM keyed
JOIN called c USING (shop_id)
JOIN counted minute_row ON minute_row.shop_id = c.shop_id AND minute_row.window_kind = 'minute'
JOIN counted day_row ON day_row.shop_id = c.shop_id AND day_row.window_kind = 'day'`;
