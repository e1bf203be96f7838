import { escapeHtml } from "./escape-html.ts";
import { curlOf, exampleCallOf, needsShopper, typescriptOf } from "./example-call.ts";
import { inline, renderCode } from "./markdown.ts";
import { fileTypesOf, interfaceOf, type Operation } from "./operations.ts";
import recordedAnswers from "./recorded-answers.json" with { type: "json" };
import { exampleOf, fieldsOf, type JsonSchema, type Schemas, typeName } from "./schema-fields.ts";

/** What the demo has answered the examples; `npm run docs-answers` writes them. */
const RECORDED: Readonly<Record<string, unknown>> = recordedAnswers;

/**
 * One operation: address, parameters, body, example, answer, errors, and a form to try it.
 *
 * @param hasDemoStore whether there is a store that this page may call.
 */
export function renderOperation(
  operation: Operation,
  schemas: Schemas,
  hasDemoStore: boolean,
): string {
  const { operationId: id, method, path, summary, description } = operation;
  const place = operation.isProxied ? "the store's address" : "the service's address";
  return `<section class="operation" id="${id}" aria-labelledby="${id}-title">
<h2 id="${id}-title">${inline(summary)} <a class="anchor" href="#${id}" aria-label="Link to ${escapeHtml(id)}">#</a></h2>
<code class="address"><span class="method ${method}">${method}</span> ${escapeHtml(path)}</code>
<p class="type">At ${place} · <code>${id}</code></p>
${description ? `<p>${inline(description)}</p>` : ""}
${renderParameters(operation, schemas)}
${renderBody(operation, schemas)}
${renderExample(operation, schemas)}
${renderTry(operation, schemas, hasDemoStore)}
${renderAnswer(operation, schemas)}
${renderErrors(operation)}
</section>`;
}

interface Row {
  readonly id: string;
  readonly name: string;
  readonly type: string;
  readonly note: string;
  readonly description: string;
}

function renderRows(operationId: string, caption: string, rows: readonly Row[]): string {
  if (rows.length === 0) return "";
  const lines = rows.map(
    ({ id, name, type, note, description }) =>
      `<tr id="${escapeHtml(id)}"><td><a href="#${escapeHtml(id)}"><code>${escapeHtml(name)}</code></a></td><td><span class="type">${escapeHtml(type)}${note}</span><br>${inline(description)}</td></tr>`,
  );
  return `<h3>${caption}</h3><div class="wide" tabindex="0" role="region" aria-label="${caption} of ${operationId}"><table><tbody>${lines.join("")}</tbody></table></div>`;
}

function renderParameters({ operationId, parameters = [] }: Operation, schemas: Schemas): string {
  const rows = parameters.map(({ in: place, name, required, description, schema }) => ({
    id: `${operationId}.${place}.${name}`,
    name,
    type: `${place} · ${typeName(schema, schemas)}`,
    note: required ? " · required" : "",
    description: description ?? schema.description ?? "",
  }));
  return renderRows(operationId, "Parameters", rows);
}

function fieldRows(prefix: string, schema: JsonSchema, schemas: Schemas): Row[] {
  return fieldsOf(schema, schemas).map(({ path, type, isRequired, description }) => ({
    id: `${prefix}.${path}`,
    name: path,
    type,
    note: isRequired ? "" : " · may be missing",
    description,
  }));
}

function renderBody(operation: Operation, schemas: Schemas): string {
  const { operationId, requestBody } = operation;
  const [[type, content] = []] = Object.entries(requestBody?.content ?? {});
  if (!content) return "";
  const fileTypes = fileTypesOf(operation);
  if (fileTypes) {
    return `<h3>Body (${fileTypes.join(", ")})</h3><p>${inline(content.schema.description ?? "")}</p>`;
  }
  const rows = fieldRows(`${operationId}.body`, content.schema, schemas).map((row) => ({
    ...row,
    note: row.note === "" ? " · required" : "",
  }));
  return renderRows(operationId, `Body (${type})`, rows);
}

function renderExample(operation: Operation, schemas: Schemas): string {
  const call = exampleCallOf(operation, schemas);
  return `<h3>Example</h3>${renderCode(curlOf(operation, call), "curl")}${renderCode(typescriptOf(operation, call), "TypeScript")}`;
}

function renderAnswer({ operationId, responses }: Operation, schemas: Schemas): string {
  const schema = responses["200"]?.content?.["application/json"]?.schema;
  if (!schema) return "";
  const recorded = RECORDED[operationId];
  const example = JSON.stringify(recorded ?? exampleOf(schema, schemas), null, 2);
  const origin =
    recorded === undefined ? "" : "<p>From the demo; lists are cut to their first rows.</p>";
  return `${renderRows(operationId, "Answer", fieldRows(`${operationId}.answer`, schema, schemas))}${origin}${renderCode(example, "JSON of the answer")}`;
}

function renderErrors({ operationId, responses }: Operation): string {
  const parts = Object.entries(responses)
    .filter(([status]) => Number(status) >= 400)
    .map(([status, { description, content }]) => {
      const examples = Object.values(content?.["application/json"]?.examples ?? {});
      const bodies = examples.map(
        ({ summary, value }) =>
          `<p>${inline(summary)}</p>${renderCode(JSON.stringify(value, null, 2), `JSON of error ${status}`)}`,
      );
      return `<details id="${operationId}.${status}"><summary><code>${status}</code> ${inline(description)}</summary>${bodies.join("")}</details>`;
    });
  return `<h3>Errors</h3>${parts.join("")}`;
}

/** Without what an example finds first: the reader of a form has to choose it. */
const known = (values: Readonly<Record<string, unknown>>) =>
  Object.fromEntries(Object.entries(values).filter(([, value]) => !String(value).startsWith("$")));

/**
 * What the page's script makes a form of. Through the proxy only the store can sign. A demo's store answers this page;
 * on another store a read opens a tab, and a page of that store has to send what writes.
 */
function renderTry(operation: Operation, schemas: Schemas, hasDemoStore: boolean): string {
  const key = interfaceOf(operation)?.key ?? null;
  const isOpened = operation.isProxied && !hasDemoStore;
  if (isOpened && operation.method !== "GET") {
    return `<p class="type">This page cannot send it: it has to come through the store. Use the example, with the store's address.</p>`;
  }
  const { path, query, body } = exampleCallOf(operation, schemas);
  const facts = {
    method: operation.method,
    path: operation.path,
    key,
    isAtStore: operation.isProxied,
    isOpened,
    isShoppers: needsShopper(operation),
    fileTypes: fileTypesOf(operation),
    values: known({ ...path, ...query }),
    // The interface that reads and writes by one address is tried by reading.
    body: body && key === "body" ? { cid: body.cid, email: body.email, action: "get" } : body,
    parameters: (operation.parameters ?? []).flatMap(({ in: place, name }) =>
      place === "header" ? [] : [{ place, name }],
    ),
  };
  return `<details class="try" data-try="${escapeHtml(JSON.stringify(facts))}" data-id="${operation.operationId}"><summary>Try it</summary><noscript>This needs JavaScript.</noscript></details>`;
}
