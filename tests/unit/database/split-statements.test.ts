import { readdirSync, readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { splitStatements } from "#scripts/database/split-statements.ts";

const pieces = (text: string) => splitStatements(text).map(({ sql }) => sql.trim());

describe("a file of SQL", () => {
  test("is cut at the semicolons that end its statements", () => {
    expect(pieces("SELECT 1; SELECT 2;\nSELECT 3")).toEqual(["SELECT 1", "SELECT 2", "SELECT 3"]);
  });

  test.each([
    ["a line comment", "SELECT 1 -- one; two\n+ 1"],
    ["a block comment", "SELECT /* one; two */ 1"],
    ["a text", "SELECT 'it''s; fine'"],
    ["a text with escapes", "SELECT E'it\\'s; fine'"],
    ["a name", 'SELECT 1 AS "one; ""two"""'],
    [
      "a function body",
      "CREATE FUNCTION f() RETURNS void LANGUAGE plpgsql AS $$ BEGIN RETURN; END $$",
    ],
    ["a tagged body", "DO $a$ BEGIN EXECUTE $b$ SELECT 1; $b$; END $a$"],
  ])("is not cut inside %s", (_what, statement) => {
    expect(pieces(`${statement};SELECT 2`)).toEqual([statement, "SELECT 2"]);
  });

  test("has no statement that only comments", () => {
    expect(pieces("-- nothing\n; /* nothing */ ;SELECT 1; -- the end")).toEqual(["SELECT 1"]);
  });

  test("tells where each statement begins", () => {
    const text = "SELECT 1;\n-- why\nSELECT 2;";
    const [, second] = splitStatements(text);
    expect(text.slice(second?.offset)).toBe("\n-- why\nSELECT 2;");
  });

  test("is whole again when its statements are put together", () => {
    const folder = new URL("../../../prisma/migrations/", import.meta.url);
    for (const name of readdirSync(folder)) {
      const text = readFileSync(new URL(`${name}/migration.sql`, folder), "utf8");
      const end = splitStatements(text).at(-1);
      const joined = splitStatements(text)
        .map(({ sql }) => sql)
        .join(";");
      expect(`${joined};`.trim()).toBe(
        text.slice(0, (end?.offset ?? 0) + (end?.sql.length ?? 0) + 1).trim(),
      );
    }
  });
});
