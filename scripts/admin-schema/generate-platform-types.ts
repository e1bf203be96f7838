/**
 * Writes app/platform/shopify/admin-operations.generated.ts: the texts of the operations in
 * app/platform/shopify/operations/ and the types of their variables and answers, read from the
 * published Admin schema. An operation that asks for something the schema does not have is an error.
 *
 *   node scripts/admin-schema/generate-platform-types.ts           writes the file
 *   node scripts/admin-schema/generate-platform-types.ts --check   exits 1 when the file is out of date
 */
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { codegen } from "@graphql-codegen/core";
import * as typedDocumentNode from "@graphql-codegen/typed-document-node";
import * as typescriptOperations from "@graphql-codegen/typescript-operations";
import { buildSchema, parse, validate } from "graphql";

const schemaFile = new URL("../../devstore/schema/admin-2026-10.graphql", import.meta.url);
const operationsFolder = new URL("../../app/platform/shopify/operations/", import.meta.url);
const outputFile = new URL(
  "../../app/platform/shopify/admin-operations.generated.ts",
  import.meta.url,
);

const header = `// Written by scripts/admin-schema/generate-platform-types.ts from operations/*.graphql and the published Admin
// schema 2026-10. Change the operations and run that script; do not change this file.
`;

/** How values of the platform's own scalars look in JSON. Any other scalar is `unknown`, so that it cannot be used unread. */
const scalars = {
  DateTime: "string",
  Decimal: "string",
  UnsignedInt64: "string",
  URL: "string",
};

export interface OperationFile {
  name: string;
  text: string;
}

/**
 * The generated module's text.
 *
 * @throws Error with one line for each mistake that the schema finds in the operations.
 */
export async function generatePlatformTypes(
  schemaText: string,
  files: OperationFile[],
): Promise<string> {
  const schema = buildSchema(schemaText, { assumeValid: true });
  const document = parse(files.map((file) => file.text).join("\n"));
  const mistakes = validate(schema, document, undefined, { maxErrors: 50 });
  if (mistakes.length > 0) throw new Error(mistakes.map((mistake) => mistake.message).join("\n"));

  const documents: Parameters<typeof codegen>[0]["documents"] = [
    { location: "operations", document },
  ];
  const text = await codegen({
    documents,
    schema: parse(schemaText),
    filename: outputFile.pathname,
    pluginMap: { operations: typescriptOperations, documents: typedDocumentNode },
    plugins: [
      {
        operations: {
          scalars,
          defaultScalarType: "unknown",
          skipTypename: true,
          useTypeImports: true,
          enumType: "string-literal",
          maybeValue: "T | null",
          inputMaybeValue: "T | null",
        },
      },
      { documents: { documentMode: "string", useTypeImports: true, optimizeDocumentNode: true } },
    ],
    config: {},
    skipDocumentsValidation: true,
  });
  return header + text;
}

/** The operations of the app, in the order of their files' names. */
export function readOperationFiles(): OperationFile[] {
  return readdirSync(operationsFolder)
    .filter((name) => name.endsWith(".graphql"))
    .sort()
    .map((name) => ({ name, text: readFileSync(new URL(name, operationsFolder), "utf8") }));
}

async function main(check: boolean): Promise<void> {
  const text = await generatePlatformTypes(readFileSync(schemaFile, "utf8"), readOperationFiles());
  if (!check) {
    writeFileSync(outputFile, text);
    return;
  }
  if (readFileSync(outputFile, "utf8") !== text) {
    console.error(
      "app/platform/shopify/admin-operations.generated.ts is out of date: run node scripts/admin-schema/generate-platform-types.ts",
    );
    process.exitCode = 1;
  }
}

if (import.meta.main) {
  try {
    await main(process.argv.includes("--check"));
  } catch (error) {
    console.error(error instanceof Error ? error.message : error);
    process.exitCode = 1;
  }
}
