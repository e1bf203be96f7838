import { globSync, readFileSync } from "node:fs";
import { dirname, join, normalize } from "node:path";
import ts from "typescript";
import { describe, expect, test } from "vitest";
import { projectRoot } from "#scripts/files/project-root.ts";

// The clock stands still in a transaction. What asks it before and has it asked again in there writes two instants for one
// action; so does what takes one instant from the store's clock and the other from the machine's.

/** What has lasted on purpose: when it began and when it ended. */
const lasting = [
  "app/domain/installation/import-shop.ts › importShop",
  "app/domain/reconciliation/reconcile-shop.ts › reconcileShop",
];

/** A place that tells the time, or a function that may. */
interface Step {
  /** The name of what is called; null for the clock itself. */
  calls: string | null;
  isInTransaction: boolean;
}

/** Functions at the top of modules, by file and name, with what tells the time in each. */
function readSteps(texts: ReadonlyMap<string, string>): Map<string, Step[]> {
  const all = new Map<string, Step[]>();
  for (const [file, text] of texts) {
    const source = ts.createSourceFile(file, text, ts.ScriptTarget.Latest);
    const imported = importsOf(file, source);
    for (const statement of source.statements) {
      if (!ts.isFunctionDeclaration(statement) || !statement.name) continue;
      const steps: Step[] = [];
      const visit = (node: ts.Node, isInTransaction: boolean) => {
        if (isCallOf(node, source, "now", /clock$/i)) steps.push({ calls: null, isInTransaction });
        else if (ts.isCallExpression(node) && ts.isIdentifier(node.expression)) {
          const name = node.expression.text;
          steps.push({ calls: imported.get(name) ?? nameOf(file, name), isInTransaction });
        }
        const opens = isCallOf(node, source, "transaction", /./);
        ts.forEachChild(node, (child) => visit(child, isInTransaction || opens));
      };
      visit(statement, false);
      all.set(nameOf(file, statement.name.text), steps);
    }
  }
  return all;
}

const nameOf = (file: string, name: string) => `${file} › ${name}`;

/** What a module's imported names are called where they come from. */
function importsOf(file: string, source: ts.SourceFile): Map<string, string> {
  const names = new Map<string, string>();
  for (const statement of source.statements) {
    if (!ts.isImportDeclaration(statement) || !ts.isStringLiteral(statement.moduleSpecifier))
      continue;
    const { text } = statement.moduleSpecifier;
    const from = text.startsWith(".")
      ? normalize(join(dirname(file), text))
      : text.replace("#", "");
    const bindings = statement.importClause?.namedBindings;
    if (!bindings || !ts.isNamedImports(bindings)) continue;
    for (const { name, propertyName } of bindings.elements) {
      names.set(name.text, nameOf(from, (propertyName ?? name).text));
    }
  }
  return names;
}

function isCallOf(node: ts.Node, source: ts.SourceFile, name: string, receiver: RegExp): boolean {
  if (!ts.isCallExpression(node) || !ts.isPropertyAccessExpression(node.expression)) return false;
  const { name: called, expression } = node.expression;
  return called.text === name && receiver.test(expression.getText(source));
}

/** Functions that ask the clock themselves outside of their transactions, and again, through whatever they call, in one. */
function findTwoInstants(texts: ReadonlyMap<string, string>): string[] {
  const all = readSteps(texts);
  // Those that ask at the instant of their caller: a transaction of their own has its own.
  const asking = new Set<string>();
  const asks = ({ calls }: Step) => calls === null || asking.has(calls);
  for (let size = -1; size !== asking.size; ) {
    size = asking.size;
    for (const [name, steps] of all) {
      if (steps.some((step) => !step.isInTransaction && asks(step))) asking.add(name);
    }
  }
  return [...all].flatMap(([name, steps]) => {
    const asksItself = steps.some(
      ({ calls, isInTransaction }) => calls === null && !isInTransaction,
    );
    const asksAgain = steps.some((step) => step.isInTransaction && asks(step));
    return asksItself && asksAgain ? [name] : [];
  });
}

function readSources(pattern: string): Map<string, string> {
  const files = globSync(pattern, { cwd: projectRoot }).filter(
    (file) => !file.startsWith("app/generated/"),
  );
  return new Map(files.map((file) => [file, readFileSync(join(projectRoot, file), "utf8")]));
}

describe("what asks for the time before a transaction", () => {
  const other = "export function note(tx) { write(tx, context.clock.now()); }";
  const found = (first: string, inside: string) =>
    findTwoInstants(
      new Map([
        ["app/other.ts", other],
        [
          "app/a.ts",
          `import { note } from "./other.ts"; import { note as same } from "#app/other.ts";
          function act(context) { ${first}; return context.db.transaction(async (tx) => { ${inside}; }); }`,
        ],
      ]),
    );

  test.each(["write(tx, context.clock.now())", "note(tx)", "same(tx)"])(
    "and in it is found: %s",
    (inside) => {
      expect(found("const at = context.clock.now()", inside)).toEqual(["app/a.ts › act"]);
    },
  );

  test("or only in it is not", () => {
    expect(found("", "write(tx, clock.now(), clock.now())")).toEqual([]);
    expect(found("const at = clock.now()", "write(tx, at)")).toEqual([]);
  });
});

test("no action asks for the time before its transaction and again in it", () => {
  expect(findTwoInstants(readSources("app/**/*.ts")).sort()).toEqual(lasting);
});

/** What reads the machine's time in the domain, and why it is not the store's. */
const MACHINE_TIME: Readonly<Record<string, readonly string[]>> = {
  "how long this process remembers or waits": [
    "api-keys/touch-api-key.ts",
    "customers/ask-platform.ts",
    "data-export/record-collection-call.ts",
    "events/dispatch-soon.ts",
    "staff/recall-staff-member.ts",
  ],
  "when a job of the queue runs, which knows no other time, or how long a claim of a process lasts":
    [
      "churn/activation/activate-offer.ts",
      "mail/outbox/send-mail.ts",
      "past-imports/run-past-import.ts",
      "plans/save-claim.ts",
      "portal/edits/make-edit.ts",
      "portal/reactivation/reactivate.ts",
      "schedule/schedule-task.ts",
      "set-aside/set-aside.ts",
      "subscriptions/changes/ask-about-discount.ts",
    ],
  "what the test clock is set against": [
    "schedule/advance-test-clock.ts",
    "events/prune-events.ts",
  ],
  "what belongs to the installation and not to the store's business: its life, what the law asks for, reads by programs, old rows":
    [
      "compliance/collect-customer-data.ts",
      "compliance/erase-customer.ts",
      "compliance/erase-shop.ts",
      "compliance/record-request.ts",
      "data-export/reads/record-read.ts",
      "diagnosis/checks/clock.ts",
      "diagnosis/checks/webhooks.ts",
      "installation/install-shop.ts",
      "loyalty/triggers/receipts/receipt-room.ts",
      "schedule/prune-done-rows.ts",
      "shops/uninstall-shop.ts",
    ],
  "how long an address is good, which strangers' clocks decide": [
    "loyalty/triggers/receipts/receipt-file.ts",
  ],
};

test("no business of a store has the machine's time", () => {
  const asking = [...readSources("app/domain/**/*.ts")].flatMap(([file, text]) =>
    /new Date\(\)|Date\.now\(\)/.test(text) ? [file.replace("app/domain/", "")] : [],
  );
  expect(asking.sort()).toEqual(Object.values(MACHINE_TIME).flat().sort());
});
