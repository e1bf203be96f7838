import { renderApiReference } from "#app/http/api-reference-page.ts";
import type { RouteArguments } from "#app/http/load-context.ts";
import { createOpenApiDocument } from "#app/http/openapi-document.ts";

/** The API reference for people, rendered from the OpenAPI document. */
export const loader = async ({ context }: RouteArguments): Promise<Response> => {
  const document = createOpenApiDocument(context.declarations(), context.environment.APP_URL);
  return new Response(renderApiReference(document), {
    headers: {
      "Content-Type": "text/html; charset=utf-8",
      "X-Content-Type-Options": "nosniff",
      "Content-Security-Policy":
        "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'",
    },
  });
};
