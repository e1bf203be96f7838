import { formatDate } from "#app/lib/zoned-time.ts";
import type { ShopContext } from "../../context.ts";
import { rollUpForReader } from "../../ledger/roll-up-credit.ts";
import type { CreditPeriod } from "./credit-periods.ts";

/** What moved in a period, by type. Minor units; `takenMinor` is not above zero. */
export interface CreditTypeSum {
  typeCode: number;
  givenMinor: number;
  takenMinor: number;
  entries: number;
}

export interface LiabilityPeriod {
  name: string;
  /** What customers had at its end, available and held together. */
  outstandingMinor: number;
  types: CreditTypeSum[];
}

export interface CreditLiability {
  availableMinor: number;
  heldMinor: number;
  /** Customers who have any of it. */
  holders: number;
  periods: LiabilityPeriod[];
}

// Days that the summary has followed, and the entries after it, in one statement: whatever is posted meanwhile is
// either in both or in neither. Going backwards from what is owed now, only the days of the requested periods
// are separated. A hold does not change what is owed; its settlement does.
const READ_LIABILITY = `
  WITH summary AS MATERIALIZED (
    SELECT coalesce((SELECT last_entry_id FROM credit_rollups WHERE shop_id = $1 AND zone = $2), 0) AS last_id
  ), moved AS (
    SELECT day, type_code, given_minor AS given, taken_minor AS taken, entries
    FROM credit_days, summary
    WHERE shop_id = $1 AND unit = 'money' AND last_id > 0
    UNION ALL
    SELECT (created_at AT TIME ZONE $2)::date, type_code, sum(greatest(amount_minor, 0)), sum(least(amount_minor, 0)),
           count(*)
    FROM credit_entries, summary
    WHERE shop_id = $1 AND id > last_id AND unit = 'money' AND status = 0
    GROUP BY 1, 2)
  SELECT (SELECT coalesce(sum(given + taken), 0) FROM moved) AS outstanding,
         (SELECT coalesce(sum(held_minor), 0) FROM credit_accounts
          WHERE shop_id = $1 AND unit = 'money' AND held_minor > 0) AS held,
         (SELECT holders FROM credit_rollups WHERE shop_id = $1) AS holders,
         (SELECT coalesce(jsonb_agg(jsonb_build_object('day', day, 'type_code', type_code, 'given', given,
            'taken', taken, 'entries', entries)), '[]') FROM moved WHERE day >= $3::date) AS moved`;

interface MovedRow {
  /** `YYYY-MM-DD` of the store's calendar. */
  day: string;
  type_code: number;
  given: number;
  taken: number;
  entries: number;
}

/**
 * What the store owes its customers in credit: now, and at the end of each of the periods, which follow one
 * another without a gap; and what moved in each, by type. Exactly what the ledger's entries add up to.
 */
export async function readCreditLiability(
  context: Pick<ShopContext, "db" | "shop">,
  periods: readonly CreditPeriod[],
): Promise<CreditLiability> {
  const { shop, db } = context;
  await rollUpForReader(context);
  const { rows } = await db.pool.query<{
    outstanding: string;
    held: string;
    holders: string | null;
    moved: MovedRow[];
  }>(READ_LIABILITY, [
    String(shop.id),
    shop.ianaTimezone,
    formatDate(periods[0]?.start ?? new Date(), shop.ianaTimezone),
  ]);
  const [row] = rows;
  if (!row) throw new Error("An aggregate always has a row.");
  const lastDay = formatDate(new Date((periods.at(-1)?.end.getTime() ?? 0) - 1), shop.ianaTimezone);
  const byPeriod = Map.groupBy(row.moved, ({ day }) => periodOf(day, periods, lastDay));
  let outstandingMinor = Number(row.outstanding) - net(byPeriod.get(LATER));
  const results: LiabilityPeriod[] = [];
  for (const { name } of periods.toReversed()) {
    const moved = byPeriod.get(name);
    results.unshift({ name, outstandingMinor, types: sumByType(moved) });
    outstandingMinor -= net(moved);
  }
  const heldMinor = Number(row.held);
  return {
    availableMinor: Number(row.outstanding) - heldMinor,
    heldMinor,
    holders: Number(row.holders ?? 0),
    periods: results,
  };
}

/** What was posted after the last of the periods. */
const LATER = "later";

/** The name of the period that holds a day: a day's is the day, a month's the first part of it. */
function periodOf(day: string, periods: readonly CreditPeriod[], lastDay: string): string {
  return day > lastDay ? LATER : day.slice(0, periods[0]?.name.length);
}

function net(moved: readonly MovedRow[] = []): number {
  return moved.reduce((sum, { given, taken }) => sum + given + taken, 0);
}

function sumByType(moved: readonly MovedRow[] = []): CreditTypeSum[] {
  const byType = Map.groupBy(moved, ({ type_code: typeCode }) => typeCode);
  return [...byType]
    .sort(([one], [other]) => one - other)
    .map(([typeCode, rows]) => ({
      typeCode,
      givenMinor: rows.reduce((sum, { given }) => sum + given, 0),
      takenMinor: rows.reduce((sum, { taken }) => sum + taken, 0),
      entries: rows.reduce((sum, { entries }) => sum + entries, 0),
    }));
}
