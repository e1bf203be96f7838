import { renderApiReference } from "./api-reference-page.ts";
import type { AnyRouteDeclaration } from "./declare-route.ts";
import type { LoadContext } from "./load-context.ts";
import { createOpenApiDocument } from "./openapi-document.ts";

interface PublishedDocuments {
  /** The OpenAPI document as JSON text. */
  openApi: string;
  /** The API reference as HTML. */
  reference: string;
}

const published = new WeakMap<object, Promise<PublishedDocuments>>();

/** The documents about the APIs. Making them takes tens of milliseconds, so a process makes them once. */
export function publishedDocuments({
  declarations,
  environment,
}: Pick<LoadContext, "declarations" | "environment">): Promise<PublishedDocuments> {
  const declared = declarations();
  const known = published.get(declared);
  if (known) return known;
  const made = makeDocuments(declared, environment.APP_URL);
  published.set(declared, made);
  return made;
}

async function makeDocuments(
  declared: readonly AnyRouteDeclaration[],
  appUrl: string,
): Promise<PublishedDocuments> {
  const document = await createOpenApiDocument(declared, appUrl);
  return { openApi: JSON.stringify(document), reference: renderApiReference(document) };
}
