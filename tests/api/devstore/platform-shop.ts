import {
  ApiVersion,
  RequestedTokenType,
  type Session,
  type Shopify,
  shopifyApi,
} from "@shopify/shopify-api";
import type { AnyJson } from "#tests/support/any-json.ts";
import "@shopify/shopify-api/adapters/web-api";
import { setAbstractFetchFunc } from "@shopify/shopify-api/runtime";
import { inject } from "vitest";
import { uniqueNumber } from "#tests/support/unique-number.ts";

interface Answer {
  status: number;
  headers: Headers;
  body: AnyJson;
}

/** One shop of the development store, seen through the platform's own SDK and by plain HTTP. */
export interface PlatformShop {
  readonly domain: string;
  readonly sdk: Shopify;
  /** An offline session which the SDK got for the app on this shop. */
  session: Session;
  /** `POST /__dev/<path>`. */
  control(path: string, body?: unknown): Promise<Answer>;
  /** `GET /__dev/<path>`. */
  look(path: string): Promise<Answer>;
  /** The Admin API by plain HTTP, with the session's token unless another is given. */
  admin(query: string, variables?: Record<string, unknown>, token?: string): Promise<Answer>;
  /** Like `admin`, and answers the data; throws when there are errors. */
  data(query: string, variables?: Record<string, unknown>): Promise<AnyJson>;
}

export interface ShopOptions {
  app_url?: string;
  email?: string;
  seed?: "empty" | "goods" | "small";
  plan?: "basic" | "advanced" | "plus";
  currency?: string;
  timezone?: string;
  /** Protected customer data that the app is approved for; everything unless it is said. */
  approved?: string[];
}

/** Makes a shop for the calling test alone and installs the app on it, as a merchant's visit does. */
export async function platformShop({
  approved: given,
  ...options
}: ShopOptions = {}): Promise<PlatformShop> {
  const devstoreUrl = inject("devstoreUrl");
  const domain = `fidelity-${uniqueNumber()}.myshopify.com`;
  const sdk = platformSdk(devstoreUrl);
  const control = (path: string, body: unknown = {}) =>
    call(`${devstoreUrl}/__dev/${path}`, {
      method: "POST",
      headers: { "content-type": "application/json", "x-forwarded-host": domain },
      body: typeof body === "string" ? body : JSON.stringify(body),
    });
  const created = await control("shops", { domain, seed: "empty", ...options });
  if (created.status !== 201) throw new Error(JSON.stringify(created.body));
  const approved = given ?? ["customer_data", "name", "email", "phone", "address"];
  await control("protected-data", { approved });
  // The platform allows more than this version of the app asks for.
  await control("scopes", {
    add: ["write_orders", "write_products", "read_customer_payment_methods"],
  });
  const session = await signIn(sdk, domain, (await control("session-token")).body.id_token);
  const shop: PlatformShop = {
    domain,
    sdk,
    session,
    control,
    look: (path) =>
      call(`${devstoreUrl}/__dev/${path}`, { headers: { "x-forwarded-host": domain } }),
    admin: (query, variables = {}, token = shop.session.accessToken ?? "") =>
      call(`${devstoreUrl}/admin/api/2026-10/graphql.json`, {
        method: "POST",
        headers: {
          "content-type": "application/json",
          "x-forwarded-host": domain,
          "x-shopify-access-token": token,
        },
        body: JSON.stringify({ query, variables }),
      }),
    data: async (query, variables) => {
      const { body } = await shop.admin(query, variables);
      if (body.errors) throw new Error(JSON.stringify(body.errors));
      return body.data;
    },
  };
  return shop;
}

/** The SDK as an app sets it up, its requests to shops sent to the development store. */
function platformSdk(devstoreUrl: string): Shopify {
  const sdk = shopifyApi({
    apiKey: inject("shopifyApiKey"),
    apiSecretKey: inject("shopifyApiSecret"),
    apiVersion: ApiVersion.October26,
    hostName: "app.example",
    isEmbeddedApp: true,
    logger: { log: () => {} },
  });
  setAbstractFetchFunc(async (input, init) => {
    const asked = new URL(input instanceof Request ? input.url : input);
    const headers = new Headers(init?.headers);
    headers.set("x-forwarded-host", asked.hostname);
    return fetch(new URL(asked.pathname + asked.search, devstoreUrl), { ...init, headers });
  });
  return sdk;
}

export async function signIn(sdk: Shopify, shop: string, sessionToken: string): Promise<Session> {
  const { session } = await sdk.auth.tokenExchange({
    shop,
    sessionToken,
    requestedTokenType: RequestedTokenType.OfflineAccessToken,
    expiring: true,
  });
  return session;
}

async function call(url: string, init: RequestInit): Promise<Answer> {
  const response = await fetch(url, init);
  const text = await response.text();
  const isJson = response.headers.get("content-type")?.includes("json");
  return {
    status: response.status,
    headers: response.headers,
    body: isJson ? JSON.parse(text) : text,
  };
}

export const gid = (type: string, id: number | string) => `gid://shopify/${type}/${id}`;
