import type { ShopContext } from "../../context.ts";
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

// Goes backwards from what the accounts hold now, so that only the entries of the periods asked for are
// read. A hold moves nothing out of what is owed; what it turns into does.
const READ_LIABILITY = `
  WITH moved AS (
    SELECT width_bucket(created_at, $2::timestamptz[]) AS period, type_code,
           coalesce(sum(amount_minor) FILTER (WHERE amount_minor > 0), 0) AS given,
           coalesce(sum(amount_minor) FILTER (WHERE amount_minor < 0), 0) AS taken,
           count(*) AS entries
    FROM credit_entries
    WHERE shop_id = $1 AND unit = 'money' AND status = 0 AND created_at >= ($2::timestamptz[])[1]
    GROUP BY 1, 2)
  SELECT coalesce(sum(a.available_minor), 0) AS available, coalesce(sum(a.held_minor), 0) AS held,
         count(*) FILTER (WHERE a.available_minor + a.held_minor > 0) AS holders,
         (SELECT coalesce(jsonb_agg(to_jsonb(moved) ORDER BY type_code), '[]') FROM moved) AS moved
  FROM credit_accounts a WHERE a.shop_id = $1 AND a.unit = 'money'`;

interface MovedRow {
  period: number;
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
  const { rows } = await context.db.pool.query<{
    available: string;
    held: string;
    holders: string;
    moved: MovedRow[];
  }>(READ_LIABILITY, [String(context.shop.id), boundariesOf(periods)]);
  const [row] = rows;
  if (!row) throw new Error("An aggregate always has a row.");
  const byPeriod = Map.groupBy(row.moved, ({ period }) => period);
  let outstandingMinor = Number(row.available) + Number(row.held) - net(byPeriod, periods.length);
  const told: LiabilityPeriod[] = [];
  for (let index = periods.length - 1; index >= 0; index -= 1) {
    const types = (byPeriod.get(index + 1) ?? []).map(toTypeSum);
    told.unshift({ name: periods[index]?.name ?? "", outstandingMinor, types });
    outstandingMinor -= net(byPeriod, index);
  }
  return {
    availableMinor: Number(row.available),
    heldMinor: Number(row.held),
    holders: Number(row.holders),
    periods: told,
  };
}

function boundariesOf(periods: readonly CreditPeriod[]): Date[] {
  const last = periods.at(-1);
  return last ? [...periods.map(({ start }) => start), last.end] : [];
}

/** What moved in the period with this place; the place after the last one is what came later. */
function net(byPeriod: Map<number, MovedRow[]>, index: number): number {
  const moved = byPeriod.get(index + 1) ?? [];
  return moved.reduce((sum, { given, taken }) => sum + given + taken, 0);
}

function toTypeSum({ type_code, given, taken, entries }: MovedRow): CreditTypeSum {
  return { typeCode: type_code, givenMinor: given, takenMinor: taken, entries };
}
