/**
 * Writes clients/typescript/src/operations.generated.ts: every operation of the six interfaces, with what it takes and
 * answers, as the OpenAPI document describes them.
 *
 *   node scripts/clients/generate-typescript-client.ts           writes the file
 *   node scripts/clients/generate-typescript-client.ts --check   fails when the file is out of date
 */
import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { AnyRouteDeclaration, DeclaredRoute } from "#app/http/declare-route.ts";
import {
  fileTypesOf,
  interfaceOf,
  type Operation,
  operationsOf,
} from "#app/http/docs/operations.ts";
import type { JsonSchema, Schemas } from "#app/http/docs/schema-fields.ts";
import { createOpenApiDocument } from "#app/http/openapi-document.ts";
import { projectRoot } from "#scripts/files/project-root.ts";
import { writeFileAtomically } from "#scripts/files/write-file-atomically.ts";
import { runCommand } from "#scripts/process/run-command.ts";
import { UserFacingError } from "#scripts/process/user-facing-error.ts";

const NAME = "clients/typescript/src/operations.generated.ts";
const outputFile = join(projectRoot, NAME);

const header = `// Written by scripts/clients/generate-typescript-client.ts from the OpenAPI document. Change the routes and run npm run
// generate; do not change this file.
`;

/** The generated module's text: the same declarations give the same. */
export async function generateTypescriptClient(): Promise<string> {
  const document = await createOpenApiDocument(await readDeclarations(), "http://localhost");
  const { operations, schemas } = operationsOf(document);
  const named = Object.entries(schemas).filter(([name]) => isUsed(name, operations, schemas));
  return `${header}
${named.map(([name, schema]) => `export type ${name} = ${typeOf(schema)};\n`).join("\n")}
/** A body without the key, which the client adds. */
type WithoutKey<T> = T extends unknown ? Omit<T, "key"> : never;

/** What each operation takes and answers, by its name. */
export interface Operations {
${operations.map(operationType).join("\n")}
}

/** How each operation is called. */
export const operations = {
${operations.map(operationValue).join("\n")}
} as const;
`;
}

async function readDeclarations(): Promise<AnyRouteDeclaration[]> {
  const folders = "{rest,data,collection,churn,loyalty,store-credit-management}";
  const files = globSync(`app/routes/${folders}/**/*.ts`, { cwd: projectRoot }).sort();
  const found: AnyRouteDeclaration[] = [];
  for (const file of files) {
    const { loader, action }: Record<"loader" | "action", Partial<DeclaredRoute> | undefined> =
      await import(/* @vite-ignore */ join(projectRoot, file));
    for (const route of [loader, action]) if (route?.declaration) found.push(route.declaration);
  }
  return found;
}

/** Whether the answer or the body of an operation names the schema, also by way of others. */
function isUsed(name: string, operations: readonly Operation[], schemas: Schemas): boolean {
  const seen = new Set<string>();
  const visit = (text: string): void => {
    for (const [, found = ""] of text.matchAll(/#\/components\/schemas\/(\w+)/g)) {
      if (seen.has(found)) continue;
      seen.add(found);
      visit(JSON.stringify(schemas[found]));
    }
  };
  for (const { responses, requestBody } of operations) {
    visit(JSON.stringify([responses["200"], requestBody ?? null]));
  }
  return seen.has(name);
}

function operationType(operation: Operation): string {
  const { operationId, summary, parameters = [], requestBody, responses } = operation;
  const parts: string[] = [];
  for (const place of ["path", "query"] as const) {
    const own = parameters.filter((parameter) => parameter.in === place);
    if (own.length === 0) continue;
    const isOptional = !own.some(({ required }) => required);
    const fields = own.map(
      ({ name, required, schema }) =>
        `${name}${required ? "" : "?"}: ${schema.enum ? typeOf(schema) : "string | number"}`,
    );
    parts.push(`${place}${isOptional ? "?" : ""}: { ${fields.join("; ")} }`);
  }
  const content = Object.values(requestBody?.content ?? {})[0];
  const fileTypes = fileTypesOf(operation);
  if (fileTypes) {
    parts.push(`/** The file, of one of these types: ${fileTypes.join(", ")}. */ body: Blob`);
  } else if (content) {
    const isSentByClient = ["form", "body"].includes(interfaceOf(operation)?.key ?? "");
    const type = typeOf(content.schema);
    const isRequired = (requestBody as { required?: boolean }).required;
    parts.push(`body${isRequired ? "" : "?"}: ${isSentByClient ? `WithoutKey<${type}>` : type}`);
  }
  const answer = responses["200"]?.content?.["application/json"]?.schema;
  return `  /** ${summary}. */
  ${operationId}: {
    input: { ${parts.join("; ")} };
    answer: ${answer ? typeOf(answer) : "unknown"};
  };`;
}

function operationValue(operation: Operation): string {
  const { operationId, method, path, isProxied, parameters = [] } = operation;
  const value = {
    method,
    path,
    at: isProxied ? "store" : "service",
    key: interfaceOf(operation)?.key ?? null,
    idempotent: parameters.some(({ name }) => name === "Idempotency-Key"),
  };
  return `  ${operationId}: ${JSON.stringify(value)},`;
}

function typeOf(schema: JsonSchema): string {
  if (schema.$ref) return schema.$ref.slice(schema.$ref.lastIndexOf("/") + 1);
  if (schema.const !== undefined) return JSON.stringify(schema.const);
  if (schema.enum) return schema.enum.map((value) => JSON.stringify(value)).join(" | ");
  const parts = schema.anyOf ?? schema.oneOf;
  if (parts) return parts.map(typeOf).join(" | ");
  if (Array.isArray(schema.type)) {
    return schema.type.map((type) => typeOf({ ...schema, type })).join(" | ");
  }
  if (schema.type === "array") return `(${schema.items ? typeOf(schema.items) : "unknown"})[]`;
  if (schema.type === "integer" || schema.type === "number") return "number";
  if (["string", "boolean", "null"].includes(String(schema.type))) return String(schema.type);
  if (schema.properties) return objectType(schema);
  const { additionalProperties: rest } = schema;
  return typeof rest === "object" ? `Record<string, ${typeOf(rest)}>` : "Record<string, unknown>";
}

function objectType({ properties = {}, required = [], additionalProperties }: JsonSchema): string {
  const fields = Object.entries(properties).map(([name, field]) => {
    const comment = field.description ? `/** ${field.description.replaceAll("*/", "")} */ ` : "";
    const mark = required.includes(name) ? "" : "?";
    return `${comment}${JSON.stringify(name)}${mark}: ${typeOf(field)}`;
  });
  if (typeof additionalProperties === "object" && additionalProperties.type) {
    fields.push(`[field: string]: ${typeOf(additionalProperties)}`);
  }
  return `{ ${fields.join("; ")} }`;
}

async function main(): Promise<void> {
  const text = await generateTypescriptClient();
  if (!process.argv.includes("--check")) writeFileAtomically(outputFile, text, 0o644);
  else if (readFileSync(outputFile, "utf8") !== text) {
    throw new UserFacingError(`${NAME} is out of date: run npm run generate.`);
  }
}

if (import.meta.main) await runCommand(main);
