import type pg from "pg";
import { codeOf } from "#scripts/database/connect-database.ts";
import { migrationLock } from "#scripts/database/migrate-database.ts";
import { UserFacingError } from "#scripts/process/user-facing-error.ts";
import { assertCluster } from "./assert-cluster.ts";
import { COORDINATOR_TABLES, REFERENCE_TABLES, SHOP_FUNCTIONS } from "./where-things-live.ts";

export interface Distribution {
  /** Tables that were distributed or copied to every node now. */
  tables: string[];
  /** Functions that the nodes were given now. */
  functions: string[];
}

/** The first table that is distributed; every other one is placed beside it, store by store. */
const FIRST_TABLE = "customers";

/**
 * Distributes what is not distributed yet: the tables by store, the look-up tables to every node, and the
 * functions to where the store is. One transaction: all of it happens, or nothing. Safe to repeat.
 *
 * @param name how messages call the database.
 * @throws UserFacingError when the server is no coordinator of a Citus cluster, or refuses a table.
 */
export async function distributeDatabase(client: pg.Client, name: string): Promise<Distribution> {
  await assertCluster(client, name);
  await client.query("SELECT pg_advisory_lock($1)", [migrationLock]);
  try {
    await client.query("BEGIN");
    // One connection to each node: statements about tables that depend on each other take turns.
    await client.query("SET LOCAL citus.multi_shard_modify_mode = 'sequential'");
    await client.query("SET LOCAL client_min_messages = error");
    const tables = await distributeTables(client);
    const functions = await distributeFunctions(client);
    await client.query("COMMIT");
    await dropLocalCopies(client, tables);
    return { tables, functions };
  } catch (error) {
    await client.query("ROLLBACK").catch(() => {});
    throw explained(error, name);
  }
}

async function distributeTables(client: pg.Client): Promise<string[]> {
  const waiting = await listLocalTables(client);
  if (waiting.length === 0) return [];
  const foreignKeys = await dropForeignKeys(client, waiting);
  for (const table of waiting) {
    if (REFERENCE_TABLES.includes(table)) {
      await client.query("SELECT create_reference_table($1::regclass)", [table]);
    } else if (table === FIRST_TABLE) {
      await client.query("SELECT create_distributed_table($1::regclass, 'shop_id')", [table]);
    } else {
      await client.query(
        "SELECT create_distributed_table($1::regclass, 'shop_id', colocate_with => $2)",
        [table, FIRST_TABLE],
      );
    }
  }
  for (const statement of foreignKeys) await client.query(statement);
  return waiting;
}

/** Reference tables first, then the table by which the others are placed. */
async function listLocalTables(client: pg.Client): Promise<string[]> {
  const { rows } = await client.query<{ name: string }>(
    `SELECT c.relname AS name FROM pg_class c
     WHERE c.relkind = 'r' AND c.relnamespace = 'public'::regnamespace AND c.relname <> ALL ($1)
       AND NOT EXISTS (SELECT 1 FROM citus_tables t
         WHERE t.table_name = c.oid AND t.citus_table_type IN ('distributed', 'reference'))
     ORDER BY NOT c.relname = ANY ($2), c.relname <> $3, c.relname`,
    [COORDINATOR_TABLES, REFERENCE_TABLES, FIRST_TABLE],
  );
  return rows.map((row) => row.name);
}

/**
 * Drops the foreign keys of and to tables that are still local: a table is distributed only when those that
 * it refers to are.
 *
 * @returns the statements that add them back.
 */
async function dropForeignKeys(client: pg.Client, tables: string[]): Promise<string[]> {
  const { rows } = await client.query<{ drop: string; add: string }>(
    `SELECT format('ALTER TABLE %s DROP CONSTRAINT %I', conrelid::regclass, conname) AS drop,
       format('ALTER TABLE %s ADD CONSTRAINT %I %s', conrelid::regclass, conname, pg_get_constraintdef(oid)) AS add
     FROM pg_constraint
     WHERE contype = 'f' AND connamespace = 'public'::regnamespace
       AND (conrelid = ANY ($1::text[]::regclass[]) OR confrelid = ANY ($1::text[]::regclass[]))
     ORDER BY conrelid::regclass::text, conname`,
    [tables],
  );
  for (const { drop } of rows) await client.query(drop);
  return rows.map(({ add }) => add);
}

/**
 * Gives every node the functions, because a statement on a store's rows may call them there, and lets those
 * that a call begins with run whole where the store is.
 */
async function distributeFunctions(client: pg.Client): Promise<string[]> {
  const { rows } = await client.query<{ name: string; signature: string }>(
    `SELECT p.proname AS name, p.oid::regprocedure::text AS signature FROM pg_proc p
     LEFT JOIN pg_catalog.pg_dist_object o
       ON o.classid = 'pg_proc'::regclass AND o.objid = p.oid AND o.objsubid = 0
     WHERE p.pronamespace = 'public'::regnamespace AND p.prokind = 'f'
       AND p.prorettype <> 'trigger'::regtype
       AND NOT EXISTS (SELECT 1 FROM pg_depend d WHERE d.objid = p.oid AND d.deptype = 'e')
       AND (o.objid IS NULL OR (p.proname = ANY ($1) AND o.distribution_argument_index IS NULL))
     ORDER BY 1`,
    [SHOP_FUNCTIONS],
  );
  for (const { name, signature } of rows) {
    if (SHOP_FUNCTIONS.includes(name)) {
      await client.query(
        "SELECT create_distributed_function($1::regprocedure, 'p_shop', colocate_with => $2)",
        [signature, FIRST_TABLE],
      );
    } else {
      await client.query("SELECT create_distributed_function($1::regprocedure)", [signature]);
    }
  }
  return rows.map((row) => row.name);
}

/** The coordinator keeps the rows of before beside the distributed ones, unseen, until they are dropped. */
async function dropLocalCopies(client: pg.Client, tables: string[]): Promise<void> {
  const distributed = tables.filter((table) => !REFERENCE_TABLES.includes(table));
  if (distributed.length === 0) return;
  await client.query("SET client_min_messages = error");
  for (const table of distributed) {
    await client.query("SELECT truncate_local_data_after_distributing_table($1::regclass)", [
      table,
    ]);
  }
}

function explained(error: unknown, name: string): unknown {
  if (!(error instanceof Error) || codeOf(error) === undefined) return error;
  const hint =
    codeOf(error) === "53200"
      ? " Raise max_locks_per_transaction on every node, and try again."
      : "";
  const message = error.message.split("\n").join(" ");
  return new UserFacingError(
    `The database at ${name} could not be distributed, and nothing of it was changed: ${message}.${hint}`,
  );
}
