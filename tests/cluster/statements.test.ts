import pg from "pg";
import { afterAll, beforeAll, expect, test } from "vitest";
import { describeStatement } from "#tests/support/sql/describe-statement.ts";
import { OF_A_CLUSTER, STATEMENTS, textsOf } from "#tests/support/sql/known-statements.ts";

// A cluster of three nodes, on which `npm run migrate` and `npm run distribute` were run: docs/operations.md, "From one database
// server to three". Nothing stays of what is asked here.

let client: pg.Client;

beforeAll(async () => {
  const { CLUSTER_DATABASE_URL: connectionString } = process.env;
  if (!connectionString) {
    throw new Error("CLUSTER_DATABASE_URL is not set: name the database on the coordinator.");
  }
  client = new pg.Client({ connectionString, options: "-c timezone=UTC" });
  await client.connect();
});
afterAll(() => client?.end());

const { builtins } = pg.types;
const ONE = "1";
const INSTANT = "2026-11-23T12:00:00Z";
const NAME = 19;

/** Type of a parameter → a value of that type. */
const VALUES: Readonly<Record<number, unknown>> = {
  ...{
    [builtins.INT8]: ONE,
    [builtins.INT4]: ONE,
    [builtins.INT2]: ONE,
    [builtins.NUMERIC]: ONE,
    [builtins.OID]: ONE,
  },
  ...{
    [builtins.BOOL]: true,
    [builtins.FLOAT8]: ONE,
    [builtins.BYTEA]: Buffer.from(ONE),
    [builtins.DATE]: "2026-11-23",
  },
  ...{
    [builtins.TIMESTAMPTZ]: INSTANT,
    [builtins.TIMESTAMP]: INSTANT,
    [builtins.INTERVAL]: "1 day",
  },
  ...{ [builtins.JSON]: "[]", [builtins.JSONB]: "[]" },
  [builtins.UUID]: "00000000-0000-0000-0000-000000000000",
  // Some of them name a time zone.
  ...{ [builtins.TEXT]: "UTC", [builtins.VARCHAR]: "UTC", [NAME]: "UTC" },
};

/** Written once by a person who fills a store to try things, on one server. */
const OF_ONE_SERVER = /^scripts\/seed\//;

test("each statement can be planned by a cluster", async () => {
  const { rows } = await client.query<{ oid: number; element: number }>(
    "SELECT oid, typelem AS element FROM pg_type WHERE typcategory = 'A' AND typelem <> 0",
  );
  const elements = new Map(rows.map(({ oid, element }) => [oid, element]));
  const dummyOf = (type: number): unknown => {
    const element = elements.get(type);
    if (element !== undefined) return [dummyOf(element)];
    if (!(type in VALUES)) throw new Error(`There is no value of type ${type} here`);
    return VALUES[type];
  };
  const problems: string[] = [];
  for (const statement of STATEMENTS) {
    if (OF_ONE_SERVER.test(statement.place)) continue;
    for (const text of textsOf(statement)) {
      if (OF_A_CLUSTER.test(text) || !/^\s*(WITH|SELECT|INSERT|UPDATE|DELETE)\b/i.test(text))
        continue;
      const problem = await explain(text, dummyOf);
      if (problem) problems.push(`${statement.place}: ${problem}`);
    }
  }
  expect([...new Set(problems)]).toEqual([]);
});

/** @returns why it cannot be planned. */
async function explain(text: string, dummyOf: (type: number) => unknown): Promise<string | null> {
  await client.query("BEGIN");
  try {
    const { parameters } = await describeStatement(client, text);
    await client.query(`EXPLAIN (COSTS OFF) ${text}`, parameters.map(dummyOf));
    return null;
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  } finally {
    await client.query("ROLLBACK");
  }
}
