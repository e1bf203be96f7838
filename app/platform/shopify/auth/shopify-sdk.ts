import "@shopify/shopify-api/adapters/web-api";
import { LogSeverity, type Shopify, shopifyApi } from "@shopify/shopify-api";
import type { Logger } from "#app/lib/log.ts";
import { adminApiVersion } from "../api-version.ts";

/** What the platform knows the app by, and where both find each other. */
export interface ShopifyCredentials {
  apiKey: string;
  apiSecret: string;
  appUrl: string;
  /** Address of the stand-in for the platform; null in production. */
  devstoreUrl: string | null;
  log: Logger;
}

/** The platform's SDK without a web framework: tokens and their checks. Whatever calls the platform goes through `routeSdkThrough`. */
export function createShopifySdk(credentials: ShopifyCredentials): Shopify {
  const appUrl = new URL(credentials.appUrl);
  return shopifyApi({
    apiKey: credentials.apiKey,
    apiSecretKey: credentials.apiSecret,
    apiVersion: adminApiVersion,
    hostName: appUrl.host,
    hostScheme: appUrl.protocol === "http:" ? "http" : "https",
    isEmbeddedApp: true,
    logger: sdkLogger(credentials.log),
  });
}

/** Warnings and errors only: what the SDK says below that holds session tokens. */
export function sdkLogger(log: Logger) {
  return {
    level: LogSeverity.Warning,
    httpRequests: false,
    log: (severity: LogSeverity, message: string) => {
      if (severity === LogSeverity.Error) log.error({ from: "shopify-sdk" }, message);
      else log.warn({ from: "shopify-sdk" }, message);
    },
  };
}
