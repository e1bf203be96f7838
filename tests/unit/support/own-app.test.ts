import { globSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { expect, test } from "vitest";
import { projectRoot } from "#scripts/files/project-root.ts";

// The files of a process share one app, one database and one worker. What reaches beyond a test's own stores is met by other tests.

const REACHES_BEYOND: Readonly<Record<string, RegExp>> = {
  "changes the schema":
    /\b(CREATE|DROP|ALTER)\s+(OR REPLACE\s+)?((UNIQUE|TEMP|TEMPORARY|UNLOGGED|CONSTRAINT|MATERIALIZED)\s+)?(TRIGGER|FUNCTION|PROCEDURE|TABLE|INDEX|VIEW|SEQUENCE|TYPE|SCHEMA|EXTENSION|ROLE|DATABASE|SYSTEM)\b|\bTRUNCATE\s/,
  "ends sessions": /\bpg_(terminate|cancel)_backend\b/,
  "changes the statistics": /(["'`]|;)\s*(VACUUM|ANALYZE)\b/,
  "changes the queue's rows of all":
    /\b(DELETE FROM|UPDATE) graphile_worker\._private_\w+(?![^"`]*\bWHERE\b[^"`]*\$)/,
  "works on all stores": /\(\w+\.app\)/,
};

/** Found, and harmless. */
const EXCEPT: Readonly<Record<string, string>> = {
  "tests/api/credit-admin/bulk-grants.test.ts": "its trigger is in the database of its other app",
  "tests/api/data-export/points.test.ts":
    "reads the balances of stores that have a program of points, and these are its own",
  "tests/api/search/search-store.test.ts": "types a statement into the search",
};

function whatReachesBeyond(text: string): string[] {
  return Object.keys(REACHES_BEYOND).filter((what) => REACHES_BEYOND[what]?.test(text));
}

/** A file and the helpers that it imports, without what makes the apps and their databases. */
function withHelpers(file: string): string[] {
  const imported = [...read(file).matchAll(/from "(#tests\/|\.\.?\/)([^"]+)"/g)].map(
    ([, from = "", path = ""]) =>
      from === "#tests/" ? join("tests", path) : join(dirname(file), from, path),
  );
  return [file, ...imported.filter((path) => !/\/test-(app|database|shop)\.ts$/.test(path))];
}

const read = (file: string) => readFileSync(join(projectRoot, file), "utf8");

test("what reaches beyond a test's own stores is found, and nothing else", () => {
  const found = [
    "`CREATE OR REPLACE FUNCTION f()",
    '"ALTER TABLE orders RENAME TO away"',
    '"SELECT pg_terminate_backend($1)"',
    '"VACUUM ANALYZE"',
    '"DELETE FROM graphile_worker._private_jobs"',
    "pruneDoneRows(testApp.app)",
  ];
  expect(found.filter((text) => whatReachesBeyond(text).length === 0)).toEqual([]);
  const harmless = [
    '"EXPLAIN (ANALYZE) SELECT 1"',
    '"DELETE FROM graphile_worker._private_jobs WHERE key = $1"',
    "openShop(testApp.app, shop, actor)",
  ];
  expect(harmless.flatMap(whatReachesBeyond)).toEqual([]);
});

test("no API test that shares its app reaches beyond its own stores", () => {
  const sharing = globSync("tests/api/**/*.test.ts", { cwd: projectRoot }).filter((file) =>
    read(file).includes("startTestApp()"),
  );
  expect(sharing.length).toBeGreaterThan(100);
  const wrong = sharing.flatMap((file) => {
    const found = withHelpers(file).flatMap((path) => whatReachesBeyond(read(path)));
    return found.length > 0 && !(file in EXCEPT) ? [`${file} ${found.join(", ")}`] : [];
  });
  expect(wrong).toEqual([]);
});
