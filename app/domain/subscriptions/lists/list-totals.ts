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
 * Keeps a list's totals when one of its rows has changed, in the same transaction.
 *
 * @param before null for a row that came into being; `after`: null for one that went.
 */
export async function countChange(
  tx: Queries,
  { shopId, list }: { shopId: bigint; list: CountedList },
  before: Counted | null,
  after: Counted | null,
): Promise<void> {
  if (before && after && isSame(keyOf(before), keyOf(after))) return;
  const changes = [
    ...(before ? [{ ...keyOf(before), by: -1 }] : []),
    ...(after ? [{ ...keyOf(after), by: 1 }] : []),
  ];
  // In one order everywhere, so that two changes never wait for each other.
  changes.sort(
    (one, other) =>
      compare(one.planId, other.planId) ||
      compare(one.status, other.status) ||
      compare(one.kind, other.kind),
  );
  for (const { by, ...key } of changes) await addTo(tx, { shopId, list }, key, by);
}

/** The same for many rows that came into being. The caller holds the store's write lock. */
export async function countNew(
  tx: Queries,
  list: { shopId: bigint; list: CountedList },
  rows: readonly Counted[],
): Promise<void> {
  const totals = new Map<string, { key: Key; by: number }>();
  for (const row of rows) {
    const key = keyOf(row);
    const name = `${key.planId} ${key.status} ${key.kind}`;
    totals.set(name, { key, by: (totals.get(name)?.by ?? 0) + 1 });
  }
  const inOrder = [...totals].sort(([one], [other]) => compare(one, other));
  for (const [, { key, by }] of inOrder) await addTo(tx, list, key, by);
}

async function addTo(
  tx: Queries,
  { shopId, list }: { shopId: bigint; list: CountedList },
  { planId, status, kind }: Key,
  by: number,
): Promise<void> {
  await tx.$executeRaw`
    INSERT INTO list_totals AS t (shop_id, list, plan_id, status, kind, total)
    VALUES (${shopId}, ${list}, ${planId}, ${status}, ${kind}, ${by})
    ON CONFLICT (shop_id, list, plan_id, status, kind) DO UPDATE SET total = t.total + excluded.total`;
}

interface Key {
  planId: bigint;
  status: string;
  kind: string;
}

const keyOf = ({ planId, status, kind }: Counted): Key => ({
  planId: planId ?? 0n,
  status,
  kind: kind ?? "",
});

const isSame = (one: Key, other: Key) =>
  one.planId === other.planId && one.status === other.status && one.kind === other.kind;

const compare = <T extends bigint | string>(one: T, other: T) =>
  one < other ? -1 : Number(one > other);

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
