/**
 * Writes loaders/data-api/data-api.generated.ts: the rows of the Data API's exports as the OpenAPI document
 * describes them, for clients written in TypeScript.
 *
 *   node scripts/loaders/generate-data-api-types.ts           writes the file
 *   node scripts/loaders/generate-data-api-types.ts --check   fails when the file is out of date
 */
import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { AnyRouteDeclaration, DeclaredRoute } from "#app/http/declare-route.ts";
import { createOpenApiDocument } from "#app/http/openapi-document.ts";
import { projectRoot } from "#scripts/files/project-root.ts";
import { writeFileAtomically } from "#scripts/files/write-file-atomically.ts";
import { runCommand } from "#scripts/process/run-command.ts";
import { UserFacingError } from "#scripts/process/user-facing-error.ts";
import { type JsonSchema, rowSchemas } from "./row-schemas.ts";

const outputFile = join(projectRoot, "loaders/data-api/data-api.generated.ts");

const header = `// Written by scripts/loaders/generate-data-api-types.ts from the OpenAPI document. Change the routes of the Data
// API and run npm run generate; do not change this file.
`;

/** The generated module's text: the same declarations give the same. */
export async function generateDataApiTypes(): Promise<string> {
  const schemas = await readRowSchemas();
  const exports = [...schemas].map(([name, row]) => `  ${JSON.stringify(name)}: ${typeOf(row)};\n`);
  return `${header}
/** The rows of each export, by its name in the address. */
export interface DataApiRows {
${exports.join("")}}
`;
}

/** The schema of a row of each export that the app has, by the export's name. */
export async function readRowSchemas(): Promise<Map<string, JsonSchema>> {
  return rowSchemas(await createOpenApiDocument(await readDeclarations(), "http://localhost"));
}

/** What the files of the Data API's routes declare. */
async function readDeclarations(): Promise<AnyRouteDeclaration[]> {
  const files = globSync("app/routes/data/**/*.ts", { cwd: projectRoot }).sort();
  const modules = await Promise.all(
    files.map(async (file): Promise<{ loader?: Partial<DeclaredRoute> }> => {
      return import(/* @vite-ignore */ join(projectRoot, file));
    }),
  );
  return modules.flatMap(({ loader }) => (loader?.declaration ? [loader.declaration] : []));
}

function typeOf({ properties = {}, required = [], additionalProperties }: JsonSchema): string {
  const fields = Object.entries(properties).map(([name, schema]) => {
    const mark = required.includes(name) ? "" : "?";
    return `    ${JSON.stringify(name)}${mark}: ${valueType(name, schema)};\n`;
  });
  // Fields whose names only the store knows.
  if (typeof additionalProperties === "object" && additionalProperties.type) {
    fields.push(`    [field: string]: ${valueType("*", additionalProperties)};\n`);
  }
  return `{\n${fields.join("")}  }`;
}

function valueType(name: string, { type }: JsonSchema): string {
  if (type === "string" || type === "boolean") return type;
  if (type === "integer" || type === "number") return "number";
  throw new UserFacingError(
    `The field ${name} is ${JSON.stringify(type)}, which no row of an export has.`,
  );
}

async function main(): Promise<void> {
  const text = await generateDataApiTypes();
  if (!process.argv.includes("--check")) {
    writeFileAtomically(outputFile, text, 0o644);
  } else if (readFileSync(outputFile, "utf8") !== text) {
    throw new UserFacingError(
      "loaders/data-api/data-api.generated.ts is out of date: run npm run generate.",
    );
  }
}

if (import.meta.main) await runCommand(main);
