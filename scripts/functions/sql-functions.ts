import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type pg from "pg";
import { projectRoot } from "#scripts/files/project-root.ts";

const folder = join(projectRoot, "prisma", "functions");

/** One file of prisma/functions: the function `name`, as `CREATE OR REPLACE FUNCTION`. */
interface FunctionFile {
  name: string;
  sql: string;
}

/** A function as the database holds it. */
export interface StoredFunction {
  name: string;
  /** `name(argument types)`, which PostgreSQL knows it by. */
  signature: string;
  /** Argument names, defaults and the result type: what CREATE OR REPLACE cannot change. */
  form: string;
  /** The whole definition, without the comment above it. */
  definition: string;
}

function readFunctionFiles(): FunctionFile[] {
  return readdirSync(folder)
    .filter((file) => file.endsWith(".sql"))
    .sort()
    .map((file) => ({
      name: file.slice(0, -".sql".length),
      sql: `${readFileSync(join(folder, file), "utf8").trim()}\n`,
    }));
}

/** The functions of the schema `public`, by signature, without those of extensions. */
export async function readStoredFunctions(client: pg.Client): Promise<Map<string, StoredFunction>> {
  const { rows } = await client.query<StoredFunction>(
    `SELECT p.proname AS name, p.oid::regprocedure::text AS signature,
            pg_get_function_arguments(p.oid) || ' → ' || pg_get_function_result(p.oid) AS form,
            pg_get_functiondef(p.oid) AS definition
     FROM pg_proc p
     WHERE p.pronamespace = 'public'::regnamespace AND p.prokind = 'f'
       AND NOT EXISTS (
         SELECT 1 FROM pg_depend d
         WHERE d.classid = 'pg_proc'::regclass AND d.objid = p.oid AND d.deptype = 'e')
     ORDER BY 2`,
  );
  return new Map(rows.map((row) => [row.signature, row]));
}

/**
 * Replaces a scratch database's functions with those of the files, and triggers that call a function go with it.
 * Throws when a file holds another function than it is named for, or more than one.
 */
export async function buildFunctionsFromFiles(
  client: pg.Client,
): Promise<Map<string, StoredFunction & { sql: string }>> {
  // One may call another whose file comes later.
  await client.query("SET check_function_bodies = off");
  for (const signature of (await readStoredFunctions(client)).keys()) {
    await client.query(`DROP FUNCTION IF EXISTS ${signature} CASCADE`);
  }
  const built = new Map<string, StoredFunction & { sql: string }>();
  for (const { name, sql } of readFunctionFiles()) {
    await client.query(sql);
    const made = [...(await readStoredFunctions(client)).values()].filter(
      ({ signature }) => !built.has(signature),
    );
    const [only] = made;
    if (made.length !== 1 || only?.name !== name) {
      const found = made.map(({ signature }) => signature).join(", ") || "no function";
      throw new Error(`prisma/functions/${name}.sql must hold the function ${name}: ${found}`);
    }
    built.set(only.signature, { ...only, sql });
  }
  return built;
}
