import type { RouteArguments } from "#app/http/load-context.ts";
import { publishedDocuments } from "#app/http/published-documents.ts";

/** The OpenAPI 3.1 document of all six interfaces, from the routes' own declarations. */
export const loader = async ({ context }: RouteArguments): Promise<Response> =>
  new Response((await publishedDocuments(context)).openApi, {
    headers: {
      "Content-Type": "application/json; charset=utf-8",
      "X-Content-Type-Options": "nosniff",
      "Cache-Control": "no-store",
      "Access-Control-Allow-Origin": "*",
    },
  });
