import { inject } from "vitest";
import type { AnyJson } from "./any-json.ts";
import { callJson, type TestShop } from "./test-shop.ts";

/** Asks the Admin API of a store as the app would, beside the app. Throws when there are errors. */
export async function askPlatform(shop: TestShop, query: string, variables = {}): Promise<AnyJson> {
  const ask = (path: string, body: object, headers: Record<string, string> = {}) =>
    callJson(`${shop.devstoreUrl}${path}`, {
      method: "POST",
      headers: { "content-type": "application/json", "x-forwarded-host": shop.domain, ...headers },
      body: JSON.stringify(body),
    });
  const { body: signedIn } = await shop.control("session-token");
  const { body: granted } = await ask("/admin/oauth/access_token", {
    client_id: inject("shopifyApiKey"),
    client_secret: inject("shopifyApiSecret"),
    grant_type: "urn:ietf:params:oauth:grant-type:token-exchange",
    subject_token: signedIn.id_token,
    subject_token_type: "urn:ietf:params:oauth:token-type:id_token",
    requested_token_type: "urn:shopify:params:oauth:token-type:online-access-token",
  });
  const token = { "x-shopify-access-token": granted.access_token };
  const { body } = await ask("/admin/api/2026-10/graphql.json", { query, variables }, token);
  if (body.errors) throw new Error(JSON.stringify(body.errors));
  return body.data;
}
