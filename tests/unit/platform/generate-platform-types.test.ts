import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import ts from "typescript";
import { describe, expect, test } from "vitest";
import {
  generatePlatformTypes,
  readOperationFiles,
} from "#scripts/admin-schema/generate-platform-types.ts";

const schema = readFileSync(
  new URL("../../../devstore/schema/admin-2026-10.graphql", import.meta.url),
  "utf8",
);
const committed = new URL(
  "../../../app/platform/shopify/admin-operations.generated.ts",
  import.meta.url,
);

/** The complaints of the compiler about `code` written after the generated module. */
function complaints(generated: string, code: string): string[] {
  const name = fileURLToPath(new URL("checked.ts", committed));
  const options: ts.CompilerOptions = {
    strict: true,
    noEmit: true,
    target: ts.ScriptTarget.ES2022,
    module: ts.ModuleKind.ESNext,
    moduleResolution: ts.ModuleResolutionKind.Bundler,
    types: [],
    skipLibCheck: true,
  };
  const host = ts.createCompilerHost(options);
  const readSourceFile = host.getSourceFile.bind(host);
  host.getSourceFile = (file, target) =>
    file === name
      ? ts.createSourceFile(file, `${generated}\n${code}`, target)
      : readSourceFile(file, target);
  const program = ts.createProgram([name], options, host);
  return ts
    .getPreEmitDiagnostics(program)
    .map((diagnostic) => ts.flattenDiagnosticMessageText(diagnostic.messageText, " "));
}

describe("types of the platform's operations", () => {
  test("the committed module is what the operations and the published schema give", async () => {
    const generated = await generatePlatformTypes(schema, readOperationFiles());
    expect(readFileSync(committed, "utf8")).toBe(generated);
  });

  test.each([
    ["an unknown field", "query X { shop { id nickname } }", /nickname/],
    ["an unknown argument", "query X { customers(first: 1, color: 2) { nodes { id } } }", /color/],
    [
      "an unknown enum value",
      "query X { orders(first: 1, sortKey: COLOUR) { nodes { id } } }",
      /COLOUR/,
    ],
    ["a variable of another type", "query X($id: Int!) { customer(id: $id) { id } }", /Int!/],
    ["a missing argument", "query X { customer { id } }", /"id" of type "ID!" is required/],
  ])("%s in an operation fails the generation and is named", async (_title, text, words) => {
    await expect(generatePlatformTypes(schema, [{ name: "x.graphql", text }])).rejects.toThrow(
      words,
    );
  });

  test("reading a field that an operation did not ask for fails the type check", () => {
    const generated = readFileSync(committed, "utf8");
    const read = (field: string) =>
      `export const read = (answer: ReadShopQuery) => answer.shop.${field};`;
    expect(complaints(generated, read("name"))).toEqual([]);
    expect(complaints(generated, read("email")).join()).toMatch(/'email' does not exist/);
  });

  test("a variable that the operation does not take, or of a wrong enum, fails the type check", () => {
    const generated = readFileSync(committed, "utf8");
    const cancel = (variables: string) =>
      `export const variables: CancelContractMutationVariables = ${variables};`;
    expect(complaints(generated, cancel(`{ id: "1", actor: "CUSTOMER" }`))).toEqual([]);
    expect(complaints(generated, cancel(`{ id: "1", actor: "ROBOT" }`)).join()).toMatch(/ROBOT/);
    expect(complaints(generated, cancel(`{ id: "1" }`)).join()).toMatch(/'actor' is missing/);
  });
});
