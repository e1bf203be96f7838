import { randomBytes } from "node:crypto";
import type pg from "pg";
import { inject } from "vitest";
import { createLogger } from "#app/lib/log.ts";
import type { Platform } from "#app/platform/platform.ts";
import { createAuthenticateAdmin } from "#app/platform/shopify/auth/authenticate-admin.ts";
import { createSessionStorage } from "#app/platform/shopify/auth/session-storage.ts";
import { createTokenEncryption } from "#app/platform/shopify/auth/token-encryption.ts";
import { connectShopify } from "#app/platform/shopify/connect-shopify.ts";
import { uniqueNumber } from "#tests/support/unique-number.ts";

/** The SDK turns away what calls itself a robot, or nothing at all. */
const browserName = "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0";

export interface TestStore {
  domain: string;
  platform: Platform;
  sessions: ReturnType<typeof createSessionStorage>;
  /** Opens a page of the app as the store's merchant does. */
  signIn(): Promise<void>;
  /** One of the stand-in's controls on this store. */
  control(path: string, body?: object): Promise<Record<string, unknown>>;
  /** Asks the Admin API past the adapter, to see what it has done. */
  askAdmin(query: string): Promise<unknown>;
  /** What the adapter has logged for this store. */
  logged: string[];
}

export interface TestStoreOptions {
  currency?: string;
  seed?: "empty" | "small";
  timeoutMs?: number;
}

/** A new store on the development store, with the app installed. */
export async function openTestStore(
  pool: pg.Pool,
  options: TestStoreOptions = {},
): Promise<TestStore> {
  const devstoreUrl = inject("devstoreUrl");
  const domain = `test-${uniqueNumber()}.myshopify.com`;
  const control = async (path: string, body: object = {}) => {
    const response = await fetch(new URL(`/__dev/${path}`, devstoreUrl), {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify(path === "shops" ? body : { shop: domain, ...body }),
    });
    if (!response.ok) throw new Error(`${path}: ${response.status} ${await response.text()}`);
    return (await response.json()) as Record<string, unknown>;
  };
  const { currency = "EUR", seed = "empty" } = options;
  await control("shops", {
    domain,
    currency,
    seed,
    timezone: "Europe/Berlin",
    name: "A test store",
  });

  const logged: string[] = [];
  const note = (_facts: unknown, message: string) => logged.push(message);
  const log = Object.assign(Object.create(createLogger("silent", {})), { info: note, warn: note });
  const encryption = createTokenEncryption(randomBytes(32).toString("base64"));
  const config = {
    apiKey: inject("shopifyApiKey"),
    apiSecret: inject("shopifyApiSecret"),
    appUrl: "https://app.example",
    devstoreUrl,
    log,
    pool,
    encryption,
  };
  const authenticate = await createAuthenticateAdmin({
    ...config,
    scopes: [],
    onInstalled: async () => {},
  });
  const connect = connectShopify({
    ...config,
    limits: options.timeoutMs === undefined ? {} : { timeoutMs: options.timeoutMs },
  });
  const signIn = async () => {
    const { id_token } = await control("session-token");
    const headers = { "user-agent": browserName, authorization: `Bearer ${id_token}` };
    await authenticate(new Request("https://app.example/app?_data=routes", { headers }));
  };
  await signIn();
  const platform = connect(domain);
  const sessions = createSessionStorage(pool, encryption);
  const askAdmin = async (query: string) => {
    const session = await sessions.loadSession(`offline_${domain}`);
    const response = await fetch(new URL("/admin/api/2026-10/graphql.json", devstoreUrl), {
      method: "POST",
      headers: {
        "content-type": "application/json",
        "x-forwarded-host": domain,
        "x-shopify-access-token": session?.accessToken ?? "",
      },
      body: JSON.stringify({ query }),
    });
    const { data, errors } = (await response.json()) as { data: unknown; errors?: unknown };
    if (errors !== undefined) throw new Error(JSON.stringify(errors));
    return data;
  };
  return { domain, platform, sessions, signIn, control, askAdmin, logged };
}
