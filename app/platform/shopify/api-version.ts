import { ApiVersion } from "@shopify/shopify-api";

/**
 * The version of the Admin API that the whole app speaks. The operations are checked against the
 * schema of this version, and `shopify.app.toml` asks for webhooks of it.
 */
export const adminApiVersion = ApiVersion.October26;
