import type pg from "pg";
import type { Queries } from "./db.ts";
import { prepared } from "./prepared.ts";

/**
 * Runs a statement of constant text, inside a transaction or outside. An `int8` comes as a bigint or as a text, and is read with `BigInt`
 * or `Number`; everything else comes the same from both.
 */
export type Ask = <Row>(sql: string, values: readonly unknown[]) => Promise<Row[]>;

/** By a transaction. */
export const askIn =
  (tx: Queries): Ask =>
  (sql, values) =>
    tx.$queryRawUnsafe(sql, ...values);

/** Outside one, by the driver alone: of large rows Prisma's client takes several times as long as the driver. */
export const askBy =
  (pool: pg.Pool): Ask =>
  async (sql, values) =>
    (await pool.query(prepared(sql, values))).rows;
