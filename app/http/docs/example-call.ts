import { EXAMPLE_INPUTS, type ExampleCall } from "./example-inputs.ts";
import { interfaceOf, type Operation } from "./operations.ts";
import { exampleOf, type Schemas } from "./schema-fields.ts";

/** Query parameters that an example shows: the rest are filters, which it would be empty with. */
const SHOWN: ReadonlySet<string> = new Set([
  "limit",
  "page",
  "since_id",
  "period",
  "cancellation_reason",
]);

export function exampleCallOf(operation: Operation, schemas: Schemas): ExampleCall {
  const valuesIn = (place: string) =>
    Object.fromEntries(
      (operation.parameters ?? [])
        .filter((parameter) => parameter.in === place)
        .filter(({ name, required }) => required || place === "path" || SHOWN.has(name))
        .map(({ name, schema }) => [name, exampleOf(schema, schemas)]),
    );
  return {
    before: null,
    path: valuesIn("path"),
    query: valuesIn("query"),
    body: bodyOf(operation, schemas),
    file: null,
    ...EXAMPLE_INPUTS[operation.operationId],
  };
}

function bodyOf(operation: Operation, schemas: Schemas): ExampleCall["body"] {
  const content = Object.values(operation.requestBody?.content ?? {})[0];
  const body = content ? exampleOf(content.schema, schemas) : null;
  if (typeof body !== "object" || body === null) return null;
  return Object.fromEntries(Object.entries(body).filter(([name]) => name !== "key"));
}

/** The address with its parameters filled in and the key where the interface takes it there. */
function addressOf(operation: Operation, { path, query }: ExampleCall): string {
  const filled = operation.path.replace(/\{(\w+)\}/g, (_, name: string) => String(path[name]));
  const parts = Object.entries(query).map(
    ([name, value]) => `${name}=${encodeURIComponent(String(value))}`,
  );
  if (interfaceOf(operation)?.key === "query") parts.push("key=$KEY");
  return parts.length > 0 ? `${filled}?${parts.join("&")}` : filled;
}

/** Whether the caller is a shopper, whom the store's own session names. */
export const needsShopper = ({ path }: Operation): boolean => path.includes("/loyalty/customers/");

/** For a shell in which API, STORE and KEY are set, and SHOPPER where a shopper has to be signed in. */
export function curlOf(operation: Operation, call: ExampleCall): string {
  const key = interfaceOf(operation)?.key;
  const lines = [`curl "${operation.isProxied ? "$STORE" : "$API"}${addressOf(operation, call)}"`];
  if (operation.method === "PATCH") lines.push("-X PATCH");
  if (operation.method === "POST" && !operation.requestBody) lines.push("-X POST");
  if (key === "header") lines.push('-H "Authorization: Bearer $KEY"');
  if (key === "form" || key === "body") {
    lines.push('--data-urlencode "key=$KEY"');
    for (const [name, value] of Object.entries(call.body ?? {})) {
      lines.push(`--data-urlencode ${quoted(`${name}=${value}`)}`);
    }
  } else if (call.file) {
    lines.push(`-H "Content-Type: ${call.file.type}"`, `--data-binary @${call.file.name}`);
  } else if (call.body) {
    if (isIdempotent(operation)) {
      lines.push(`-H "Idempotency-Key: ${operation.operationId}-$(date +%s)"`);
    }
    lines.push(`--json ${quoted(JSON.stringify(call.body))}`);
  }
  if (needsShopper(operation)) lines.push('-b "$SHOPPER"');
  return `${call.before ? `${call.before.curl}\n` : ""}${lines.join(" \\\n  ")}`;
}

const isIdempotent = ({ parameters = [] }: Operation): boolean =>
  parameters.some(({ name }) => name === "Idempotency-Key");

const quoted = (text: string): string => `'${text.replaceAll("'", "'\\''")}'`;

/** With the client of `clients/typescript`. */
export function typescriptOf(operation: Operation, call: ExampleCall): string {
  const input = [
    ...(Object.keys(call.path).length > 0 ? [`  path: ${literal(call.path)},`] : []),
    ...(Object.keys(call.query).length > 0 ? [`  query: ${literal(call.query)},`] : []),
    ...(call.body && Object.keys(call.body).length > 0 ? [`  body: ${literal(call.body)},`] : []),
    ...(call.file ? ["  body: file,"] : []),
  ];
  const second = input.length > 0 ? `, {\n${input.join("\n")}\n}` : "";
  const before = call.before ? `${call.before.typescript}\n` : "";
  return `${before}const answer = await perennial.call("${operation.operationId}"${second});`;
}

function literal(value: object): string {
  return (
    JSON.stringify(value, null, 1)
      .replace(/\n\s*/g, " ")
      // What was found before stands under the parameter's own name.
      .replace(/"(\w+)": "\$\w+"/g, "$1")
      .replace(/"(\w+)":/g, "$1:")
  );
}
