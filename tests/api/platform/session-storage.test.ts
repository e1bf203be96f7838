import { randomBytes } from "node:crypto";
import { Session } from "@shopify/shopify-api";
import pg from "pg";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { createSessionStorage } from "#app/platform/shopify/auth/session-storage.ts";
import { createTokenEncryption } from "#app/platform/shopify/auth/token-encryption.ts";
import { createTestDatabase, type TestDatabase } from "#tests/support/test-database.ts";

const key = randomBytes(32).toString("base64");
let database: TestDatabase;
let pool: pg.Pool;

beforeAll(async () => {
  database = await createTestDatabase();
  pool = new pg.Pool({ connectionString: database.url, max: 3 });
});
afterAll(async () => {
  await pool.end();
  await database.drop();
});
beforeEach(() => pool.query("DELETE FROM sessions"));

const storage = (current = key, previous: string[] = []) =>
  createSessionStorage(pool, createTokenEncryption(current, previous));

function offlineSession(shop = "a.myshopify.com"): Session {
  return new Session({
    id: `offline_${shop}`,
    shop,
    state: "",
    isOnline: false,
    scope: "read_customers,write_customers",
    accessToken: "shpat_very-secret",
    expires: new Date("2026-11-21T11:00:00Z"),
    refreshToken: "shprt_even-more-secret",
    refreshTokenExpires: new Date("2027-02-19T10:00:00Z"),
  });
}

describe("stored sessions", () => {
  test("an offline session comes back whole, with its refresh token and both ends", async () => {
    await storage().storeSession(offlineSession());
    const loaded = await storage().loadSession("offline_a.myshopify.com");
    expect(loaded?.equals(offlineSession())).toBe(true);
    expect(loaded).toMatchObject({
      refreshToken: "shprt_even-more-secret",
      refreshTokenExpires: new Date("2027-02-19T10:00:00Z"),
    });
  });

  test("an online session comes back with its user", async () => {
    const online = new Session({
      id: "a.myshopify.com_7",
      shop: "a.myshopify.com",
      state: "x",
      isOnline: true,
      accessToken: "shpat_online",
      expires: new Date("2026-11-21T11:00:00Z"),
      onlineAccessInfo: {
        expires_in: 60,
        associated_user_scope: "",
        associated_user: {
          id: 7,
          first_name: "Ada",
          last_name: "L",
          email: "ada@example.com",
          email_verified: true,
          account_owner: false,
          locale: "de",
          collaborator: false,
        },
      },
    });
    await storage().storeSession(online);
    expect((await storage().loadSession(online.id))?.equals(online)).toBe(true);
  });

  test("storing again replaces, and deleting forgets", async () => {
    await storage().storeSession(offlineSession());
    const later = offlineSession();
    later.accessToken = "shpat_second";
    await storage().storeSession(later);
    expect(await storage().findSessionsByShop("a.myshopify.com")).toHaveLength(1);
    expect((await storage().loadSession(later.id))?.accessToken).toBe("shpat_second");
    await storage().deleteSession(later.id);
    expect(await storage().loadSession(later.id)).toBeUndefined();
  });

  test("a store's sessions are found and deleted without touching another's", async () => {
    await storage().storeSession(offlineSession("a.myshopify.com"));
    await storage().storeSession(offlineSession("b.myshopify.com"));
    const found = await storage().findSessionsByShop("a.myshopify.com");
    expect(found.map((session) => session.id)).toEqual(["offline_a.myshopify.com"]);
    await storage().deleteSessions(["offline_a.myshopify.com", "offline_nobody"]);
    expect(await storage().findSessionsByShop("b.myshopify.com")).toHaveLength(1);
  });

  test("no column shows a token", async () => {
    await storage().storeSession(offlineSession());
    const { rows } = await pool.query("SELECT s::text AS line, payload FROM sessions s");
    expect(rows[0].line).not.toContain("secret");
    expect(rows[0].payload.toString("latin1")).not.toContain("secret");
  });

  test("a payload of another row, of an unknown key or with a changed byte is no session", async () => {
    await storage().storeSession(offlineSession("a.myshopify.com"));
    await storage().storeSession(offlineSession("b.myshopify.com"));
    expect(
      await storage(randomBytes(32).toString("base64")).loadSession("offline_a.myshopify.com"),
    ).toBeUndefined();
    await pool.query(
      "UPDATE sessions SET payload = (SELECT payload FROM sessions WHERE id = 'offline_b.myshopify.com') WHERE id = 'offline_a.myshopify.com'",
    );
    expect(await storage().loadSession("offline_a.myshopify.com")).toBeUndefined();
    await pool.query(
      "UPDATE sessions SET payload = set_byte(payload, 40, get_byte(payload, 40) # 1)",
    );
    expect(await storage().findSessionsByShop("b.myshopify.com")).toEqual([]);
  });

  test("after a change of key, sessions sealed under the previous one still open", async () => {
    await storage().storeSession(offlineSession());
    const next = storage(randomBytes(32).toString("base64"), [key]);
    expect((await next.loadSession("offline_a.myshopify.com"))?.accessToken).toBe(
      "shpat_very-secret",
    );
  });
});
