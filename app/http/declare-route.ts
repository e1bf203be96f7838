import { z } from "zod";
import type { Scope } from "#app/domain/api-keys/scopes.ts";
import type { ShopContext } from "#app/domain/context.ts";
import { AppError, type AppErrorCode, isAppError } from "#app/lib/app-error.ts";
import { MAX_PARAMETERS, parametersAsFields, readParameters } from "#app/lib/parameters.ts";
import type { ApiDefinition, Caller } from "./api.ts";
import type { ApiArguments } from "./api-context.ts";
import { addDeprecationHeaders } from "./deprecation.ts";
import { parseFields, wrongInput } from "./parse-fields.ts";
import { type FileBody, readFileBody, readJsonBody, readOptionalJsonBody } from "./read-body.ts";
import { type AnswerHeaders, jsonResponse, markPrivate } from "./respond.ts";
import { streamResponse } from "./stream-response.ts";

/** What a handler is given once the request has been admitted and checked. */
interface Call<P, Q, B> {
  readonly context: ShopContext;
  readonly caller: Caller;
  readonly params: P;
  readonly query: Q;
  readonly body: B;
  /** The Idempotency-Key header; a route that honors it is declared `idempotent`. */
  readonly idempotencyKey: string | null;
  /** Of the answer; a handler may add to them. */
  readonly headers: AnswerHeaders;
}

/**
 * Everything about one endpoint in one place: its address, who may call it, what it takes, what it
 * answers, and which errors it may return. The API boundary, the OpenAPI document and the isolation tests
 * all read this.
 */
export interface RouteDeclaration<P, Q, B, A> {
  readonly api: ApiDefinition;
  readonly method: "GET" | "POST" | "PATCH";
  /** OpenAPI style, from the host's root: `/proxy/v1/membership/churn/{contract_id}/offers`. */
  readonly path: string;
  /** The scope a key needs; null where the interface takes no key. */
  readonly scope: Scope | null;
  readonly operationId: string;
  readonly summary: string;
  readonly description?: string;
  /** Of the path. A value that does not fit is a thing that does not exist: 404. */
  readonly params?: z.ZodType<P>;
  readonly query?: z.ZodType<Q>;
  /** An `.optional()` schema makes the body optional. */
  readonly body?: z.ZodType<B>;
  /** The body is a file, and nothing else; `body` then describes its bytes, a Buffer. */
  readonly file?: FileBody;
  /** Honors the Idempotency-Key header. */
  readonly idempotent?: boolean;
  readonly answer: z.ZodType<A>;
  /**
   * Refuses whoever may not, where the path says whose the thing is: nothing else of the request has been read by then.
   *
   * @throws AppError forbidden.
   */
  admit?(call: Pick<Call<P, Q, B>, "caller" | "params">): void;
  /** Errors of the handler itself; those of the API boundary (keys, signature, input, limits) are implied. */
  readonly errors?: readonly AppErrorCode[];
  handle(call: Call<P, Q, B>): Promise<A>;
}

/**
 * An endpoint whose answer is written while it is made, because it may be large. `answer` describes the whole;
 * tests hold real answers against it, production does not read what it sends.
 */
interface StreamedRouteDeclaration<P, Q, B, A>
  extends Omit<RouteDeclaration<P, Q, B, A>, "handle"> {
  /**
   * JSON text or its bytes in pieces, together one document. An AppError before the first piece becomes an error response;
   * whatever is thrown later breaks the connection. The signal is aborted when the caller goes away.
   */
  stream(
    call: Call<P, Q, B> & { readonly signal: AbortSignal },
  ): AsyncGenerator<string | Uint8Array>;
}

/** Any declaration, seen as a document. */
export type AnyRouteDeclaration = Omit<
  RouteDeclaration<unknown, unknown, unknown, unknown>,
  "handle" | "admit"
>;

/** A loader or action, with the declaration it was made from. */
export interface DeclaredRoute {
  (args: ApiArguments): Promise<Response>;
  readonly declaration: AnyRouteDeclaration;
}

/**
 * Makes a loader (GET) or an action (the rest) from a declaration. The order is the same everywhere:
 * who calls, limits, path, whether they may, query, body, then the handler; every failure leaves in the interface's own shape.
 */
export function declareRoute<P = undefined, Q = undefined, B = undefined, A = unknown>(
  declaration: RouteDeclaration<P, Q, B, A>,
): DeclaredRoute {
  return makeRoute(declaration, async (call, _request, leave) => {
    const answer = await declaration.handle(call);
    leave();
    return jsonResponse(200, answer, call.headers);
  });
}

/** The same for an answer in pieces. */
export function declareStreamedRoute<P = undefined, Q = undefined, B = undefined, A = unknown>(
  declaration: StreamedRouteDeclaration<P, Q, B, A>,
): DeclaredRoute {
  return makeRoute(declaration, async (call, { method, signal }, leave) => {
    const { headers, context } = call;
    try {
      const pieces = declaration.stream({ ...call, signal });
      return await streamResponse(pieces, {
        headers,
        isHead: method === "HEAD",
        log: context.log,
        onEnd: leave,
      });
    } catch (error) {
      leave();
      // The caller has disconnected, which is not an error.
      if (signal.aborted) return new Response(null, { status: 499 });
      throw error;
    }
  });
}

const doNothing = (): void => {};

/** @param answer calls `leave` when the request costs nothing more; what throws has left. */
function makeRoute<P, Q, B, A>(
  declaration: Omit<RouteDeclaration<P, Q, B, A>, "handle">,
  answer: (call: Call<P, Q, B>, request: Request, leave: () => void) => Promise<Response>,
): DeclaredRoute {
  const { api } = declaration;
  const route = async ({ request, params, context }: ApiArguments): Promise<Response> => {
    const headers: AnswerHeaders = {};
    markPrivate(headers);
    if (api.deprecation) addDeprecationHeaders(headers, api.deprecation);
    let leave = doNothing;
    try {
      if (!isMethod(request, declaration.method)) {
        throw new AppError("not_found", "No such endpoint for this method. See /docs.");
      }
      const url = new URL(request.url);
      const caller = await api.authenticate({
        request,
        url,
        scope: declaration.scope,
        context,
        headers,
      });
      if (caller instanceof Response) return caller;
      if (api.limitsConcurrency) {
        leave = context.storeRequests.enter(caller.context.shop.id, headers);
      }
      const { loggedInCustomerId } = caller;
      if (declaration.method !== "GET" && loggedInCustomerId !== null && caller.keyId === null) {
        context.shopperWrites.count(caller.context.shop.id, loggedInCustomerId);
      }
      const whose = { caller, params: parseFields(declaration.params, params, "path") };
      declaration.admit?.(whose);
      const known = {
        ...whose,
        context: caller.context,
        query: parseFields(declaration.query, readQuery(url), "query"),
        idempotencyKey: declaration.idempotent ? readIdempotencyKey(request) : null,
        headers,
      };
      const body = declaration.body
        ? parseFields(
            declaration.body,
            caller.fields ?? (await readBody(request, declaration.body, declaration.file)),
            "body",
          )
        : (undefined as B);
      return await answer({ ...known, body }, request, leave);
    } catch (error) {
      leave();
      if (isAppError(error) && error.code === "rate_limited") {
        headers["Retry-After"] ??= String(error.retryAfterSeconds ?? 60);
      }
      return api.toErrorResponse(error, { headers, log: context.app.log, request });
    }
  };
  return Object.assign(route, {
    // The declaration's types matter to its handler only; readers treat it as a document.
    declaration: declaration as unknown as AnyRouteDeclaration,
  });
}

/** @throws AppError malformed_request. */
async function readBody(
  request: Request,
  schema: z.ZodType,
  file: FileBody | undefined,
): Promise<unknown> {
  if (file) return readFileBody(request, file);
  return isOptional(schema) ? readOptionalJsonBody(request) : readJsonBody(request);
}

/** Whether a request may leave out what the schema describes. */
export function isOptional(schema: z.ZodType): boolean {
  return schema instanceof z.ZodOptional;
}

function isMethod(request: Request, method: string): boolean {
  return request.method === method || (method === "GET" && request.method === "HEAD");
}

/** @throws AppError invalid_input on a key that is longer than can be kept. */
function readIdempotencyKey(request: Request): string | null {
  const key = request.headers.get("idempotency-key");
  if (key !== null && (key === "" || key.length > 255)) {
    throw wrongInput({ "Idempotency-Key": ["Must be 1 to 255 characters."] });
  }
  return key;
}

/**
 * A parameter that was sent once is a text; one that was repeated is a list, which no schema takes.
 *
 * @throws AppError malformed_request when there are too many.
 */
function readQuery(url: URL): Record<string, string | string[]> {
  const parameters = readParameters(url.search.slice(1));
  if (parameters) return parametersAsFields(parameters);
  throw new AppError(
    "malformed_request",
    `A request takes at most ${MAX_PARAMETERS} query parameters.`,
  );
}
