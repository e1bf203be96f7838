import { z } from "zod";
import {
  createDocument,
  type ZodOpenApiOperationObject,
  type ZodOpenApiPathsObject,
} from "zod-openapi";
import type { AppErrorCode } from "#app/lib/app-error.ts";
import type { ApiDefinition } from "./api.ts";
import { type AnyRouteDeclaration, isOptional } from "./declare-route.ts";

const SECURITY: Readonly<Record<ApiDefinition["credentials"], Record<string, string[]>>> = {
  bearer: { apiKey: [] },
  // The key is a field of the body, which OpenAPI has no scheme for.
  "body-key": {},
  "form-key": { proxySignature: [] },
  "proxy-key": { proxySignature: [], apiKeyInQuery: [] },
  proxy: { proxySignature: [] },
  "proxy-customer": { proxySignature: [], loggedInCustomer: [] },
};

const JSON_BODY = "application/json";
const FORM_BODY = "application/x-www-form-urlencoded";

const BODY_TYPES: Readonly<Record<ApiDefinition["credentials"], readonly string[]>> = {
  bearer: [JSON_BODY],
  "body-key": [FORM_BODY, JSON_BODY],
  "form-key": [FORM_BODY],
  "proxy-key": [JSON_BODY],
  proxy: [JSON_BODY],
  "proxy-customer": [JSON_BODY],
};

/** Errors of the API boundary, before a handler is called. */
const BOUNDARY_ERRORS: Readonly<Record<ApiDefinition["credentials"], readonly AppErrorCode[]>> = {
  bearer: ["key_invalid", "scope_missing", "rate_limited", "invalid_input"],
  "body-key": ["key_invalid", "scope_missing", "invalid_input"],
  "form-key": ["signature_invalid", "key_invalid", "scope_missing", "malformed_request"],
  "proxy-key": ["signature_invalid", "key_invalid", "scope_missing"],
  proxy: ["signature_invalid"],
  "proxy-customer": ["signature_invalid", "signed_out"],
};

/** Builds the OpenAPI 3.1 document from the declarations, which the API boundary itself follows. */
export function createOpenApiDocument(
  declarations: readonly AnyRouteDeclaration[],
  appUrl: string,
) {
  const paths: ZodOpenApiPathsObject = {};
  for (const declaration of [...declarations].sort((a, b) => a.path.localeCompare(b.path))) {
    paths[declaration.path] = {
      ...paths[declaration.path],
      [declaration.method.toLowerCase()]: toOperation(declaration),
    };
  }
  return createDocument({
    openapi: "3.1.0",
    info: {
      title: "Perennial",
      version: "1",
      description:
        "Addresses below /proxy/v1 are reached through the store's own app proxy, " +
        "`https://<store>/apps/service-api/v1`, which signs every request.",
      license: { name: "MIT", identifier: "MIT" },
    },
    servers: [{ url: appUrl }],
    paths,
    components: {
      securitySchemes: {
        apiKey: { type: "http", scheme: "bearer" },
        apiKeyInQuery: { type: "apiKey", in: "query", name: "key" },
        proxySignature: {
          type: "apiKey",
          in: "query",
          name: "signature",
          description: "Added by the store's app proxy, never by the caller.",
        },
        loggedInCustomer: {
          type: "apiKey",
          in: "query",
          name: "logged_in_customer_id",
          description: "Added by the store's app proxy for a shopper who is logged in.",
        },
      },
    },
  });
}

function toOperation(declaration: AnyRouteDeclaration): ZodOpenApiOperationObject {
  const { api, params, query, body } = declaration;
  const { 200: errorWith200, ...errors } = errorsByStatus(declaration);
  // A deprecated endpoint may answer errors with 200 as well: then the schema is a union of both.
  const answer = errorWith200
    ? z.union([declaration.answer, errorWith200.body])
    : declaration.answer;
  const operation: ZodOpenApiOperationObject = {
    operationId: declaration.operationId,
    summary: declaration.summary,
    tags: [api.title],
    security: [SECURITY[api.credentials]],
    responses: {
      200: {
        description: "Done.",
        content: { "application/json": { schema: answer } },
        headers: headersOf(declaration, null),
      },
      ...Object.fromEntries(
        Object.entries(errors).map(([status, { codes, body: schema }]) => [
          status,
          {
            description: codes.map((code) => code.replaceAll("_", " ")).join(", "),
            content: { "application/json": { schema } },
            headers: headersOf(declaration, codes),
          },
        ]),
      ),
      // By the server itself, before any of ours sees the request.
      431: { description: "The address and the headers are longer than 16 KB together." },
    },
  };
  if (api.deprecation) operation.deprecated = true;
  if (declaration.description) operation.description = declaration.description;
  if (params || query || declaration.idempotent) {
    operation.requestParams = {
      ...(params ? { path: params as z.ZodObject } : {}),
      ...(query ? { query: query as z.ZodObject } : {}),
      ...(declaration.idempotent ? { header: idempotencyHeader } : {}),
    };
  }
  if (body)
    operation.requestBody = {
      required: !isOptional(body),
      content: Object.fromEntries(
        BODY_TYPES[api.credentials].map((type) => [type, { schema: body }]),
      ),
    };
  return operation;
}

const idempotencyHeader = z.object({
  "Idempotency-Key": z
    .string()
    .min(1)
    .max(255)
    .optional()
    .meta({
      description:
        "A repeated request with the same key and body within 24 hours is answered with the first answer, " +
        "marked by the header Idempotent-Replayed, and changes nothing. Refused requests are not remembered.",
    }),
});

/**
 * The headers of an answer that mean something.
 *
 * @param errors the codes of an error response; null for a success.
 */
function headersOf(
  { api, idempotent }: AnyRouteDeclaration,
  errors: readonly AppErrorCode[] | null,
): z.ZodObject {
  const isUnknown = errors?.every((code) => code === "key_missing" || code === "key_invalid");
  return z.object({
    // Without a key nobody's requests are counted.
    ...(api.credentials === "bearer" && !isUnknown && limitHeaders),
    ...(errors?.includes("rate_limited") && retryHeader),
    ...(idempotent && !errors && replayHeader),
    ...(api.deprecation && deprecationHeaders),
  });
}

const retryHeader = {
  "Retry-After": z.string().meta({ description: "Seconds after which to try again." }),
};

const replayHeader = {
  "Idempotent-Replayed": z
    .literal("true")
    .optional()
    .meta({ description: "The answer is that of an earlier request with the same key." }),
};

const deprecationHeaders = {
  Deprecation: z.string().meta({ description: "Since when the successor is there (RFC 9745)." }),
  Sunset: z.string().meta({ description: "From when on this may be gone (RFC 8594)." }),
  Link: z.string().meta({ description: "Where the successor is." }),
};

const limitHeaders = {
  "X-RateLimit-Limit": z.string().meta({ description: "Requests granted in the window." }),
  "X-RateLimit-Remaining": z.string().meta({ description: "Requests left in the window." }),
  "X-RateLimit-Reset": z.string().meta({ description: "Unix time at which the window ends." }),
  RateLimit: z.string().meta({ description: "The same, as the IETF draft has it." }),
  "RateLimit-Policy": z.string(),
};

interface ErrorAnswer {
  codes: AppErrorCode[];
  body: z.ZodType;
}

/** The errors that the route may return, by status. */
function errorsByStatus(declaration: AnyRouteDeclaration): Record<string, ErrorAnswer> {
  const { api } = declaration;
  const codes = new Set<AppErrorCode>([
    ...BOUNDARY_ERRORS[api.credentials],
    ...(api.limitsConcurrency ? (["rate_limited"] as const) : []),
    ...(declaration.params ? (["not_found"] as const) : []),
    ...(declaration.query || declaration.body ? (["invalid_input"] as const) : []),
    ...(declaration.body ? (["malformed_request"] as const) : []),
    ...(declaration.errors ?? []),
  ]);
  const byStatus: Record<string, ErrorAnswer> = {};
  for (const code of codes) {
    const { status, body } = api.describeError(code);
    const known = byStatus[status];
    if (known) known.codes.push(code);
    else byStatus[status] = { codes: [code], body };
  }
  return byStatus;
}
