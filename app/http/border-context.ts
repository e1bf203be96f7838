import type { Environment } from "#app/core/env.ts";
import type { AppContext } from "#app/domain/context.ts";
import type { Admission } from "./admission.ts";

/**
 * What the border needs of its process, whatever route it guards. Built once by `app/main-web.ts`,
 * outside the bundle of routes, so that routes never open pools or read the environment.
 */
export interface BorderContext {
  readonly app: AppContext;
  readonly environment: Environment;
  /** Recognises API keys and counts requests against the limits, many requests a query. */
  readonly admission: Admission;
}

/** What Remix, or the direct dispatch, calls a loader or an action with. */
export interface BorderArguments {
  request: Request;
  params: Record<string, string | undefined>;
  context: BorderContext;
}
