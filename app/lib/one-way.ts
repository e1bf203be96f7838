import { partsOf } from "./parts-of.ts";

/**
 * SQL that leaves the planner one way to run it. A table that was just filled has no statistics: PostgreSQL then takes every
 * column for one of 200 values, so that an index over a state finds as few rows as one over a customer, and a list of more
 * than 200 ids all rows of a store. A statement over many rows therefore starts from its ids, looks each up by its key, and
 * checks the rest on the rows that it has found (record 170).
 */

/** A row for each id, in `given.id`. The ids are all different. */
export const givenIds = (parameter: string): string =>
  `unnest(${parameter}::bigint[]) AS given (id)`;

/** The one row of the store $1 with a key, for `CROSS JOIN` or `LEFT JOIN … ON true`. A key is unique within the store. */
export const rowBy = (table: string, key: string): string =>
  `LATERAL (SELECT * FROM ${table} WHERE shop_id = $1 AND ${key} LIMIT 1)`;

/** All rows of the store $1 with a key, for the same places and for `FROM`. */
export const rowsBy = (table: string, key: string): string =>
  `LATERAL (SELECT * FROM ${table} WHERE shop_id = $1 AND ${key} OFFSET 0)`;

/** A condition that is checked on the rows that others have found: no index is looked at for it. */
export const checked = (condition: string): string => `(${condition}) IS TRUE`;

/** More than any id. */
const ABOVE_ALL_IDS = 2n ** 63n - 1n;

/**
 * The ids after one, for a page in the order of the ids. With an upper bound the planner takes it for a small part of the
 * store's rows, which is what the page's limit makes of it.
 */
export const isAfter = (id: string, after: string): string =>
  `${id} > ${after} AND ${id} < ${ABOVE_ALL_IDS}`;

/** The same as a condition of Prisma. */
export const idsAfter = (after: bigint) => ({ gt: after, lt: ABOVE_ALL_IDS });

/** So many values of a list the planner still takes for a part of a table. */
export const FEW_VALUES = 50;

/**
 * Reads what belongs to the values of a list, a few of them at a time: for conditions with `in`, which cannot look up one value
 * after another.
 */
export async function readInParts<V, R>(
  values: readonly V[],
  read: (some: V[]) => Promise<R[]>,
): Promise<R[]> {
  const found: R[][] = [];
  for (const some of partsOf(values, FEW_VALUES)) found.push(await read(some));
  return found.flat();
}
