import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import ts from "typescript";
import { expect, test } from "vitest";
import { projectRoot } from "#scripts/files/project-root.ts";

// A string alone is looked for in any part of a name or a text, and in either case: a test that presses "Save" presses "Saved views" too,
// and one that looks for Ada finds her in a store of the name Canada.

const BY_TEXT = ["getByText", "getByLabel", "getByPlaceholder", "getByTitle", "getByAltText"];

/** The lines whose locators take a part of a name or a text for the whole. */
function findPartialLocators(file: string, text: string): string[] {
  const source = ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true);
  const found: string[] = [];
  const visit = (node: ts.Node) => {
    if (ts.isCallExpression(node) && ts.isPropertyAccessExpression(node.expression)) {
      const { name } = node.expression;
      const { line } = source.getLineAndCharacterOfPosition(name.getStart());
      if (isPartial(name.text, node)) found.push(`${file}:${line + 1} ${node.getText()}`);
    }
    ts.forEachChild(node, visit);
  };
  visit(source);
  return found;
}

function isPartial(method: string, { arguments: [first, second] }: ts.CallExpression): boolean {
  const options = optionsOf(second);
  if (options.get("exact")?.kind === ts.SyntaxKind.TrueKeyword) return false;
  if (BY_TEXT.includes(method)) return !isPattern(first);
  // Options that are not written here may hold a name.
  if (method !== "getByRole" || !second) return false;
  return options.has("name") ? !isPattern(options.get("name")) : options.size === 0;
}

/** What is written as the options of a locator; nothing for what stands elsewhere or is spread. */
function optionsOf(node: ts.Node | undefined): ReadonlyMap<string, ts.Expression> {
  const options = new Map<string, ts.Expression>();
  if (!node || !ts.isObjectLiteralExpression(node)) return options;
  for (const property of node.properties) {
    if (ts.isPropertyAssignment(property))
      options.set(property.name.getText(), property.initializer);
    else if (ts.isShorthandPropertyAssignment(property))
      options.set(property.name.text, property.name);
    else return new Map();
  }
  return options;
}

function isPattern(node: ts.Expression | undefined): boolean {
  if (!node) return false;
  if (ts.isRegularExpressionLiteral(node)) return true;
  return ts.isNewExpression(node) && node.expression.getText() === "RegExp";
}

test("a locator that takes a part for the whole is found, and no other", () => {
  const partial = [
    'page.getByText("Ada")',
    "page.getByText(name)",
    "page.getByLabel(`Hours of $" + "{day}`)",
    'page.getByTitle("Ada", { exact: false })',
    'page\n.getByRole("button", {\n name: "Save",\n disabled: true })',
    'page.getByRole("button", { name })',
    'page.getByRole("button", options)',
    'page.getByRole("button", { ...options })',
  ];
  expect(partial.filter((text) => findPartialLocators("a.ts", text).length !== 1)).toEqual([]);
  const whole = [
    'page.getByText("Ada", { exact: true })',
    "page.getByLabel(/^Ada/)",
    "page.getByLabel(new RegExp(`^$" + "{name}`))",
    'page.getByRole("button")',
    'page.getByRole("heading", { level: 1 })',
    'page.getByRole("button", { name: "Save", exact: true })',
    'page.getByRole("button", { name: /^Save/ })',
    'page.locator("tr").filter({ hasText: "Ada" })',
  ];
  expect(whole.flatMap((text) => findPartialLocators("a.ts", text))).toEqual([]);
});

test("every locator of a browser test names the whole of what it looks for, or a pattern", () => {
  const files = globSync("tests/{browser,start,support}/**/*.ts", { cwd: projectRoot });
  const texts = files.map((file) => ({
    file,
    text: readFileSync(join(projectRoot, file), "utf8"),
  }));
  expect(texts.filter(({ text }) => text.includes("getByRole(")).length).toBeGreaterThan(50);
  expect(texts.flatMap(({ file, text }) => findPartialLocators(file, text))).toEqual([]);
});
