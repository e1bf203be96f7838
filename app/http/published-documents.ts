import type { AnyRouteDeclaration } from "./declare-route.ts";
import { type DocsFile, makeDocsSite } from "./docs/docs-site.ts";
import type { LoadContext } from "./load-context.ts";
import { createOpenApiDocument } from "./openapi-document.ts";

interface PublishedDocuments {
  /** The OpenAPI document as JSON text. */
  openApi: string;
  /** What is below /docs, by name. */
  docs: ReadonlyMap<string, DocsFile>;
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
  const made = makeDocuments(declared, environment);
  published.set(declared, made);
  return made;
}

async function makeDocuments(
  declared: readonly AnyRouteDeclaration[],
  { APP_URL: appUrl, DEVSTORE_URL }: LoadContext["environment"],
): Promise<PublishedDocuments> {
  const storeUrl = DEVSTORE_URL ?? null;
  const document = await createOpenApiDocument(declared, appUrl, storeUrl);
  return {
    openApi: JSON.stringify(document),
    docs: makeDocsSite(document, { appUrl, storeUrl }),
  };
}
