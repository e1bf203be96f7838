import { renderApiReference } from "./api-reference-page.ts";
import type { LoadContext } from "./load-context.ts";
import { createOpenApiDocument } from "./openapi-document.ts";

interface PublishedDocuments {
  /** The OpenAPI document as JSON text. */
  openApi: string;
  /** The API reference as HTML. */
  reference: string;
}

const published = new WeakMap<object, PublishedDocuments>();

/** The documents about the APIs. Making them takes tens of milliseconds, so a process makes them once. */
export function publishedDocuments({
  declarations,
  environment,
}: Pick<LoadContext, "declarations" | "environment">): PublishedDocuments {
  const declared = declarations();
  const known = published.get(declared);
  if (known) return known;
  const document = createOpenApiDocument(declared, environment.APP_URL);
  const made = { openApi: JSON.stringify(document), reference: renderApiReference(document) };
  published.set(declared, made);
  return made;
}
