import type { RouteArguments } from "#app/http/load-context.ts";
import { publishedDocuments } from "#app/http/published-documents.ts";

/** The API reference for people, rendered from the OpenAPI document. */
export const loader = async ({ context }: RouteArguments): Promise<Response> =>
  new Response((await publishedDocuments(context)).reference, {
    headers: {
      "Content-Type": "text/html; charset=utf-8",
      "X-Content-Type-Options": "nosniff",
      "Content-Security-Policy":
        "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'",
    },
  });
