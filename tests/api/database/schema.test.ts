import { readdirSync, readFileSync } from "node:fs";
import pg from "pg";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { SHOP_TABLES } from "#app/domain/compliance/erase-shop.ts";
import { createTestDatabase, type TestDatabase } from "#tests/support/test-database.ts";

const PRISMA_TYPES: Record<string, string> = {
  BigInt: "int8",
  String: "text",
  DateTime: "timestamptz",
  Boolean: "bool",
  Int: "int4",
  Json: "jsonb",
  Bytes: "bytea",
  "String[]": "_text",
  "BigInt[]": "_int8",
  "Int[]": "_int4",
};
const NATIVE_TYPES: Record<string, string> = {
  SmallInt: "int2",
  Uuid: "uuid",
  Timestamptz: "timestamptz",
  Date: "date",
};

let database: TestDatabase;
let client: pg.Client;

beforeAll(async () => {
  database = await createTestDatabase();
  client = new pg.Client({ connectionString: database.url });
  await client.connect();
});
afterAll(async () => {
  await client.end();
  await database.drop();
});

/** `table.column type null?` of every model in prisma/schema. */
function readModels(): string[] {
  const directory = new URL("../../../prisma/schema/", import.meta.url);
  const text = readdirSync(directory)
    .map((file) => readFileSync(new URL(file, directory), "utf8"))
    .join("\n");
  const models = [...text.matchAll(/^model (\w+) \{\n([\s\S]*?)^\}/gm)];
  const names = new Set(models.map(([, name]) => name));
  return models.flatMap(([, , body = ""]) => {
    const table = /@@map\("(\w+)"\)/.exec(body)?.[1];
    return body.split("\n").flatMap((line) => {
      const field = /^\s+(\w+)\s+(\w+)(\[\])?(\?)?(.*)$/.exec(line);
      if (!field) return [];
      const [, name = "", type = "", list = "", optional = "", rest = ""] = field;
      if (names.has(type)) return [];
      const column = /@map\("(\w+)"\)/.exec(rest)?.[1] ?? name;
      const native = NATIVE_TYPES[/@db\.(\w+)/.exec(rest)?.[1] ?? ""];
      return [
        `${table}.${column} ${native ?? PRISMA_TYPES[type + list]}${optional ? " null" : ""}`,
      ];
    });
  });
}

describe("the database's shape", () => {
  // Whatever a key refers to is looked for among the referring rows when it is deleted.
  test("every foreign key is served by an index that begins with its columns", async () => {
    const { rows } = await client.query<{ key: string }>(
      `SELECT c.conrelid::regclass || ' (' || (
           SELECT string_agg(a.attname, ', ' ORDER BY k.place)
           FROM unnest(c.conkey) WITH ORDINALITY AS k (number, place)
           JOIN pg_attribute a ON a.attrelid = c.conrelid AND a.attnum = k.number) || ')' AS key
       FROM pg_constraint c
       WHERE c.contype = 'f' AND c.connamespace = 'public'::regnamespace AND NOT EXISTS (
         SELECT 1 FROM pg_index i
         WHERE i.indrelid = c.conrelid
           AND (i.indpred IS NULL OR pg_get_expr(i.indpred, i.indrelid) ~ '^\\(\\w+ IS NOT NULL\\)$')
           AND (string_to_array(i.indkey::text, ' ')::int2[])[1:cardinality(c.conkey)] @> c.conkey)
       ORDER BY 1`,
    );
    expect(rows.map(({ key }) => key)).toEqual([]);
  });

  test("Prisma's models and the migrated database agree, column by column", async () => {
    const { rows } = await client.query<{ line: string }>(
      `SELECT table_name || '.' || column_name || ' ' || udt_name ||
         CASE is_nullable WHEN 'YES' THEN ' null' ELSE '' END AS line
       FROM information_schema.columns
       WHERE table_schema = 'public' AND table_name <> '_prisma_migrations'`,
    );
    expect(readModels().sort()).toEqual(rows.map(({ line }) => line).sort());
  });

  test("every instant is a timestamptz", async () => {
    const { rows } = await client.query(
      `SELECT table_name, column_name FROM information_schema.columns
       WHERE table_schema = 'public' AND table_name <> '_prisma_migrations'
         AND data_type IN ('timestamp without time zone', 'time without time zone')`,
    );
    expect(rows).toEqual([]);
  });

  test.each([
    ["of a span of time", "started_at >= now() - interval '30 days'", "cancel_flows_by_start"],
    ["open on a subscription", "subscription_id = 1 AND outcome = 'open'", "cancel_flows_open"],
  ])("cancel flows %s are found by index", async (_which, condition, index) => {
    await client.query("SET enable_seqscan = off");
    const { rows } = await client.query<{ "QUERY PLAN": string }>(
      `EXPLAIN SELECT outcome FROM cancel_flows WHERE shop_id = 1 AND ${condition}`,
    );
    await client.query("RESET enable_seqscan");
    expect(rows.map((row) => row["QUERY PLAN"]).join("\n")).toContain(index);
  });

  test("the erasure of a store forgets no table", async () => {
    const { rows } = await client.query<{ name: string }>(
      `SELECT table_name AS name FROM information_schema.columns
       WHERE table_schema = 'public' AND column_name = 'shop_id'`,
    );
    // What remains is the record that the erasure was asked for and done.
    const kept = ["compliance_requests"];
    expect([...SHOP_TABLES, ...kept].sort()).toEqual(rows.map(({ name }) => name).sort());
  });
});
