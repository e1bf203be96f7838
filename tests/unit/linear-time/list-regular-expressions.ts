import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import ts from "typescript";
import { projectRoot } from "#scripts/files/project-root.ts";

export interface FoundExpression {
  /** As it stands in the source; for one that is built at run time, the call. */
  text: string;
  kind: "literal" | "built";
  files: string[];
}

/** Every regular expression of the app and of the storefront's code, by its text. */
export function listRegularExpressions(): FoundExpression[] {
  const found = new Map<string, FoundExpression>();
  for (const file of globSync("{app,storefront}/**/*.{ts,tsx}", { cwd: projectRoot })) {
    if (file.startsWith("app/generated/")) continue;
    const text = readFileSync(join(projectRoot, file), "utf8");
    const source = ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true);
    const visit = (node: ts.Node) => {
      const kind = kindOf(node);
      if (kind) {
        const known = found.get(node.getText());
        if (known) known.files.push(file);
        else found.set(node.getText(), { text: node.getText(), kind, files: [file] });
      }
      ts.forEachChild(node, visit);
    };
    visit(source);
  }
  return [...found.values()];
}

function kindOf(node: ts.Node): FoundExpression["kind"] | null {
  if (ts.isRegularExpressionLiteral(node)) return "literal";
  const isCall = ts.isNewExpression(node) || ts.isCallExpression(node);
  return isCall && node.expression.getText() === "RegExp" ? "built" : null;
}
