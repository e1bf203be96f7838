import { randomBytes } from "node:crypto";
import pg from "pg";
import { inject } from "vitest";
import { createLogger } from "#app/core/log.ts";
import type { Platform } from "#app/platform/platform.ts";
import { createAuthenticateAdmin } from "#app/platform/shopify/authenticate-admin.ts";
import { connectShopify } from "#app/platform/shopify/connect-shopify.ts";
import { createSessionStorage } from "#app/platform/shopify/session-storage.ts";
import { createTokenEncryption } from "#app/platform/shopify/token-encryption.ts";
import { createTestDatabase } from "#tests/support/test-database.ts";

/** The SDK turns away what calls itself a robot, or nothing at all. */
const browserName = "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0";

export interface TestStore {
  domain: string;
  platform: Platform;
  pool: pg.Pool;
  sessions: ReturnType<typeof createSessionStorage>;
  /** Opens a page of the app as the store's merchant does. */
  signIn(): Promise<void>;
  /** One of the stand-in's controls on this store. */
  control(path: string, body?: object): Promise<Record<string, unknown>>;
  close(): Promise<void>;
}

export interface TestStoreOptions {
  currency?: string;
  seed?: "empty" | "small";
  timeoutMs?: number;
}

/** A store of its own on the development store, with the app installed, and a database of its own. */
export async function openTestStore(options: TestStoreOptions = {}): Promise<TestStore> {
  const devstoreUrl = inject("devstoreUrl");
  const domain = `test-${randomBytes(6).toString("hex")}.myshopify.com`;
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

  const database = await createTestDatabase();
  const pool = new pg.Pool({ connectionString: database.url, max: 4 });
  const encryption = createTokenEncryption(randomBytes(32).toString("base64"));
  const config = {
    apiKey: inject("shopifyApiKey"),
    apiSecret: inject("shopifyApiSecret"),
    appUrl: "https://app.example",
    devstoreUrl,
    log: createLogger("silent", {}),
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
  return {
    domain,
    platform: connect(domain),
    pool,
    sessions: createSessionStorage(pool, encryption),
    signIn,
    control,
    async close() {
      await pool.end();
      await database.drop();
    },
  };
}
