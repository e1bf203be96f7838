import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import ts from "typescript";
import { expect, test } from "vitest";
import { projectRoot } from "#scripts/files/project-root.ts";

// What stands under such a name in a log line is taken out of it: whoever reads the log would miss what the line is about.

const LEVELS = new Set(["trace", "debug", "info", "warn", "error", "fatal"]);

/** The names that are taken out, as the logger has them. */
function redactedNames(): Set<string> {
  const text = readFileSync(join(projectRoot, "app/lib/log.ts"), "utf8");
  const list = /REDACTED_NAMES[^[]*\[([^\]]*)\]/.exec(text)?.[1] ?? "";
  return new Set([...list.matchAll(/"([^"]+)"/g)].map(([, name = ""]) => name));
}

/** Names that are given to a logger and taken out by it. */
function lostNames(file: string, text: string, redacted: ReadonlySet<string>): string[] {
  const source = ts.createSourceFile(file, text, ts.ScriptTarget.Latest, false);
  const lost: string[] = [];
  const visit = (node: ts.Node): void => {
    ts.forEachChild(node, visit);
    if (!ts.isCallExpression(node) || !ts.isPropertyAccessExpression(node.expression)) return;
    const { name, expression } = node.expression;
    if (!LEVELS.has(name.text) || !/\b(log|logger)$/.test(expression.getText(source))) return;
    const [fields] = node.arguments;
    if (!fields || !ts.isObjectLiteralExpression(fields)) return;
    for (const { name: field } of fields.properties) {
      const called = field?.getText(source) ?? "";
      if (redacted.has(called)) lost.push(`${file}: ${called}`);
    }
  };
  visit(source);
  return lost;
}

test.each([
  ["log.error({ err, key }, 'failed')", 1],
  ["context.log.warn({ err: error, email: x }, 'failed')", 1],
  ["log.info({ thing: key }, 'done')", 0],
  ["map.error({ key })", 0],
])("%s loses %i names", (code, count) => {
  expect(lostNames("a.ts", code, redactedNames())).toHaveLength(count);
});

test("no log line gives what it is about under a name that is taken out of it", () => {
  const redacted = redactedNames();
  expect(redacted.has("key")).toBe(true);
  const files = globSync("app/**/*.{ts,tsx}", { cwd: projectRoot }).filter(
    (file) => !file.startsWith("app/generated/"),
  );
  const lost = files.flatMap((file) =>
    lostNames(file, readFileSync(join(projectRoot, file), "utf8"), redacted),
  );
  expect(lost).toEqual([]);
});
