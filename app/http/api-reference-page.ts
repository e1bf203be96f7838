import type { createOpenApiDocument } from "./openapi-document.ts";

type OpenApiDocument = Awaited<ReturnType<typeof createOpenApiDocument>>;

const STYLE = `
:root{color-scheme:light dark}
body{font:16px/1.5 system-ui,sans-serif;max-width:52rem;margin:2rem auto;padding:0 1rem}
h2{margin-top:3rem;border-bottom:1px solid color-mix(in srgb,currentColor 25%,transparent)}
code{font:14px/1.4 ui-monospace,monospace;overflow-wrap:anywhere}
.operation{margin:1.5rem 0;padding:1rem;border:1px solid color-mix(in srgb,currentColor 20%,transparent);border-radius:8px}
.operation h3{margin:0 0 .25rem}
table{border-collapse:collapse;width:100%}
td{padding:.25rem .75rem .25rem 0;vertical-align:top}`;

/** A plain page that lists every operation of the document; no script, nothing loaded from elsewhere. */
export function renderApiReference(document: OpenApiDocument): string {
  const sections = new Map<string, string[]>();
  for (const [path, item] of Object.entries(document.paths ?? {})) {
    for (const [method, operation] of Object.entries(item ?? {})) {
      if (!isOperation(operation)) continue;
      const tag = operation.tags?.[0] ?? "Other";
      sections.set(tag, [...(sections.get(tag) ?? []), renderOperation(method, path, operation)]);
    }
  }
  const body = [...sections].map(([tag, parts]) => `<h2>${escapeHtml(tag)}</h2>${parts.join("")}`);
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1"><title>Perennial API</title><style>${STYLE}</style></head><body><main><h1>Perennial API</h1><p><a href="/openapi.json">Download the OpenAPI 3.1 document</a></p>${body.join("")}</main></body></html>`;
}

interface Operation {
  summary?: string;
  description?: string;
  tags?: string[];
  responses?: Record<string, { description?: string }>;
}

function isOperation(value: unknown): value is Operation {
  return typeof value === "object" && value !== null && "responses" in value;
}

function renderOperation(method: string, path: string, operation: Operation): string {
  const rows = Object.entries(operation.responses ?? {}).map(
    ([status, response]) =>
      `<tr><td><code>${status}</code></td><td>${escapeHtml(response.description ?? "")}</td></tr>`,
  );
  const description = operation.description ? `<p>${escapeHtml(operation.description)}</p>` : "";
  return `<section class="operation"><h3>${escapeHtml(operation.summary ?? path)}</h3><p><code>${method.toUpperCase()} ${escapeHtml(path)}</code></p>${description}<table>${rows.join("")}</table></section>`;
}

function escapeHtml(text: string): string {
  return text.replace(/[&<>"]/g, (char) => `&#${char.charCodeAt(0)};`);
}
