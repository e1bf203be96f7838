import { readdirSync, readFileSync } from "node:fs";
import pg from "pg";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import {
  COORDINATOR_TABLES,
  REFERENCE_TABLES,
  SHOP_FUNCTIONS,
} from "#scripts/distribute/where-things-live.ts";
import { createTestDatabase, type TestDatabase } from "#tests/support/test-database.ts";

// What `npm run distribute` needs of the schema and of hand-written SQL, as far as a single server can tell.

/** The tables that are not placed by store. */
const LOOK_UP_TABLES = [...REFERENCE_TABLES, ...COORDINATOR_TABLES];

/** What callers read in the order of its ids, from the last one that they have seen. */
const PAGED_TABLES = ["credit_entries", "credit_grants", "events"];

/** Functions whose result PostgreSQL does not call immutable: the nodes refuse them where a row is merged. */
const NOT_IMMUTABLE =
  /\b(now|clock_timestamp|statement_timestamp|transaction_timestamp|random|gen_random_uuid|nextval|jsonb?_build_(object|array)|to_jsonb?|concat|format|date_trunc)\s*\(|\bcurrent_(timestamp|date)\b/i;

interface StoredFunction {
  name: string;
  language: string;
  parameters: string[];
  body: string;
}

let database: TestDatabase;
let client: pg.Client;
let functions: StoredFunction[];
let tables: string[];

beforeAll(async () => {
  database = await createTestDatabase();
  client = new pg.Client({ connectionString: database.url });
  await client.connect();
  const { rows } = await client.query<StoredFunction>(
    `SELECT p.proname AS name, l.lanname AS language, p.prosrc AS body,
       ARRAY(SELECT coalesce(p.proargnames[n], '') || ' ' || format_type(t, NULL)
         FROM unnest(p.proargtypes) WITH ORDINALITY AS arguments (t, n) ORDER BY n) AS parameters
     FROM pg_proc p JOIN pg_language l ON l.oid = p.prolang
     WHERE p.pronamespace = 'public'::regnamespace
       AND NOT EXISTS (SELECT 1 FROM pg_depend d WHERE d.objid = p.oid AND d.deptype = 'e')`,
  );
  functions = rows.map((row) => ({ ...row, body: withoutTexts(row.body) }));
  tables = await names(
    "SELECT relname AS name FROM pg_class WHERE relkind = 'r' AND relnamespace = 'public'::regnamespace",
  );
});
afterAll(async () => {
  await client.end();
  await database.drop();
});

/** SQL without its comments and quoted texts. */
function withoutTexts(sql: string): string {
  return sql.replace(/--[^\n]*/g, "").replace(/'(?:[^']|'')*'/g, "''");
}

async function names(sql: string, values: unknown[] = []): Promise<string[]> {
  const { rows } = await client.query<{ name: string }>(sql, values);
  return rows.map((row) => row.name);
}

/** A function and all that it calls, directly or not. */
function callsOf(name: string, found = new Map<string, StoredFunction>()): StoredFunction[] {
  for (const one of functions.filter((candidate) => candidate.name === name)) {
    if (found.has(name)) break;
    found.set(name, one);
    for (const other of functions) {
      if (new RegExp(`\\b${other.name}\\s*\\(`).test(one.body)) callsOf(other.name, found);
    }
  }
  return [...found.values()];
}

/** The statements of a function's body, without what only decides whether they run. */
function statementsOf(body: string): string[] {
  let text = body;
  for (let before = ""; before !== text; ) {
    before = text;
    // THEN and ELSE of a CASE are inside a statement: those that remain come before one.
    text = text.replace(
      /\bCASE\b((?:(?!\b(?:CASE|END)\b)[\s\S])*)\bEND\b/gi,
      (_all, inside: string) => inside.replace(/\b(THEN|ELSE|WHEN)\b/gi, " "),
    );
  }
  return text.split(/;|\b(?:THEN|LOOP|BEGIN|ELSE)\b/i);
}

function namesTable(statement: string): boolean {
  return tables.some((table) =>
    new RegExp(`\\b(FROM|JOIN|INTO|UPDATE)\\s+${table}\\b`, "i").test(statement),
  );
}

/** Every statement of the product's source that merges a row into one that is there: `file: clause`. */
function readMergeClauses(): string[] {
  const folder = new URL("../../../app/", import.meta.url);
  return readdirSync(folder, { recursive: true, encoding: "utf8" })
    .filter((file) => /\.tsx?$/.test(file) && !file.startsWith("generated/"))
    .flatMap((file) =>
      mergeClauses(readFileSync(new URL(file, folder), "utf8")).map(
        (clause) => `${file}: ${clause}`,
      ),
    );
}

function mergeClauses(text: string): string[] {
  return [...text.matchAll(/\bDO UPDATE\b(?:(?!\bRETURNING\b)[^;`])*/gi)].map(([clause]) => clause);
}

describe("the tables", () => {
  test("belong to a store, or are named as look-up tables", async () => {
    expect(
      await names(
        `SELECT c.relname AS name FROM pg_class c
         WHERE c.relkind = 'r' AND c.relnamespace = 'public'::regnamespace AND c.relname <> ALL ($1)
           AND NOT EXISTS (SELECT 1 FROM pg_attribute a WHERE a.attrelid = c.oid AND a.attname = 'shop_id' AND a.attnotnull)`,
        [LOOK_UP_TABLES],
      ),
    ).toEqual([]);
  });

  test("have the store first in every primary key", async () => {
    expect(
      await names(
        `SELECT c.relname AS name FROM pg_class c
         LEFT JOIN pg_constraint k ON k.conrelid = c.oid AND k.contype = 'p'
         LEFT JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum = k.conkey[1]
         WHERE c.relkind = 'r' AND c.relnamespace = 'public'::regnamespace
           AND c.relname <> ALL ($1) AND a.attname IS DISTINCT FROM 'shop_id'`,
        [LOOK_UP_TABLES],
      ),
    ).toEqual([]);
  });

  test("have the store in every unique index", async () => {
    expect(
      await names(
        `SELECT i.indexrelid::regclass::text AS name FROM pg_index i JOIN pg_class c ON c.oid = i.indrelid
         WHERE i.indisunique AND c.relnamespace = 'public'::regnamespace AND c.relname <> ALL ($1)
           AND NOT EXISTS (SELECT 1 FROM pg_attribute a
             WHERE a.attrelid = c.oid AND a.attname = 'shop_id' AND a.attnum = ANY (i.indkey))`,
        [LOOK_UP_TABLES],
      ),
    ).toEqual([]);
  });

  test("refer to each other within a store, and look-up tables to no store's table", async () => {
    expect(
      await names(
        `SELECT k.conname AS name FROM pg_constraint k
         JOIN pg_class f ON f.oid = k.confrelid JOIN pg_class c ON c.oid = k.conrelid
         WHERE k.contype = 'f' AND k.connamespace = 'public'::regnamespace AND f.relname <> ALL ($1)
           AND (c.relname = ANY ($1) OR NOT EXISTS (
             SELECT 1 FROM unnest(k.conkey, k.confkey) AS pair (own, other)
             JOIN pg_attribute a ON a.attrelid = k.conrelid AND a.attnum = pair.own
             JOIN pg_attribute b ON b.attrelid = k.confrelid AND b.attnum = pair.other
             WHERE a.attname = 'shop_id' AND b.attname = 'shop_id'))`,
        [LOOK_UP_TABLES],
      ),
    ).toEqual([]);
  });

  test("give an id that readers page by under the store's lock, not by counting on each node", async () => {
    expect(
      await names(
        `SELECT attrelid::regclass::text AS name FROM pg_attribute
         WHERE attidentity <> '' AND attrelid = ANY ($1::text[]::regclass[]) ORDER BY 1`,
        [PAGED_TABLES],
      ),
    ).toEqual([]);
  });

  test("have no triggers", async () => {
    expect(
      await names(
        `SELECT t.tgname AS name FROM pg_trigger t JOIN pg_class c ON c.oid = t.tgrelid
         WHERE NOT t.tgisinternal AND c.relnamespace = 'public'::regnamespace`,
      ),
    ).toEqual([]);
  });
});

describe("the functions", () => {
  test("are in PL/pgSQL when they take parameters", () => {
    const inSql = functions.filter(
      ({ language, parameters }) => language === "sql" && parameters.length > 0,
    );
    expect(inSql.map(({ name }) => name)).toEqual([]);
  });

  test("decide by conditions, not by comparing one value (CASE WHEN, not CASE value WHEN)", () => {
    const comparing = functions.filter(({ body }) => /\bCASE\b(?!\s+WHEN\b)/i.test(body));
    expect(comparing.map(({ name }) => name)).toEqual([]);
  });

  test("call none that reads tables in a statement that names one", () => {
    const reading = functions.filter(({ body }) => statementsOf(body).some(namesTable));
    const nesting = functions.filter(({ body }) =>
      statementsOf(body).some(
        (statement) =>
          namesTable(statement) &&
          // The values of an INSERT are computed before it is sent to the node.
          !/\bVALUES\b/i.test(statement) &&
          reading.some(({ name }) => new RegExp(`\\b${name}\\s*\\(`).test(statement)),
      ),
    );
    expect(nesting.map(({ name }) => name)).toEqual([]);
  });

  test("ask nothing among the VALUES of an INSERT", () => {
    const asking = functions.filter(({ body }) =>
      statementsOf(body).some((statement) => /\bVALUES\b[\s\S]*\(\s*SELECT\b/i.test(statement)),
    );
    expect(asking.map(({ name }) => name)).toEqual([]);
  });

  test("that run where the store is take it first", () => {
    const known = functions.filter(({ name }) => SHOP_FUNCTIONS.includes(name));
    expect(known.map(({ name }) => name).sort()).toEqual([...SHOP_FUNCTIONS].sort());
    expect(known.filter(({ parameters }) => parameters[0] !== "p_shop bigint")).toEqual([]);
  });

  test.each(SHOP_FUNCTIONS)("%s touches nothing that only the coordinator has", (name) => {
    const foreign = callsOf(name).filter(({ body }) =>
      new RegExp(
        `\\b(graphile_worker|pg_locks|pg_\\w*advisory\\w*|${COORDINATOR_TABLES.join("|")})\\b`,
      ).test(body),
    );
    expect(foreign.map((one) => one.name)).toEqual([]);
  });
});

describe("a statement that merges a row into one that is there", () => {
  test("computes from the row and the new values alone, in the database's functions", () => {
    const merging = functions.filter(({ body }) =>
      mergeClauses(body).some((clause) => NOT_IMMUTABLE.test(clause)),
    );
    expect(merging.map(({ name }) => name)).toEqual([]);
  });

  test("computes from the row and the new values alone, in the product's source", () => {
    const clauses = readMergeClauses();
    expect(clauses.length).toBeGreaterThan(0);
    expect(clauses.filter((clause) => NOT_IMMUTABLE.test(clause))).toEqual([]);
  });
});
