import { AppDistribution, shopifyApp } from "@shopify/shopify-app-remix/server";
import { adminApiVersion } from "../api-version.ts";
import type { SessionStorage } from "./session-storage.ts";
import { type ShopifyCredentials, sdkLogger } from "./shopify-sdk.ts";

export interface ShopifyAppConfig extends ShopifyCredentials {
  /** As `shopify.app.toml` declares them. The platform grants them at the installation. */
  scopes: string[];
  sessionStorage: SessionStorage;
  /** After a store's token has been stored: on installation, and whenever a new one was exchanged. */
  onInstalled(shopDomain: string): Promise<void> | void;
}

export type ShopifyApp = Awaited<ReturnType<typeof createShopifyApp>>;

/**
 * The SDK for embedded pages, with managed installation, token exchange and expiring offline tokens.
 * Pages ask `authenticate-admin.ts` rather than its `authenticate.admin`.
 */
export async function createShopifyApp(config: ShopifyAppConfig) {
  if (config.devstoreUrl !== null) {
    // The SDK reads this variable once, when its adapter is loaded, and offers no other way.
    process.env.APP_BRIDGE_URL = appBridgeUrl(config.devstoreUrl);
  }
  await import("@shopify/shopify-app-remix/adapters/node");
  return shopifyApp({
    apiKey: config.apiKey,
    apiSecretKey: config.apiSecret,
    appUrl: config.appUrl,
    scopes: config.scopes,
    apiVersion: adminApiVersion,
    distribution: AppDistribution.AppStore,
    isEmbeddedApp: true,
    authPathPrefix: "/auth",
    sessionStorage: config.sessionStorage,
    future: { unstable_newEmbeddedAuthStrategy: true, expiringOfflineAccessTokens: true },
    hooks: { afterAuth: ({ session }) => config.onInstalled(session.shop) },
    logger: sdkLogger(config.log),
  });
}

/** The stand-in's App Bridge: what `AppProvider`'s `__APP_BRIDGE_URL` gets in the demo too. */
export function appBridgeUrl(devstoreUrl: string): string {
  return new URL("/__dev/app-bridge.js", devstoreUrl).href;
}
