import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import ts from "typescript";
import { describe, expect, test } from "vitest";
import { LONGEST_CELL, readCsvFile } from "#app/lib/read-csv-file.ts";
import { shortened } from "#app/lib/storable-text.ts";
import { projectRoot } from "#scripts/files/project-root.ts";

// A cut at a fixed place may leave half of a character, which the database's JSON refuses and a page shows as a question mark.

describe("a text that is shortened", () => {
  test.each([
    ["abc", 3, "abc"],
    ["abcd", 3, "abc"],
    ["ab😀", 3, "ab"],
    ["ab😀", 4, "ab😀"],
    ["a😀b", 3, "a😀"],
    ["😀", 1, ""],
    ["😀", 0, ""],
    ["", 5, ""],
  ])("%o to %i units is %o", (text, most, expected) => {
    expect(shortened(text, most)).toBe(expected);
  });

  test("is well formed, wherever the limit falls", () => {
    const text = "x😀é🇪🇺y";
    for (let most = 0; most <= text.length; most += 1) {
      const short = shortened(text, most);
      expect(short.isWellFormed()).toBe(true);
      expect(text.startsWith(short)).toBe(true);
      expect(short.length).toBeGreaterThanOrEqual(most - 1);
    }
  });
});

test("a cell and a title of a file that are too long are cut between characters", async () => {
  const long = `${"a".repeat(LONGEST_CELL - 1)}😀`;
  const limits = { bytes: 100_000, lines: 5, columns: 5 };
  const file = await readCsvFile(new TextEncoder().encode(`${long}\n${long}\n`), limits);
  expect(file.titles).toEqual(["a".repeat(LONGEST_CELL - 1)]);
});

/** Calls that write days and hashes: each of their characters is one unit. */
const DAY_OR_HASH = /\b(toISOString|digest|hashJson|formatDate)\(.*\)$/s;
/** A list by how it is made, or by its name: rows, lines, `found`. */
const MADE_AS_LIST = /^\[.*\]$|\.(map|flatMap|filter|sort|split)\(.*\)$/s;
const NAMED_AS_LIST = /\b(found|all|\w*[a-zA-Z]{2}[a-rt-z]s|[A-Z_]+S)$/;
const NO_LIST = /(us|is|as|words|address)$/;
const A_CONSTANT = /^[\d_]+$|^[A-Z][A-Z_]+$|[mM]ost|[lL]ongest|^max|[lL]imit/;

/** What else is cut at a fixed place, by file and receiver. */
const ALLOWED = new Set([
  // Lists.
  "app/domain/contract-imports/lines/check-line.ts: named",
  "app/domain/contract-imports/lines/check-line.ts: live",
  // Days and instants.
  "app/domain/ledger/reports/credit-periods.ts: date",
  "app/domain/loyalty/triggers/days/day.ts: day",
  "app/domain/notices/tell-of-cancellation.ts: ending",
  // Hashes.
  "app/domain/bulk-actions/seen-subscriptions.ts: one",
  "app/domain/bulk-actions/seen-subscriptions.ts: other",
  "app/domain/bulk-actions/seen-subscriptions.ts: entry",
  "app/domain/portal/reactivation/plan-reactivation.ts: digest",
]);

/** What is cut off at a place that does not depend on what stands there, and may be a text of anyone's. */
function fixedCuts(file: string, text: string): string[] {
  const source = ts.createSourceFile(file, text, ts.ScriptTarget.Latest, false);
  const cuts = new Set<string>();
  const visit = (node: ts.Node): void => {
    ts.forEachChild(node, visit);
    if (!ts.isCallExpression(node) || !ts.isPropertyAccessExpression(node.expression)) return;
    const { name, expression } = node.expression;
    const [from, to] = node.arguments;
    if (!/^(slice|substring|substr)$/.test(name.text) || !from || !to) return;
    if (!ts.isNumericLiteral(from) || !A_CONSTANT.test(to.getText(source))) return;
    const receiver = expression.getText(source);
    const isList =
      MADE_AS_LIST.test(receiver) || (NAMED_AS_LIST.test(receiver) && !NO_LIST.test(receiver));
    if (!isList && !DAY_OR_HASH.test(receiver)) cuts.add(`${file}: ${receiver}`);
  };
  visit(source);
  return [...cuts];
}

test.each([
  ["text.trim().slice(0, LONGEST_CELL)", true],
  ["storableText(name).substring(0, 200)", true],
  ["words.substr(0, mostWords)", true],
  ["rows.slice(0, LIMIT)", false],
  ["list.map(show).slice(0, 5)", false],
  ["day.toISOString().slice(0, 10)", false],
  ["text.slice(0, text.indexOf(mark))", false],
])("%s is a cut at a fixed place: %o", (code, isOne) => {
  expect(fixedCuts("a.ts", code)).toHaveLength(isOne ? 1 : 0);
});

test("no text that may be anyone's is cut at a fixed place in another way", () => {
  const files = globSync("app/**/*.{ts,tsx}", { cwd: projectRoot }).filter(
    (file) => !file.startsWith("app/generated/") && file !== "app/lib/storable-text.ts",
  );
  const cuts = files.flatMap((file) =>
    fixedCuts(file, readFileSync(join(projectRoot, file), "utf8")),
  );
  expect(cuts.filter((cut) => !ALLOWED.has(cut))).toEqual([]);
  // What is gone from the app goes from the list.
  expect([...ALLOWED].filter((cut) => !cuts.includes(cut))).toEqual([]);
});
