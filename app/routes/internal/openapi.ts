import type { RouteArguments } from "#app/http/load-context.ts";
import { createOpenApiDocument } from "#app/http/openapi-document.ts";
import { jsonResponse } from "#app/http/respond.ts";

/** The OpenAPI 3.1 document of all six interfaces, from the routes' own declarations. */
export const loader = async ({ context }: RouteArguments): Promise<Response> =>
  jsonResponse(200, createOpenApiDocument(context.declarations(), context.environment.APP_URL), {
    "Access-Control-Allow-Origin": "*",
  });
