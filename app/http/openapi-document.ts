import { z } from "zod";
import {
  createDocument,
  type ZodOpenApiOperationObject,
  type ZodOpenApiPathsObject,
} from "zod-openapi";
import type { AppErrorCode } from "#app/lib/app-error.ts";
import type { ApiDefinition } from "./api.ts";
import { callerPath, isAtStore } from "./caller-path.ts";
import { type AnyRouteDeclaration, isOptional } from "./declare-route.ts";
import { exampleAnswer, whenIs } from "./example-errors.ts";

const SECURITY: Readonly<Record<ApiDefinition["credentials"], Record<string, string[]>>> = {
  bearer: { apiKey: [] },
  // The key is a field of the body, which OpenAPI has no scheme for.
  "body-key": {},
  "form-key": {},
  "proxy-key": { apiKeyInQuery: [] },
  // The store's own session says who is logged in, and its app proxy signs: no caller brings either.
  proxy: {},
  "proxy-customer": {},
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
  // Not found is also an address that is spelled wrong, or asked by another method.
  bearer: [
    "key_missing",
    "key_invalid",
    "scope_missing",
    "rate_limited",
    "invalid_input",
    "not_found",
  ],
  "body-key": ["key_missing", "key_invalid", "scope_missing", "invalid_input"],
  "form-key": ["signature_invalid", "key_invalid", "scope_missing", "malformed_request"],
  "proxy-key": ["signature_invalid", "key_missing", "key_invalid", "scope_missing"],
  proxy: ["signature_invalid"],
  "proxy-customer": ["signature_invalid", "signed_out"],
};

/**
 * Builds the OpenAPI 3.1 document from the declarations, which the API boundary itself follows.
 *
 * @param storeUrl of the installation's one store, if it has one; else callers fill in theirs.
 */
export async function createOpenApiDocument(
  declarations: readonly AnyRouteDeclaration[],
  appUrl: string,
  storeUrl: string | null = null,
) {
  const paths: ZodOpenApiPathsObject = {};
  for (const declaration of [...declarations].sort((a, b) => a.path.localeCompare(b.path))) {
    const path = callerPath(declaration.path);
    paths[path] = {
      ...paths[path],
      ...(isAtStore(path) && { servers: [storeServer(storeUrl)] }),
      [declaration.method.toLowerCase()]: await toOperation(declaration),
    };
  }
  return createDocument({
    openapi: "3.1.0",
    info: {
      title: "Perennial",
      version: "1",
      description:
        "What is below `/apps/service-api/v1` is called at the store's own address: its app proxy signs each request and " +
        "hands it on. A merchant may have chosen another path than `/apps/service-api`. Query parameters that an operation " +
        "does not list are ignored.",
      license: { name: "MIT", identifier: "MIT" },
    },
    servers: [{ url: appUrl }],
    paths,
    components: {
      securitySchemes: {
        apiKey: { type: "http", scheme: "bearer" },
        apiKeyInQuery: { type: "apiKey", in: "query", name: "key" },
      },
    },
  });
}

function storeServer(storeUrl: string | null) {
  if (storeUrl !== null) return { url: storeUrl };
  const store = { default: "your-store.myshopify.com", description: "The store's own domain." };
  return { url: "https://{store}", variables: { store } };
}

async function toOperation(declaration: AnyRouteDeclaration): Promise<ZodOpenApiOperationObject> {
  const { api, params, query, body, file } = declaration;
  const { 200: errorWith200, ...errors } = await errorsByStatus(declaration);
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
        Object.entries(errors).map(([status, { codes, whens, body: schema, examples }]) => [
          status,
          {
            description: whens.join(" "),
            content: { "application/json": { schema, examples } },
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
        (file?.types ?? BODY_TYPES[api.credentials]).map((type) => [type, { schema: body }]),
      ),
    };
  return operation;
}

const header = (description: string, example: string) => z.string().meta({ description, example });

const idempotencyHeader = z.object({
  "Idempotency-Key": z
    .string()
    .min(1)
    .max(255)
    .optional()
    .meta({
      description:
        "A repeated request with the same key and body within 24 hours is answered with the first answer, " +
        "marked by the header Idempotent-Replayed, and changes nothing. With any other request of the store it is refused. " +
        "A repeat that has waited ten seconds for the first answer gets 429. Refused requests are not remembered.",
      example: "5f0c7f7e-6d4b-4d3b-9a51-0d2f6a1f4c55",
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
    ...(api.credentials === "bearer" && errors && isUnknown && challengeHeader),
    ...(errors?.includes("rate_limited") && retryHeader),
    ...(idempotent && !errors && replayHeader),
    ...(api.deprecation && deprecationHeaders),
  });
}

const retryHeader = {
  "Retry-After": header("Seconds after which to try again.", "17"),
};

const challengeHeader = {
  "WWW-Authenticate": header("How to send the key.", 'Bearer realm="Core REST API"'),
};

const replayHeader = {
  "Idempotent-Replayed": z.literal("true").optional().meta({
    description: "The answer is that of an earlier request with the same key.",
    example: "true",
  }),
};

const deprecationHeaders = {
  Deprecation: header("Since when the successor is there (RFC 9745).", "@1767225600"),
  Sunset: header("From when on this may be gone (RFC 8594).", "Thu, 31 Dec 2026 23:59:59 GMT"),
  Link: header("Where the successor is.", '</api/v1/store-credit/manage>; rel="successor-version"'),
};

const limitHeaders = {
  "X-RateLimit-Limit": header("Requests granted in the window.", "300"),
  "X-RateLimit-Remaining": header("Requests left in the window.", "287"),
  "X-RateLimit-Reset": header("Unix time, in seconds, at which the window ends.", "1795420860"),
  RateLimit: header(
    "Which window it is, requests left in it, and seconds until it ends: the IETF's draft.",
    '"minute";r=287;t=42',
  ),
  "RateLimit-Policy": header(
    "Requests granted in that window, and its length in seconds: the IETF's draft.",
    '"minute";q=300;w=60',
  ),
};

interface ErrorAnswer {
  codes: AppErrorCode[];
  /** When it is answered, in sentences. */
  whens: string[];
  body: z.ZodType;
  examples: Record<string, { summary: string; value: unknown }>;
}

const serverErrorBody = z
  .object({
    message: z.string().meta({ description: "That it is our fault.", example: "server error" }),
  })
  .meta({ id: "ServerError" });

const UNEXPECTED = "Something went wrong on our side.";

/** The errors that the route may return, by status. */
async function errorsByStatus(
  declaration: AnyRouteDeclaration,
): Promise<Record<string, ErrorAnswer>> {
  const { api } = declaration;
  const byStatus: Record<string, ErrorAnswer> = {};
  const add = (status: number, code: AppErrorCode | null, body: z.ZodType, example: unknown) => {
    byStatus[status] ??= { codes: [], whens: [], body, examples: {} };
    const { codes, whens, examples } = byStatus[status];
    const when = code === null ? UNEXPECTED : whenIs(code);
    if (code !== null) codes.push(code);
    whens.push(when);
    examples[code ?? "unexpected"] = { summary: when, value: example };
  };
  for (const code of errorCodesOf(declaration)) {
    const { status, body } = api.describeError(code);
    add(status, code, body, (await exampleAnswer(declaration, code)).body);
  }
  const unexpected = await exampleAnswer(declaration, null);
  const outage = api.describeError("platform_unavailable");
  const isUsual = outage.status === unexpected.status;
  if (unexpected.status !== 200)
    add(unexpected.status, null, isUsual ? outage.body : serverErrorBody, unexpected.body);
  return byStatus;
}

function errorCodesOf({
  api,
  params,
  query,
  body,
  errors,
}: AnyRouteDeclaration): Set<AppErrorCode> {
  return new Set<AppErrorCode>([
    ...BOUNDARY_ERRORS[api.credentials],
    ...(api.limitsConcurrency ? (["rate_limited"] as const) : []),
    ...(params ? (["not_found"] as const) : []),
    ...(query || body ? (["invalid_input"] as const) : []),
    ...(body ? (["malformed_request"] as const) : []),
    ...(errors ?? []),
  ]);
}
