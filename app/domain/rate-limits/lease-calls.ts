import type { Pool } from "pg";
import { prepared } from "#app/lib/prepared.ts";
import {
  KEY_COLUMNS,
  KEY_IS_VALID,
  type KeyRow,
  type RecognizedKey,
  toRecognizedKey,
} from "../api-keys/find-api-keys.ts";
import type { ShopPlan } from "../shops/shop.ts";
import type { RateLimits } from "./plan-limits.ts";
import type { GrantedWindow } from "./store-allowance.ts";

/** Calls made with one key, and how many more its process wants to allow without asking again. */
export interface LeaseRequest {
  /** SHA-256 of the key in hexadecimal. */
  hash: string;
  calls: number;
  minuteBlock: number;
  dayBlock: number;
}

/** A valid key, and what its store was granted for all calls of the statement. */
export interface CountedKey {
  key: RecognizedKey;
  minute: GrantedWindow;
  /** Null for a plan without a daily limit. */
  day: GrantedWindow | null;
}

/**
 * Looks up the keys of calls that arrived together and counts the calls of their stores in the current minute
 * and day, in one round trip. The rows are the only counter, so the limits hold across processes. Beyond the
 * calls, a block may be leased: at most 1/8 of what is left then, and none once fewer than 64 are left. Calls
 * over a limit add nothing to that window. The database server's time decides the windows; days are the store's.
 *
 * @returns by hash, without the keys that are not valid; their calls count nowhere. `serverMs`: the server's time.
 */
export async function leaseCalls(
  pool: Pick<Pool, "query">,
  requests: readonly LeaseRequest[],
  limits: Readonly<Record<ShopPlan, RateLimits>>,
): Promise<{ counted: Map<string, CountedKey>; serverMs: number }> {
  const plans = Object.entries(limits);
  const { rows } = await pool.query<CountedRow>(
    prepared(LEASE_CALLS, [
      requests.map(({ hash }) => hash),
      requests.map(({ calls }) => calls),
      requests.map(({ minuteBlock }) => minuteBlock),
      requests.map(({ dayBlock }) => dayBlock),
      plans.map(([plan]) => plan),
      plans.map(([, { perMinute }]) => perMinute),
      plans.map(([, { perDay }]) => perDay),
    ]),
  );
  const counted = new Map<string, CountedKey>();
  for (const row of rows) if (row.hash !== null) counted.set(row.hash, toCountedKey(row));
  return { counted, serverMs: Number(rows[0]?.server_ms) };
}

interface CountedRow extends KeyRow {
  server_ms: string;
  /** Null on the row that says the time alone, when no key was valid. */
  hash: string | null;
  /** As they were asked for. */
  calls: string;
  minute_block: string;
  day_block: string;
  minute_start: Date;
  minute_ends: Date;
  minute_limit: string;
  minute_used: string;
  minute_granted: string;
  day_start: Date | null;
  day_ends: Date;
  day_limit: string;
  day_used: string;
  day_granted: string;
}

function toCountedKey(row: CountedRow): CountedKey {
  return {
    key: toRecognizedKey(row),
    minute: {
      startsAt: row.minute_start.getTime(),
      endsAt: row.minute_ends.getTime(),
      limit: Number(row.minute_limit),
      used: Number(row.minute_used),
      granted: Number(row.minute_granted),
    },
    day: row.day_start && {
      startsAt: row.day_start.getTime(),
      endsAt: row.day_ends.getTime(),
      limit: Number(row.day_limit),
      used: Number(row.day_used),
      granted: Number(row.day_granted),
    },
  };
}

/**
 * SQL for the first instant of a local day: `day` is a midnight without zone. Where clocks are put back across
 * midnight it comes twice, and PostgreSQL would take the later one.
 */
export function dayStartSql(day: string, zone: string): string {
  const later = `((${day}) AT TIME ZONE ${zone})`;
  const earlier = `(${later} - interval '1 hour')`;
  return `CASE WHEN ${earlier} AT TIME ZONE ${zone} = ${day} THEN ${earlier} ELSE ${later} END`;
}

const used = { fresh: "0", counted: "w.used" };

/** What a window grants: the calls, as far as they fit, and the block as far as leasing may go. */
function grantSql(alreadyUsed: string, asked: string): string {
  const left = `greatest(0, ${asked}.allowance - ${alreadyUsed})`;
  const rest = `(${left} - ${asked}.asked_calls)`;
  return `least(${asked}.asked_calls, ${left}) +
    CASE WHEN ${rest} >= 64 THEN least(${asked}.asked_block, ${rest} / 8) ELSE 0 END`;
}

// Stores are locked in the order of their ids, so two processes never deadlock.
export const LEASE_CALLS = `
WITH keyed AS (
  SELECT c.hash, c.calls, c.minute_block, c.day_block, ${KEY_COLUMNS}
  FROM unnest($1::text[], $2::bigint[], $3::bigint[], $4::bigint[]) AS c (hash, calls, minute_block, day_block)
  JOIN api_keys k ON k.key_hash = decode(c.hash, 'hex')
  JOIN shops s ON s.id = k.shop_id
  WHERE ${KEY_IS_VALID}
), called AS (
  SELECT shop_id, sum(calls)::bigint AS calls, max(minute_block) AS minute_block, max(day_block) AS day_block,
         l.per_minute, l.per_day, date_trunc('minute', now()) AS minute_start,
         working_zone(iana_timezone) AS zone
  FROM keyed JOIN unnest($5::text[], $6::bigint[], $7::bigint[]) AS l (plan, per_minute, per_day) USING (plan)
  GROUP BY shop_id, iana_timezone, per_minute, per_day
), asked AS (
  SELECT shop_id, kind, start, ends, allowance, calls AS asked_calls, block AS asked_block
  FROM called, LATERAL (SELECT date_trunc('day', now() AT TIME ZONE zone) AS local_day) AS days, LATERAL (VALUES
    ('minute', minute_start, minute_start + interval '1 minute', per_minute, minute_block),
    ('day', ${dayStartSql("local_day", "zone")},
     ${dayStartSql("local_day + interval '1 day'", "zone")}, per_day, day_block)
  ) AS windows (kind, start, ends, allowance, block)
  WHERE allowance IS NOT NULL
), leased AS (
  INSERT INTO rate_limit_windows AS w
    (shop_id, window_kind, window_start, allowance, asked_calls, asked_block, used, granted)
  SELECT shop_id, kind, start, allowance, asked_calls, asked_block,
         ${grantSql(used.fresh, "a")}, ${grantSql(used.fresh, "a")}
  FROM asked a ORDER BY shop_id, kind
  ON CONFLICT (shop_id, window_kind, window_start) DO UPDATE SET
    allowance = excluded.allowance, asked_calls = excluded.asked_calls, asked_block = excluded.asked_block,
    used = w.used + ${grantSql(used.counted, "excluded")},
    granted = ${grantSql(used.counted, "excluded")}
  RETURNING shop_id, window_kind, used, granted
), windows AS (
  SELECT a.*, l.used, l.granted FROM asked a
  JOIN leased l ON l.shop_id = a.shop_id AND l.window_kind = a.kind
)
SELECT extract(epoch FROM now()) * 1000 AS server_ms, keyed.*,
       m.start AS minute_start, m.ends AS minute_ends, m.allowance AS minute_limit,
       m.used AS minute_used, m.granted AS minute_granted,
       d.start AS day_start, d.ends AS day_ends, d.allowance AS day_limit, d.used AS day_used, d.granted AS day_granted
FROM (VALUES (1)) AS always
LEFT JOIN keyed ON true
LEFT JOIN windows m ON m.shop_id = keyed.shop_id AND m.kind = 'minute'
LEFT JOIN windows d ON d.shop_id = keyed.shop_id AND d.kind = 'day'`;
