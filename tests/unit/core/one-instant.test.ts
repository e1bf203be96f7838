import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import ts from "typescript";
import { expect, test } from "vitest";
import { projectRoot } from "#scripts/files/project-root.ts";

// The clock stands still in a transaction. What asks before it and again in it still writes two instants for one action.

/** What has lasted on purpose: when it began and when it ended. */
const lasting = ["app/domain/reconciliation/reconcile-shop.ts › reconcileShop"];

/** Functions at the top of a module that ask a clock before a transaction, and again in it. */
function findTwoInstants(file: string, text: string): string[] {
  const source = ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true);
  return source.statements.flatMap((statement) => {
    let hasAsked = false;
    let asksAgain = false;
    const visit = (node: ts.Node, inTransaction: boolean) => {
      if (isCallOf(node, "now", /clock$/i)) {
        if (inTransaction) asksAgain ||= hasAsked;
        else hasAsked = true;
      }
      const isTransaction = isCallOf(node, "transaction", /./);
      ts.forEachChild(node, (child) => visit(child, inTransaction || isTransaction));
    };
    visit(statement, false);
    const name = ts.isFunctionDeclaration(statement) ? statement.name?.text : "";
    return asksAgain ? [`${file} › ${name}`] : [];
  });
}

function isCallOf(node: ts.Node, name: string, receiver: RegExp): boolean {
  if (!ts.isCallExpression(node) || !ts.isPropertyAccessExpression(node.expression)) return false;
  return node.expression.name.text === name && receiver.test(node.expression.expression.getText());
}

test("what asks for the time before a transaction and in it is found", () => {
  const of = (first: string, inside: string) =>
    findTwoInstants(
      "a.ts",
      `function act(context) { ${first}; return context.db.transaction(async (tx) => { ${inside}; }); }`,
    );
  expect(of("const at = context.clock.now()", "write(tx, context.clock.now())")).toEqual([
    "a.ts › act",
  ]);
  expect(of("", "write(tx, clock.now(), clock.now())")).toEqual([]);
  expect(of("const at = clock.now()", "write(tx, at)")).toEqual([]);
});

test("no action asks for the time before its transaction and again in it", () => {
  const files = globSync("app/**/*.{ts,tsx}", { cwd: projectRoot }).filter(
    (file) => !file.startsWith("app/generated/"),
  );
  const found = files.flatMap((file) =>
    findTwoInstants(file, readFileSync(join(projectRoot, file), "utf8")),
  );
  expect(found).toEqual(lasting);
});
