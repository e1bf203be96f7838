import type { LoadContext } from "#app/http/load-context.ts";
import type { AuthenticateAdmin } from "#app/platform/shopify/authenticate-admin.ts";

/** What the pages of the embedded admin need of the server beside what every route gets. */
export interface PageLoadContext extends LoadContext {
  readonly signIn: {
    readonly authenticateAdmin: AuthenticateAdmin;
    /** Where the platform's script for embedded pages comes from. */
    readonly appBridgeUrl: string;
  };
}

declare module "@remix-run/node" {
  interface AppLoadContext extends PageLoadContext {}
}
