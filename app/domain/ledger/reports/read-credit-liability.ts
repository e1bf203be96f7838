import { formatDate } from "#app/lib/zoned-time.ts";
import type { ShopContext } from "../../context.ts";
import type { CreditUnit } from "../movement.ts";
import { rollUpForReader } from "../roll-up-credit.ts";
import type { CreditPeriod } from "./credit-periods.ts";

/** What moved in a period, by type. Minor units, or points; `takenMinor` is not above zero. */
export interface CreditTypeSum {
  typeCode: number;
  givenMinor: number;
  takenMinor: number;
  entries: number;
}

export interface LiabilityPeriod {
  name: string;
  /** What customers had when it began, available and held together. */
  openingMinor: number;
  /** What they had at its end: the opening, all that moved, and what became a debt of it. */
  outstandingMinor: number;
  types: CreditTypeSum[];
  /** What was taken without being there, and became a debt; below zero where debts were paid by what was given. */
  becameOwedMinor: number;
}

export interface CreditLiability {
  availableMinor: number;
  heldMinor: number;
  /** What counts later, and is in no period. */
  pendingMinor: number;
  /** What was taken back after it was spent. */
  owedMinor: number;
  /** Customers who have any of it; null of points, where it is not counted. */
  holders: number | null;
  periods: LiabilityPeriod[];
}

// Days that the summary has followed, and the entries after it, in one statement: whatever is posted meanwhile is
// either in both or in neither. Going backwards from what is owed now, only the days of the requested periods
// are separated. A hold does not change what is owed; its settlement does. An account in debt has nothing: what it came to is
// below zero then, and that part of an entry is the debt's.
const READ_LIABILITY = `
  WITH summary AS MATERIALIZED (
    SELECT coalesce((SELECT last_entry_id FROM credit_rollups WHERE shop_id = $1 AND zone = $2), 0) AS last_id
  ), moved AS (
    SELECT day, type_code, given_minor AS given, taken_minor AS taken, entries
    FROM credit_days, summary
    WHERE shop_id = $1 AND unit = $4 AND last_id > 0
    UNION ALL
    SELECT (created_at AT TIME ZONE $2)::date, type_code, sum(greatest(amount_minor, 0)), sum(least(amount_minor, 0)),
           count(*)
    FROM credit_entries, summary
    WHERE shop_id = $1 AND id > last_id AND unit = $4 AND status = 0
    GROUP BY 1, 2
  ), debt AS (
    SELECT (created_at AT TIME ZONE $2)::date AS day,
           sum(greatest(-total_after_minor, 0) - greatest(amount_minor - total_after_minor, 0)) AS became_owed
    FROM credit_entries
    WHERE shop_id = $1 AND unit = $4 AND status = 0 AND created_at >= $5
      AND (total_after_minor < 0 OR total_after_minor < amount_minor)
    GROUP BY 1
  ), waiting AS (
    SELECT coalesce(sum(pending_minor), 0) AS pending FROM credit_accounts
    WHERE shop_id = $1 AND unit = $4 AND pending_minor > 0
  ), owing AS (
    SELECT coalesce(sum(owed_minor), 0) AS owed FROM credit_accounts
    WHERE shop_id = $1 AND unit = $4 AND owed_minor > 0)
  SELECT (SELECT coalesce(sum(given + taken), 0) FROM moved) + owed AS outstanding, pending, owed,
         CASE WHEN $4 = 'money' THEN (SELECT coalesce(sum(held_minor), 0) FROM credit_accounts
          WHERE shop_id = $1 AND unit = 'money' AND held_minor > 0) ELSE 0 END AS held,
         CASE WHEN $4 = 'money' THEN (SELECT holders FROM credit_rollups WHERE shop_id = $1) END AS holders,
         (SELECT coalesce(jsonb_agg(jsonb_build_object('day', day, 'type_code', type_code, 'given', given,
            'taken', taken, 'entries', entries)), '[]') FROM moved WHERE day >= $3::date) AS moved,
         (SELECT coalesce(jsonb_agg(jsonb_build_object('day', day, 'became_owed', became_owed)), '[]') FROM debt) AS debts
  FROM waiting, owing`;

interface MovedRow {
  /** `YYYY-MM-DD` of the store's calendar. */
  day: string;
  type_code: number;
  given: number;
  taken: number;
  entries: number;
}

interface DebtRow {
  day: string;
  became_owed: number;
}

/**
 * What the store owes its customers in credit or in points: now, and at the end of each of the periods, which follow one
 * another without a gap; and what moved in each, by type. Exactly what the ledger's entries add up to.
 */
export async function readCreditLiability(
  context: Pick<ShopContext, "db" | "shop">,
  periods: readonly CreditPeriod[],
  unit: CreditUnit,
): Promise<CreditLiability> {
  const { shop, db } = context;
  const [first, last] = [periods[0], periods.at(-1)];
  if (!first || !last) throw new Error("A report has periods.");
  await rollUpForReader(context);
  const { rows } = await db.pool.query<{
    outstanding: string;
    pending: string;
    owed: string;
    held: string;
    holders: string | null;
    moved: MovedRow[];
    debts: DebtRow[];
  }>(READ_LIABILITY, [
    String(shop.id),
    shop.ianaTimezone,
    formatDate(first.start, shop.ianaTimezone),
    unit,
    first.start,
  ]);
  const [row] = rows;
  if (!row) throw new Error("An aggregate always has a row.");
  const lastDay = formatDate(new Date(last.end.getTime() - 1), shop.ianaTimezone);
  const ofDay = ({ day }: { day: string }) => periodOf(day, periods, lastDay);
  const moved = Map.groupBy(row.moved, ofDay);
  const debts = Map.groupBy(row.debts, ofDay);
  const netOf = (name: string) => net(moved.get(name)) + owedOf(debts.get(name));
  let outstandingMinor = Number(row.outstanding) - netOf(LATER);
  const results: LiabilityPeriod[] = [];
  for (const { name } of periods.toReversed()) {
    const openingMinor = outstandingMinor - netOf(name);
    results.unshift({
      ...{ name, openingMinor, outstandingMinor },
      types: sumByType(moved.get(name)),
      becameOwedMinor: owedOf(debts.get(name)),
    });
    outstandingMinor = openingMinor;
  }
  const heldMinor = Number(row.held);
  return {
    availableMinor: Number(row.outstanding) - heldMinor,
    heldMinor,
    pendingMinor: Number(row.pending),
    owedMinor: Number(row.owed),
    holders: unit === "money" ? Number(row.holders ?? 0) : null,
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

function owedOf(debts: readonly DebtRow[] = []): number {
  return debts.reduce((sum, { became_owed: owed }) => sum + owed, 0);
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
