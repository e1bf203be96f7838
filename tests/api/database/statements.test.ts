import pg from "pg";
import { afterAll, beforeAll, expect, test } from "vitest";
import { describeStatement } from "#tests/support/sql/describe-statement.ts";
import type { Driver, SqlText, Statement } from "#tests/support/sql/find-statements.ts";
import {
  BUILT,
  fileOf,
  OF_A_CLUSTER,
  OTHER_SQL,
  RUN_WHAT_IS_GIVEN,
  STATEMENTS,
  textsOf,
} from "#tests/support/sql/known-statements.ts";
import { createTestDatabase, type TestDatabase } from "#tests/support/test-database.ts";

// Every hand-written statement is checked by the migrated database without being run: that it is valid, that
// its row type names its columns, and that the types of columns and parameters fit what the code declares.

let database: TestDatabase;
let client: pg.Client;

beforeAll(async () => {
  database = await createTestDatabase();
  client = new pg.Client({ connectionString: database.url, options: "-c timezone=UTC" });
  await client.connect();
});
afterAll(async () => {
  await client.end();
  await database.drop();
});

const { builtins } = pg.types;
/** Of the catalogue's names; the driver has no word for it. */
const NAME = 19;
const SAME = { prisma: [], pg: [] };

/** Type of a column → the types of its values, as each driver reads them. */
const READ_AS: Readonly<Record<number, Readonly<Record<"prisma" | "pg", readonly string[]>>>> = {
  [builtins.INT8]: { prisma: ["bigint"], pg: ["string"] },
  [builtins.NUMERIC]: { prisma: ["Decimal"], pg: ["string"] },
  [builtins.INT4]: { prisma: ["number"], pg: ["number"] },
  [builtins.INT2]: { prisma: ["number"], pg: ["number"] },
  [builtins.FLOAT8]: { prisma: ["number"], pg: ["number"] },
  [builtins.BOOL]: { prisma: ["boolean"], pg: ["boolean"] },
  [builtins.TEXT]: { prisma: ["string"], pg: ["string"] },
  [builtins.VARCHAR]: { prisma: ["string"], pg: ["string"] },
  [NAME]: { prisma: ["string"], pg: ["string"] },
  [builtins.UUID]: { prisma: ["string"], pg: ["string"] },
  [builtins.TIMESTAMPTZ]: { prisma: ["Date"], pg: ["Date"] },
  [builtins.BYTEA]: { prisma: ["object"], pg: ["object", "Buffer"] },
};
const JSON_TYPES: readonly number[] = [builtins.JSON, builtins.JSONB];

/** Type of a parameter → the types of values that may be given for it. */
const WRITTEN_AS: Readonly<Record<number, readonly string[]>> = {
  [builtins.INT8]: ["bigint", "number", "string"],
  [builtins.INT4]: ["number"],
  [builtins.INT2]: ["number"],
  [builtins.NUMERIC]: ["number", "string", "bigint"],
  [builtins.BOOL]: ["boolean"],
  [builtins.TEXT]: ["string"],
  [builtins.TIMESTAMPTZ]: ["Date", "string"],
  [builtins.JSON]: ["string", "object", "array"],
  [builtins.JSONB]: ["string", "object", "array"],
};

test.each([
  ["prisma", 15],
  ["pg", 15],
  ["either", 5],
])("there are statements to check that are run by %s", (driver, least) => {
  expect(STATEMENTS.filter((one) => one.driver === driver).length).toBeGreaterThan(least);
});

test("each is written out, or every form that it can take is known here", () => {
  const unknown = STATEMENTS.filter(
    (one) => textsOf(one).length === 0 && !RUN_WHAT_IS_GIVEN.has(fileOf(one.place)),
  ).map(({ place }) => place);
  expect(unknown).toEqual([]);
});

test("each text that looks like SQL is one of them, or a part of a form that is known here", () => {
  const isPartOfBuilt = ({ place, parts }: SqlText) => {
    // Each mark is replaced when the statement is built.
    const written = parts.flatMap((part) => part.split(/\/\*\w+\*\//));
    return (BUILT[fileOf(place)] ?? []).some((text) =>
      written.every((part) => text.includes(part)),
    );
  };
  const unchecked = OTHER_SQL.filter(
    (text) => !RUN_WHAT_IS_GIVEN.has(fileOf(text.place)) && !isPartOfBuilt(text),
  );
  expect(unchecked.map(({ place, parts }) => `${place}: ${parts[0]?.trim()}`)).toEqual([]);
});

test("each is valid, and its row type and parameters fit the database", async () => {
  const problems: string[] = [];
  for (const statement of STATEMENTS) {
    for (const text of textsOf(statement)) {
      if (OF_A_CLUSTER.test(text)) continue;
      for (const problem of await problemsOf(text, statement)) {
        problems.push(`${statement.place}: ${problem}`);
      }
    }
  }
  expect(problems).toEqual([]);
});

async function problemsOf(text: string, { driver, row, parameters }: Statement): Promise<string[]> {
  try {
    const described = await describeStatement(client, text);
    const columns = new Map(described.columns.map(({ name, type }) => [name, type]));
    return [
      ...(row ? columnProblems(row, columns, driver) : []),
      ...(parameters ? parameterProblems(parameters, described.parameters) : []),
    ];
  } catch (error) {
    return [error instanceof Error ? error.message : String(error)];
  }
}

function columnProblems(
  row: NonNullable<Statement["row"]>,
  columns: ReadonlyMap<string, number>,
  driver: Driver,
): string[] {
  const problems: string[] = [];
  for (const name of columns.keys()) {
    if (!row.has(name)) problems.push(`the row type lacks the column ${name}`);
  }
  for (const [name, types] of row) {
    const type = columns.get(name);
    if (type === undefined) {
      problems.push(`there is no column ${name}`);
    } else if (!JSON_TYPES.includes(type)) {
      const expected = readAs(type, driver);
      const wrong = types.filter((one) => !expected.includes(one) && one !== "array");
      // What may be either has to be read as both.
      if (driver === "either") wrong.push(...expected.filter((one) => !types.includes(one)));
      if (wrong.length > 0) {
        problems.push(`${name} is read as ${expected.join()}, not as ${wrong.join()} (${type})`);
      }
    }
  }
  return problems;
}

function readAs(type: number, driver: Driver): readonly string[] {
  const { prisma, pg: plain } = READ_AS[type] ?? SAME;
  if (driver === "either") return [...new Set([...prisma, ...plain])];
  return driver === "pg" ? plain : prisma;
}

function parameterProblems(declared: readonly string[], types: readonly number[]): string[] {
  if (declared.length !== types.length) {
    return [`${types.length} parameters are taken and ${declared.length} are given`];
  }
  return types.flatMap((type, at) => {
    const given = (declared[at] ?? "").split("|").filter(Boolean);
    const accepted = WRITTEN_AS[type];
    const wrong = accepted ? given.filter((one) => !accepted.includes(one)) : [];
    return wrong.length === 0 ? [] : [`$${at + 1} takes ${accepted?.join()}, not ${wrong.join()}`];
  });
}

test("none about many stores begins with the list of stores, which a cluster could not join to their rows", () => {
  const begins = /\bFROM\s+shops\b(?:\s+\w+)?\s+(LEFT|JOIN|CROSS|,)/i;
  expect(STATEMENTS.filter(({ text }) => begins.test(text ?? ""))).toEqual([]);
});

test("what is inserted out of a store's table takes its store from there, or a cluster could not place it", () => {
  const taken =
    /^\s*INSERT\s+INTO\s+\w+[^(]*\([^)]*\)\s*SELECT\s+\$\d+[\s\S]*\b(?:FROM|JOIN)\s+(?!unnest|jsonb?_)\w+\b(?!\s*\()/i;
  const wrong = STATEMENTS.filter(
    (one) =>
      !one.place.startsWith("scripts/seed/") && textsOf(one).some((text) => taken.test(text)),
  );
  expect(wrong.map(({ place }) => place)).toEqual([]);
});

test("what is changed is changed by functions that PostgreSQL calls immutable, or a cluster refuses it", () => {
  const changes = /^\s*UPDATE\b[\s\S]*\bconcat(?:_ws)?\s*\(/i;
  expect(STATEMENTS.flatMap(textsOf).filter((text) => changes.test(text))).toEqual([]);
});
