import type { z } from "zod";
import type { Scope } from "#app/domain/api-keys/scopes.ts";
import type { ShopContext } from "#app/domain/context.ts";
import type { AppErrorCode } from "#app/lib/app-error.ts";
import type { Logger } from "#app/lib/log.ts";
import type { ApiContext } from "./api-context.ts";
import type { Deprecation } from "./deprecation.ts";
import type { Fields } from "./read-form-or-json.ts";
import type { AnswerHeaders } from "./respond.ts";

/** Who calls, once authenticated. */
export interface Caller {
  readonly context: ShopContext;
  /** The platform id of the shopper who is logged in on the storefront; null when no shopper is logged in. */
  readonly loggedInCustomerId: number | null;
  /** Whether the browser asks ahead, for a page that nobody has opened yet. */
  readonly isPrefetch?: boolean;
  /** Of the API key that was sent; null where the interface takes none. */
  readonly keyId: bigint | null;
  /** The body's fields, where the interface had to read them to find the key. */
  readonly fields?: Fields;
}

export interface AuthenticationRequest {
  readonly request: Request;
  readonly url: URL;
  readonly scope: Scope | null;
  readonly context: ApiContext;
  /** Headers of the answer, whatever it will be: limits, caching. */
  readonly headers: AnswerHeaders;
}

export interface ErrorContext {
  readonly headers: AnswerHeaders;
  readonly log: Logger;
  readonly request: Request;
}

/** One of the product's HTTP interfaces: how it authenticates a request, and the shape of its errors. */
export interface ApiDefinition {
  /** Title in the OpenAPI document. */
  readonly title: string;
  readonly credentials:
    | "bearer"
    | "body-key"
    | "form-key"
    | "proxy-key"
    | "proxy"
    | "proxy-customer";
  /** Each store has a number of requests at a time; those beyond it are answered 429. */
  readonly limitsConcurrency?: boolean;
  /** Set on a deprecated interface: every answer announces its end. */
  readonly deprecation?: Deprecation;
  /**
   * May return an error response instead of throwing where errors are so frequent that throwing costs too much.
   *
   * @throws AppError when the request may not pass.
   */
  authenticate(request: AuthenticationRequest): Promise<Caller | Response>;
  /** Status and body of each error, for the OpenAPI document. */
  describeError(code: AppErrorCode): { status: number; body: z.ZodType };
  /** For the same document: what errors say here, where that is not what they say elsewhere. */
  readonly exampleMessages?: Readonly<Partial<Record<AppErrorCode, string>>>;
  /** Turns any thrown error into a response; a bug is logged and its details are not sent. */
  toErrorResponse(error: unknown, request: ErrorContext): Response;
}
