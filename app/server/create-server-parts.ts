import type { AppContext } from "#app/domain/context.ts";
import { installShop } from "#app/domain/installation/install-shop.ts";
import { createAuthenticator } from "#app/http/authenticator.ts";
import { ShopperWrites } from "#app/http/shopper-writes.ts";
import { StoreRequests } from "#app/http/store-requests.ts";
import type { Environment } from "#app/lib/env.ts";
import { createAuthenticateAdmin } from "#app/platform/shopify/auth/authenticate-admin.ts";
import { appBridgeUrl } from "#app/platform/shopify/auth/shopify-app.ts";
import { encryptionOf } from "./create-app-context.ts";
import type { ServerParts } from "./create-web-server.ts";
import { readAppScopes } from "./read-app-scopes.ts";

const PLATFORM_APP_BRIDGE = "https://cdn.shopify.com/shopifycloud/app-bridge.js";

/** The rest of what the web server needs. */
export async function createServerParts(
  environment: Environment,
  app: AppContext,
): Promise<ServerParts & { close(): Promise<void> }> {
  const authenticator = createAuthenticator({
    pool: app.db.pool,
    databaseUrl: environment.DATABASE_URL,
  });
  const wantedScopes = await readAppScopes();
  const authenticateAdmin = await createAuthenticateAdmin({
    pool: app.db.pool,
    encryption: encryptionOf(environment),
    apiKey: environment.SHOPIFY_API_KEY,
    apiSecret: environment.SHOPIFY_API_SECRET,
    appUrl: environment.APP_URL,
    devstoreUrl: environment.DEVSTORE_URL ?? null,
    scopes: wantedScopes,
    log: app.log,
    onInstalled: async (shopDomain) => {
      await installShop(app, shopDomain);
    },
  });
  return {
    app,
    environment,
    wantedScopes,
    signIn: {
      authenticateAdmin,
      signedShop: authenticateAdmin.signedShop,
      appBridgeUrl: environment.DEVSTORE_URL
        ? appBridgeUrl(environment.DEVSTORE_URL)
        : PLATFORM_APP_BRIDGE,
    },
    authenticator,
    shopperWrites: new ShopperWrites(),
    storeRequests: new StoreRequests(),
    close: () => authenticator.close(),
  };
}
