import type { z } from "zod";
import type { AppErrorCode } from "#app/core/app-error.ts";
import type { Logger } from "#app/core/log.ts";
import type { Scope } from "#app/domain/api-keys/scopes.ts";
import type { ShopContext } from "#app/domain/context.ts";
import type { BorderContext } from "./border-context.ts";
import type { Fields } from "./read-form-or-json.ts";
import type { AnswerHeaders } from "./respond.ts";
import type { Retirement } from "./retirement.ts";

/** Who calls, once admitted. */
export interface Caller {
  readonly context: ShopContext;
  /** The platform id of the shopper who is logged in on the storefront; null when nobody is. */
  readonly loggedInCustomerId: number | null;
  /** The body's fields, where the interface had to read them to find the key. */
  readonly fields?: Fields;
}

export interface AdmissionRequest {
  readonly request: Request;
  readonly url: URL;
  readonly scope: Scope | null;
  readonly context: BorderContext;
  /** Headers of the answer, whatever it will be: limits, caching. */
  readonly headers: AnswerHeaders;
}

export interface RefusalRequest {
  readonly headers: AnswerHeaders;
  readonly log: Logger;
  readonly request: Request;
}

/** One of the product's HTTP interfaces: how it admits a request, and the shape of its refusals. */
export interface ApiInterface {
  /** Title in the OpenAPI document. */
  readonly title: string;
  readonly credentials: "bearer" | "body-key" | "form-key" | "proxy-key" | "proxy-customer";
  /** Set on a deprecated interface: every answer announces its end. */
  readonly retirement?: Retirement;
  /** @throws AppError when the request may not pass. */
  admit(request: AdmissionRequest): Promise<Caller>;
  /** Status and body of each refusal, for the OpenAPI document. */
  describeRefusal(code: AppErrorCode): { status: number; body: z.ZodType };
  /** Turns whatever was thrown into an answer; a bug is logged and answered without its insides. */
  refuse(error: unknown, request: RefusalRequest): Response;
}
