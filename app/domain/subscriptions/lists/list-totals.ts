import { type LastWrite, writeLast } from "#app/lib/before-commit.ts";
import type { Queries } from "#app/lib/db.ts";

/** The lists whose totals are kept. */
export type CountedList = "members" | "subscriptions" | "billing_attempts";

/** What a row counts under. */
interface Counted {
  planId: bigint | null;
  status: string;
  /** Of subscriptions alone. */
  kind?: string;
}

/**
 * Keeps a list's totals when one of its rows has changed, at the end of the same transaction.
 *
 * @param before null for a row that came into being; `after`: null for one that went.
 */
export async function countChange(
  tx: Queries,
  list: { shopId: bigint; list: CountedList },
  before: Counted | null,
  after: Counted | null,
): Promise<void> {
  await writeLast(tx, TOTALS, [
    ...(before ? [{ ...list, ...keyOf(before), by: -1 }] : []),
    ...(after ? [{ ...list, ...keyOf(after), by: 1 }] : []),
  ]);
}

/** The same for many rows that came into being. */
export async function countNew(
  tx: Queries,
  list: { shopId: bigint; list: CountedList },
  rows: readonly Counted[],
): Promise<void> {
  await writeLast(
    tx,
    TOTALS,
    rows.map((row) => ({ ...list, ...keyOf(row), by: 1 })),
  );
}

interface Change {
  shopId: bigint;
  list: CountedList;
  planId: bigint;
  status: string;
  kind: string;
  by: number;
}

const TOTALS: LastWrite<Queries, Change> = {
  turn: 5,
  write: async (tx, changes) => {
    const sums = new Map<string, Change>();
    for (const change of changes) {
      const { shopId, list, planId, status, kind } = change;
      const name = JSON.stringify([String(shopId), list, String(planId), status, kind]);
      sums.set(name, { ...change, by: (sums.get(name)?.by ?? 0) + change.by });
    }
    // In one order everywhere, so that two changes never wait for each other.
    const inOrder = [...sums].sort(([one], [other]) => (one < other ? -1 : 1));
    const rows = inOrder.map(([, change]) => change).filter(({ by }) => by !== 0);
    if (rows.length === 0) return;
    await tx.$executeRaw`
      INSERT INTO list_totals AS t (shop_id, list, plan_id, status, kind, total)
      SELECT r.shop_id, r.list, r.plan_id, r.status, r.kind, r.by
      FROM unnest(${rows.map(({ shopId }) => shopId)}::bigint[], ${rows.map(({ list }) => list)}::text[],
        ${rows.map(({ planId }) => planId)}::bigint[], ${rows.map(({ status }) => status)}::text[],
        ${rows.map(({ kind }) => kind)}::text[], ${rows.map(({ by }) => by)}::bigint[])
        AS r (shop_id, list, plan_id, status, kind, by)
      ON CONFLICT (shop_id, list, plan_id, status, kind) DO UPDATE SET total = t.total + excluded.total`;
  },
};

const keyOf = ({ planId, status, kind }: Counted) => ({
  planId: planId ?? 0n,
  status,
  kind: kind ?? "",
});

const COUNTED_BY: readonly string[] = ["status", "planId", "kind"];

/**
 * The total of a list's statement: from what is kept where that is enough, else counted.
 *
 * @param where what narrows the list, about a table `f` of the list's rows.
 */
export function totalSql(list: CountedList, names: readonly string[], where: string): string {
  return names.every((name) => COUNTED_BY.includes(name))
    ? `SELECT coalesce(sum(f.total), 0)::bigint AS total FROM list_totals f
       WHERE f.shop_id = $1 AND f.list = '${list}'${where}`
    : `SELECT count(*) AS total FROM ${list} f WHERE f.shop_id = $1${where}`;
}
