import type { Pool } from "pg";
import { formatDate, offsetSeconds } from "#app/lib/zoned-time.ts";
import { commonZone, learnZones } from "#app/lib/zones.ts";

/** A zone of active stores in which the runtime and the database do not count alike. */
export interface ZoneTrouble {
  zone: string;
  stores: number;
  /** Null where one of the two does not know the zone, so that its stores go by UTC; else the first day on which they differ. */
  differsFrom: string | null;
}

/** So far ahead charges are planned and told. */
const DAYS = 400;

/** Compares what the runtime and the database know of the zones of all active stores, for each day of the next 400. */
export async function findZoneTrouble(pool: Pool): Promise<ZoneTrouble[]> {
  await learnZones(pool);
  const { rows: named } = await pool.query<{ zone: string; stores: number }>(
    `SELECT iana_timezone AS zone, count(*)::int AS stores FROM shops WHERE status = 'active' GROUP BY 1 ORDER BY 1`,
  );
  const common = new Map(named.map(({ zone }) => [zone, commonZone(zone)]));
  const known = new Set([...common.values()].filter((zone) => zone !== null));
  const { rows } = await pool.query<CountedZone>(
    `SELECT zone, array_agg(day ORDER BY day) AS days, array_agg(
         extract(epoch FROM (day AT TIME ZONE zone) - (day AT TIME ZONE 'UTC'))::int ORDER BY day) AS offsets
     FROM unnest($1::text[]) zone, generate_series(0, $2) n, LATERAL (
       SELECT date_trunc('day', now()) + n * interval '1 day' AS day) days
     GROUP BY zone`,
    [[...known], DAYS],
  );
  const offsets = new Map(rows.map((row) => [row.zone, row]));
  return named.flatMap(({ zone, stores }): ZoneTrouble[] => {
    const counted = offsets.get(common.get(zone) ?? "");
    if (!counted) return [{ zone, stores, differsFrom: null }];
    const day = firstDayApart(counted);
    return day ? [{ zone, stores, differsFrom: formatDate(day, "UTC") }] : [];
  });
}

/** Beginnings of days in UTC, and how far PostgreSQL counts the zone to be ahead of it then, in seconds. */
interface CountedZone {
  zone: string;
  days: readonly Date[];
  offsets: readonly number[];
}

/** The first of the days for which Node.js counts otherwise. */
export function firstDayApart({ zone, days, offsets }: CountedZone): Date | undefined {
  return days.find((day, index) => offsetSeconds(day, zone) !== offsets[index]);
}

/** A sentence for an operator. */
export function describeZoneTrouble({ zone, stores, differsFrom }: ZoneTrouble): string {
  const whose = `${zone}, the time zone of ${stores} ${stores === 1 ? "store" : "stores"},`;
  return differsFrom === null
    ? `${whose} is not known to both Node.js and PostgreSQL; these stores go by UTC.`
    : `${whose} has other rules in Node.js than in PostgreSQL from ${differsFrom} on.`;
}
