import type { RouteArguments } from "./load-context.ts";
import { publishedDocuments } from "./published-documents.ts";

/** A file of the documents about the APIs; scripts and styles come from this address alone. */
export async function answerDocs(
  name: string,
  context: RouteArguments["context"],
): Promise<Response> {
  const file = (await publishedDocuments(context)).docs.get(name);
  if (!file) return new Response("There is no such page. See /docs.", { status: 404 });
  return new Response(file.content, {
    headers: {
      "Content-Type": `${file.type}; charset=utf-8`,
      "X-Content-Type-Options": "nosniff",
      "Referrer-Policy": "no-referrer",
      "Cache-Control": name.startsWith("docs.") ? "public, max-age=86400" : "no-cache",
      "Content-Security-Policy":
        `default-src 'none'; style-src 'self'; script-src 'self'; img-src 'self'; connect-src ${mayCall(context)}; ` +
        "form-action 'none'; base-uri 'none'; frame-ancestors 'none'",
    },
  });
}

/** This page calls the service; in a development installation it calls its stores too, each by its own domain. */
function mayCall({ environment }: RouteArguments["context"]): string {
  if (!environment.DEVSTORE_URL) return "'self'";
  const { origin, port } = new URL(environment.DEVSTORE_URL);
  return `'self' ${origin} http://*.localhost:${port}`;
}
