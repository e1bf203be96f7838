import { randomBytes } from "node:crypto";
import { Session } from "@shopify/shopify-api";
import pg from "pg";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { createLogger } from "#app/lib/log.ts";
import {
  createOfflineTokens,
  offlineSessionId,
} from "#app/platform/shopify/auth/offline-tokens.ts";
import { createSessionStorage } from "#app/platform/shopify/auth/session-storage.ts";
import { createShopifySdk } from "#app/platform/shopify/auth/shopify-sdk.ts";
import { createTokenEncryption } from "#app/platform/shopify/auth/token-encryption.ts";
import { withShopLock } from "#app/platform/shopify/auth/with-shop-lock.ts";
import { createPlatformFetch, routeSdkThrough } from "#app/platform/shopify/route-to-devstore.ts";
import { createTestDatabase, type TestDatabase } from "#tests/support/test-database.ts";
import { TokenEndpoint } from "./token-endpoint.ts";

const shop = "a-store.myshopify.com";
const encryption = createTokenEncryption(randomBytes(32).toString("base64"));
const log = createLogger("silent", {});
const minuteMs = 60_000;
const refused = {
  status: 401,
  body: { error: "invalid_request", error_description: "requires an active refresh_token" },
};

let database: TestDatabase;
let endpoint: TokenEndpoint;
const pools: pg.Pool[] = [];

beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());
beforeEach(async () => {
  endpoint = new TokenEndpoint();
  await endpoint.start();
});
afterEach(async () => {
  await endpoint.stop();
  for (const pool of pools.splice(0)) {
    await pool.query("DELETE FROM sessions");
    await pool.end();
  }
});

function openPool(max = 4): pg.Pool {
  const pool = new pg.Pool({ connectionString: database.url, max });
  // A connection that a test ends from outside must not end the run.
  pool.on("error", () => {});
  pools.push(pool);
  return pool;
}

/** Tokens as one process sees them: its own pool, its own memory, the same database. */
function openProcess(pool = openPool()) {
  const sdk = createShopifySdk({
    apiKey: "key",
    apiSecret: "a-secret-of-the-app",
    appUrl: "https://app.example",
    devstoreUrl: endpoint.url,
    log,
  });
  const tokens = createOfflineTokens({
    pool,
    encryption,
    log,
    async renew(shopDomain, refreshToken) {
      const { session } = await routeSdkThrough(createPlatformFetch(endpoint.url), () =>
        sdk.auth.refreshToken({ shop: shopDomain, refreshToken }),
      );
      return session;
    },
  });
  return { pool, tokens, storage: createSessionStorage(pool, encryption) };
}

/** A stored session whose access token runs out after so many minutes. */
async function install(
  storage: ReturnType<typeof createSessionStorage>,
  lifeMinutes: number,
  shopDomain = shop,
): Promise<Session> {
  const session = new Session({
    id: offlineSessionId(shopDomain),
    shop: shopDomain,
    state: "",
    isOnline: false,
    scope: "read_customers",
    accessToken: "shpat_installed",
    expires: new Date(Date.now() + lifeMinutes * minuteMs),
    refreshToken: endpoint.issue(),
    refreshTokenExpires: new Date(Date.now() + 90 * 24 * 60 * minuteMs),
  });
  await storage.storeSession(session);
  return session;
}

describe("offline tokens", () => {
  test("a token with life in it is used as it is", async () => {
    const { tokens, storage } = openProcess();
    await install(storage, 10);
    expect(await tokens.current(shop)).toBe("shpat_installed");
    expect(endpoint.requests).toEqual([]);
  });

  test("a token in use is not read for each call, and is read again once the platform refuses it", async () => {
    const { tokens, storage } = openProcess();
    const session = await install(storage, 50);
    expect(await tokens.current(shop)).toBe("shpat_installed");
    await storage.storeSession(new Session({ ...session.toObject(), accessToken: "shpat_newer" }));
    expect(await tokens.current(shop)).toBe("shpat_installed");
    expect(await tokens.replace(shop, "shpat_installed")).toBe("shpat_newer");
    expect(await tokens.current(shop)).toBe("shpat_newer");
    await storage.deleteSession(session.id);
    await expect(tokens.replace(shop, "shpat_newer")).rejects.toMatchObject({
      kind: "not_connected",
    });
    await expect(tokens.current(shop)).rejects.toMatchObject({ kind: "not_connected" });
    expect(endpoint.requests).toEqual([]);
  });

  test("a token near its end is renewed, and stored with its successor", async () => {
    const { tokens, storage } = openProcess();
    const before = await install(storage, 4);
    const token = await tokens.current(shop);
    const after = await storage.loadSession(before.id);
    expect(token).not.toBe("shpat_installed");
    expect(after).toMatchObject({ accessToken: token, scope: "read_customers" });
    expect(after?.refreshToken).not.toBe(before.refreshToken);
    expect(await tokens.current(shop)).toBe(token);
    expect(endpoint.requests).toHaveLength(1);
  });

  test("a store without a session is not connected", async () => {
    const { tokens } = openProcess();
    await expect(tokens.current(shop)).rejects.toMatchObject({ kind: "not_connected" });
    await expect(tokens.replace(shop, "x")).rejects.toMatchObject({ kind: "not_connected" });
  });

  test("forty callers in two processes use the refresh token once", async () => {
    const [one, two] = [openProcess(), openProcess()];
    await install(one.storage, -1);
    const callers = Array.from({ length: 40 }, (_, index) =>
      (index % 2 === 0 ? one : two).tokens.current(shop),
    );
    expect(new Set(await Promise.all(callers)).size).toBe(1);
    expect(endpoint.requests).toHaveLength(1);
  });

  test("a refused token is replaced once for all who met it, and a newer one is simply read", async () => {
    const [one, two] = [openProcess(), openProcess()];
    await install(one.storage, 50);
    const replaced = await Promise.all([
      one.tokens.replace(shop, "shpat_installed"),
      one.tokens.replace(shop, "shpat_installed"),
      two.tokens.replace(shop, "shpat_installed"),
    ]);
    expect(new Set(replaced).size).toBe(1);
    expect(endpoint.requests).toHaveLength(1);
  });

  test("many stores at once do not starve each other on a pool of two connections", async () => {
    const { tokens, storage } = openProcess(openPool(2));
    const shops = Array.from({ length: 12 }, (_, index) => `store-${index}.myshopify.com`);
    for (const domain of shops) await install(storage, -1, domain);
    expect(new Set(await Promise.all(shops.map((domain) => tokens.current(domain)))).size).toBe(12);
  });

  test("a process that dies in the middle of a renewal does not keep the others out", async () => {
    const { tokens, storage } = openProcess();
    await install(storage, -1);
    const dying = openPool(1);
    const killer = openPool(1);
    let waiting: Promise<string> | undefined;
    const died = withShopLock(dying, shop, async (connection) => {
      const { rows } = await connection.query("SELECT pg_backend_pid() AS pid");
      connection.on("error", () => {});
      waiting = tokens.current(shop);
      await killer.query("SELECT pg_terminate_backend($1)", [rows[0].pid]);
      await connection.query("SELECT 1");
    });
    await expect(died).rejects.toThrow();
    expect(await waiting).toMatch(/^shpat_/);
  });
});

describe("a renewal whose answer is lost", () => {
  test("is asked for again with the same refresh token", async () => {
    const { tokens, storage } = openProcess();
    const before = await install(storage, -1);
    endpoint.fates = ["lose-answer", "answer"];
    expect(await tokens.current(shop)).toMatch(/^shpat_/);
    const used = endpoint.requests.map((request) => request.refresh_token);
    expect(used).toEqual([before.refreshToken, before.refreshToken]);
  });

  test("leaves the old token in use while it holds, and is made good later", async () => {
    const { tokens, storage } = openProcess();
    await install(storage, 4);
    endpoint.fates = ["lose-answer", "lose-answer", "answer"];
    expect(await tokens.current(shop)).toBe("shpat_installed");
    expect(await tokens.current(shop)).not.toBe("shpat_installed");
  });

  test("makes the store unavailable when nothing holds any more, but does not sign it out", async () => {
    const { tokens, storage } = openProcess();
    await install(storage, -1);
    endpoint.fates = ["lose-answer", { status: 520, body: "error code: 520" }, "answer"];
    await expect(tokens.current(shop)).rejects.toMatchObject({ kind: "unavailable" });
    expect(await tokens.current(shop)).toMatch(/^shpat_/);
  });
});

describe("a renewal that is refused", () => {
  test("leaves the token in use to its end, without asking again", async () => {
    const { tokens, storage } = openProcess();
    await install(storage, 4);
    endpoint.fates = [refused];
    expect(await tokens.current(shop)).toBe("shpat_installed");
    expect(await tokens.current(shop)).toBe("shpat_installed");
    expect(endpoint.requests).toHaveLength(1);
  });

  test("signs the store out when its token is no good any more", async () => {
    const { tokens, storage } = openProcess();
    const session = await install(storage, -1);
    endpoint.fates = [refused];
    await expect(tokens.current(shop)).rejects.toMatchObject({ kind: "not_connected" });
    expect(await storage.loadSession(session.id)).toBeUndefined();
    await install(storage, 50);
    await expect(tokens.replace(shop, "shpat_installed")).rejects.toMatchObject({
      kind: "not_connected",
    });
    expect(await storage.loadSession(session.id)).toBeUndefined();
  });

  test("does not sign anybody out when it is the app's own credentials that are wrong", async () => {
    const { tokens, storage } = openProcess();
    const session = await install(storage, -1);
    endpoint.fates = [{ status: 400, body: { error: "invalid_client" } }];
    await expect(tokens.current(shop)).rejects.toMatchObject({ kind: "unavailable" });
    expect((await storage.loadSession(session.id))?.refreshToken).toBe(session.refreshToken);
  });

  test("is not even asked for with a refresh token past its end", async () => {
    const { tokens, storage } = openProcess();
    const session = await install(storage, -1);
    session.refreshTokenExpires = new Date(Date.now() - 1);
    await storage.storeSession(session);
    await expect(tokens.current(shop)).rejects.toMatchObject({ kind: "not_connected" });
    expect(endpoint.requests).toEqual([]);
  });
});

test("an answer without a life or a successor leaves a session that is renewed again", async () => {
  const { tokens, storage } = openProcess();
  const before = await install(storage, -1);
  endpoint.fates = [{ omit: ["expires_in", "refresh_token", "refresh_token_expires_in"] }];
  await tokens.current(shop);
  const after = await storage.loadSession(before.id);
  expect(after?.refreshToken).toBe(before.refreshToken);
  expect(after?.expires?.getTime()).toBeGreaterThan(Date.now() + 50 * minuteMs);
});
