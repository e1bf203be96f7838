import type {
  AdminVisitor,
  AuthenticateAdmin,
  ReadSignedShop,
} from "#app/platform/shopify/auth/authenticate-admin.ts";
import type { ApiContext } from "./api-context.ts";
import type { AnyRouteDeclaration } from "./declare-route.ts";

export type { AdminVisitor };

/** What the server hands to every loader and action. */
export interface LoadContext extends ApiContext {
  readonly signIn: {
    /** Signs in a visitor of the embedded admin, or throws the Response to give instead. */
    readonly authenticateAdmin: AuthenticateAdmin;
    /** The store whose valid session token a request carries. */
    readonly signedShop: ReadSignedShop;
    /** Where the platform's script for embedded pages comes from. */
    readonly appBridgeUrl: string;
  };
  /** The scopes that `shopify.app.toml` asks of a store. */
  readonly wantedScopes: readonly string[];
  /** Every declared API route, for the OpenAPI document. */
  declarations(): readonly AnyRouteDeclaration[];
}

/** What a loader or action that is no declared route is called with. */
export interface RouteArguments {
  request: Request;
  params: Record<string, string | undefined>;
  context: LoadContext;
}
