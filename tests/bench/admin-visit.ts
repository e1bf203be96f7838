import { Session } from "@shopify/shopify-api";
import { getJwt } from "@shopify/shopify-api/test-helpers";
import { offlineSessionId } from "#app/platform/shopify/auth/offline-tokens.ts";
import { createSessionStorage } from "#app/platform/shopify/auth/session-storage.ts";
import { createTokenEncryption } from "#app/platform/shopify/auth/token-encryption.ts";
import type { CreditStore } from "./credit-store.ts";

/** Signs the store in as its first visit would, and answers the headers of a visit by its staff. */
export async function signInStore(store: CreditStore): Promise<Record<string, string>> {
  const { context, apiKey, apiSecret, encryptionKey } = store;
  const { domain } = context.shop;
  const storage = createSessionStorage(context.db.pool, createTokenEncryption(encryptionKey));
  await storage.storeSession(
    new Session({
      id: offlineSessionId(domain),
      shop: domain,
      state: "",
      isOnline: false,
      accessToken: "bench",
      scope: "read_customers",
      expires: new Date(Date.now() + 3_600_000),
    }),
  );
  const { token } = await getJwt(domain.replace(".myshopify.com", ""), apiKey, apiSecret, {
    exp: Math.floor(Date.now() / 1000) + 3_600,
  });
  return {
    authorization: `Bearer ${token}`,
    "user-agent": "Mozilla/5.0 (X11; Linux x64) Gecko/20100101 Firefox/140.0",
  };
}
