import { type LastWrite, writeLast } from "./before-commit.ts";
import type { Queries } from "./db.ts";
import {
  columnsOf,
  type Model,
  type NewRow,
  type Row,
  TABLES,
  toColumn,
  toJson,
} from "./insert-rows.ts";

/** What finds a row within its store, by the models of which many rows are updated at once. */
export const KEYS = {
  BillingAttempt: ["id"],
  BillingCycle: ["subscriptionId", "cycleIndex"],
  Order: ["id"],
  Subscription: ["id"],
} as const satisfies Partial<Record<Model, readonly string[]>>;

/** A model of {@link KEYS}. */
export type UpdatedModel = keyof typeof KEYS;

/** What finds a row, and the new values of others of its fields. One that is left out or undefined stays as it is. */
export type RowUpdate<M extends UpdatedModel> = Pick<Row<M>, KeyOf<M>> & {
  [F in keyof NewRow<M>]?: NewRow<M>[F] | undefined;
};
type KeyOf<M extends UpdatedModel> = ("shopId" | (typeof KEYS)[M][number]) & keyof Row<M>;

/**
 * Updates rows of one store, all different, by one statement for all that set the same columns.
 *
 * @throws Error where one of the rows is not there.
 */
export async function updateRows<M extends UpdatedModel>(
  tx: Queries,
  model: M,
  updates: readonly RowUpdate<M>[],
): Promise<void> {
  const keys = keyColumnsOf(model);
  for (const [columns, some] of Map.groupBy(updates, columnsOf)) {
    const values = columns.split(", ").filter((column) => !keys.includes(column));
    if (values.length === 0) continue;
    const [first] = some as { shopId: bigint }[];
    const sql = updateSql(TABLES[model], keys, values);
    const count = await tx.$executeRawUnsafe(sql, toJson(some), first?.shopId);
    if (count !== some.length) throw new Error(`${TABLES[model]}: a row to update is not there`);
  }
}

/**
 * The same at the end of the transaction, together with the others of their kind: for a row that nobody reads again before. What is
 * written of a row last counts, column by column.
 */
export async function updateRowLast<M extends UpdatedModel>(
  tx: Queries,
  model: M,
  update: RowUpdate<M>,
): Promise<void> {
  await writeLast(tx, UPDATES[model] as LastWrite<Queries, RowUpdate<M>>, [update]);
}

function updatesOf<M extends UpdatedModel>(model: M): LastWrite<Queries, RowUpdate<M>> {
  return {
    turn: 0,
    write: async (tx, updates) => {
      const merged = new Map<string, RowUpdate<M>>();
      for (const update of updates) {
        const key = keyOf(model, update);
        merged.set(key, { ...merged.get(key), ...update });
      }
      await updateRows(tx, model, [...merged.values()]);
    },
  };
}

const UPDATES = {
  BillingAttempt: updatesOf("BillingAttempt"),
  BillingCycle: updatesOf("BillingCycle"),
  Order: updatesOf("Order"),
  Subscription: updatesOf("Subscription"),
} satisfies Record<UpdatedModel, LastWrite<Queries, never>>;

function keyOf<M extends UpdatedModel>(model: M, update: RowUpdate<M>): string {
  const values = update as Readonly<Record<string, unknown>>;
  return ["shopId", ...KEYS[model]].map((field) => String(values[field])).join(":");
}

/** The columns that find a row, the store's first. */
export function keyColumnsOf(model: UpdatedModel): string[] {
  return ["shopId", ...KEYS[model]].map(toColumn);
}

/** Takes the rows as $1, JSON of which the names are those of the columns, and their store as $2. */
export function updateSql(
  table: string,
  keys: readonly string[],
  values: readonly string[],
): string {
  const set = values.map((column) => `${column} = r.${column}`).join(", ");
  const found = keys.filter((key) => key !== "shop_id").map((key) => `t.${key} = r.${key}`);
  return `UPDATE ${table} AS t SET ${set} FROM json_populate_recordset(NULL::${table}, $1::json) AS r
    WHERE t.shop_id = $2 AND ${found.join(" AND ")}`;
}
