import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { MOST_PREPARED, namesForPrisma, prepared } from "#app/lib/prepared.ts";
import { projectRoot } from "#scripts/files/project-root.ts";

const longest = 63;
const filters = Array.from({ length: 12 }, (_, at) => `filter_with_a_long_name_${at}`);

test("texts that differ have names that differ, within the bytes that PostgreSQL reads", () => {
  const texts = filters.map((_, at) => `SELECT 1 WHERE ${filters.slice(at).join(" AND ")}`);
  const names = texts.map((text) => prepared(text, []).name ?? "");
  expect(new Set(names).size).toBe(texts.length);
  for (const name of names) expect(Buffer.byteLength(name)).toBeLessThanOrEqual(longest);
});

test("a text keeps its name, whatever the values", () => {
  expect(prepared("SELECT $1", [1])).toMatchObject({ text: "SELECT $1", values: [1] });
  expect(prepared("SELECT $1", [1]).name).toBe(prepared("SELECT $1", [2]).name);
});

test("after so many texts no other is prepared, and those that are stay so", () => {
  const first = prepared("SELECT 0", []);
  for (let at = 0; at < MOST_PREPARED; at += 1) prepared(`SELECT 0, ${at}`, []);
  expect(prepared("SELECT 0, 'another'", [])).not.toHaveProperty("name");
  expect(prepared("SELECT 0", []).name).toBe(first.name);
});

test("Prisma's statements have names that follow from their texts, as many for a database as ours", () => {
  const nameOf = namesForPrisma();
  expect(nameOf({ sql: "SELECT 1 WHERE $1" })).toBe(nameOf({ sql: "SELECT 1 WHERE $1" }));
  expect(nameOf({ sql: "SELECT 2 WHERE $1" })).not.toBe(nameOf({ sql: "SELECT 1 WHERE $1" }));
  for (let at = 0; at < MOST_PREPARED; at += 1) nameOf({ sql: `SELECT 3, ${at}` });
  expect(nameOf({ sql: "SELECT 3, 'another'" })).toBe("");
  expect(nameOf({ sql: "SELECT 1 WHERE $1" })).not.toBe("");
});

test.each([
  'SELECT "id" FROM "shops" WHERE "id" IN ($1,$2) AND "name" = $3',
  'INSERT INTO "shops" ("id") VALUES ($1), ($2)',
  'INSERT INTO "shops" ("id", "name") VALUES ($1,$2), ($3,$4)',
])("a text that is as long as its values has no name: %s", (sql) => {
  expect(namesForPrisma()({ sql })).toBe("");
});

test("no other place names a statement", () => {
  const named = globSync("{app,loaders,devstore,scripts}/**/*.ts", { cwd: projectRoot })
    .filter((file) => !file.startsWith("app/generated/") && file !== "app/lib/prepared.ts")
    .filter((file) =>
      /\bname\b[^{}]*,\s*text\b[^{}]*,\s*values\b/.test(
        readFileSync(join(projectRoot, file), "utf8"),
      ),
    );
  expect(named).toEqual([]);
});
