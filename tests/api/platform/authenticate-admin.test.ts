import { randomBytes } from "node:crypto";
import { getJwt, RequestType, setUpValidRequest } from "@shopify/shopify-api/test-helpers";
import pg from "pg";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { createLogger } from "#app/lib/log.ts";
import {
  type AuthenticateAdminConfig,
  createAuthenticateAdmin,
} from "#app/platform/shopify/auth/authenticate-admin.ts";
import { createSessionStorage } from "#app/platform/shopify/auth/session-storage.ts";
import { createTokenEncryption } from "#app/platform/shopify/auth/token-encryption.ts";
import { createTestDatabase, type TestDatabase } from "#tests/support/test-database.ts";
import { type Fate, TokenEndpoint } from "./token-endpoint.ts";

const shop = "a-store.myshopify.com";
const [apiKey, apiSecret] = ["client-id-of-the-app", "client-secret-of-the-app"];
const encryption = createTokenEncryption(randomBytes(32).toString("base64"));
const exchange = "urn:ietf:params:oauth:grant-type:token-exchange";

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

/** Sign-in as one process of the app has it. */
async function openProcess(changes: Partial<AuthenticateAdminConfig> = {}) {
  const pool = new pg.Pool({ connectionString: database.url, max: 4 });
  pools.push(pool);
  const installed: string[] = [];
  const authenticate = await createAuthenticateAdmin({
    apiKey,
    apiSecret,
    appUrl: "https://app.example",
    devstoreUrl: endpoint.url,
    scopes: ["read_customers"],
    log: createLogger("silent", {}),
    pool,
    encryption,
    onInstalled: async (shopDomain) => {
      installed.push(shopDomain);
    },
    ...changes,
  });
  return { authenticate, installed, storage: createSessionStorage(pool, encryption) };
}

const browser = { "user-agent": "Mozilla/5.0 (X11; Linux x64) Gecko/20100101 Firefox/140.0" };

/** The page's document as the admin's frame asks for it, signed by the SDK's own helper. */
function pageRequest(path = "/app"): Promise<Request> {
  const request = new Request(`https://app.example${path}`, { headers: browser });
  return setUpValidRequest(
    { type: RequestType.Admin, store: "a-store", apiKey, apiSecretKey: apiSecret },
    request,
  );
}

/** A loader's request out of the running page. */
function dataRequest(): Promise<Request> {
  const request = new Request("https://app.example/app?_data=routes", { headers: browser });
  return setUpValidRequest(
    { type: RequestType.Bearer, store: "a-store", apiKey, apiSecretKey: apiSecret },
    request,
  );
}

async function waitsForLock(): Promise<boolean> {
  const found = await pools[0]?.query(
    "SELECT 1 FROM pg_locks JOIN pg_database d ON d.oid = database AND d.datname = current_database() WHERE locktype = 'advisory' AND NOT granted",
  );
  return (found?.rowCount ?? 0) > 0;
}

async function answerTo(call: Promise<unknown>): Promise<Response> {
  const thrown = await call.then(
    () => null,
    (error) => error,
  );
  expect(thrown).toBeInstanceOf(Response);
  return thrown;
}

describe("the first visit of a store", () => {
  test("exchanges the session token for an expiring offline token, stores it encrypted and reports it", async () => {
    const { authenticate, installed, storage } = await openProcess();
    const visitor = await authenticate(await pageRequest());
    expect(visitor).toMatchObject({ shopDomain: shop, staffId: "12345" });
    expect(installed).toEqual([shop]);
    expect(endpoint.requests).toMatchObject([{ grant_type: exchange, expiring: "1" }]);
    expect(await storage.loadSession(`offline_${shop}`)).toMatchObject({
      accessToken: expect.stringMatching(/^shpat_/),
      refreshToken: expect.stringMatching(/^shprt_/),
    });
  });

  test("of a page whose loaders run at once exchanges once, and all of them wait for the installation", async () => {
    let finish = () => {};
    const ended: string[] = [];
    const installing = new Promise<void>((resolve) => {
      finish = resolve;
    });
    let installations = 0;
    const { authenticate } = await openProcess({
      onInstalled: async () => {
        installations += 1;
        finish();
        await new Promise((resolve) => setImmediate(resolve));
        ended.push("installation");
      },
    });
    const requests = await Promise.all(Array.from({ length: 12 }, () => dataRequest()));
    const loaders = requests.map((request) => authenticate(request).then(() => ended.push("page")));
    await installing;
    loaders.push(authenticate(await pageRequest()).then(() => ended.push("page")));
    await Promise.all(loaders);
    expect(ended).toEqual(["installation", ...Array(13).fill("page")]);
    expect(installations).toBe(1);
    expect(endpoint.requests).toHaveLength(1);
  });

  test("in two processes at once exchanges once", async () => {
    const [one, two] = [await openProcess(), await openProcess()];
    let answer = () => {};
    endpoint.fates = [{ after: new Promise<void>((resolve) => (answer = resolve)) }, "answer"];
    const requests = [await dataRequest(), await dataRequest()] as const;
    const first = one.authenticate(requests[0]);
    await expect.poll(() => endpoint.requests.length).toBe(1);
    const second = two.authenticate(requests[1]);
    // The second has come as far as it gets: to the lock, or to its own exchange.
    await expect
      .poll(async () => (await waitsForLock()) || endpoint.requests.length > 1)
      .toBe(true);
    answer();
    await Promise.all([first, second]);
    expect(endpoint.requests).toHaveLength(1);
    expect([...one.installed, ...two.installed]).toEqual([shop]);
  });

  test("is repeated by the next visit when what follows the installation failed", async () => {
    let failures = 1;
    const { authenticate } = await openProcess({
      onInstalled: async () => {
        if (failures-- > 0) throw new Error("the database went away");
      },
    });
    await expect(authenticate(await pageRequest())).rejects.toThrow("the database went away");
    expect(await authenticate(await pageRequest())).toMatchObject({ shopDomain: shop });
    expect(endpoint.requests).toHaveLength(2);
  });

  test("whose answer is lost fails once, and the next visit gets in", async () => {
    const { authenticate, installed } = await openProcess();
    endpoint.fates = ["lose-answer", "answer"];
    expect((await answerTo(authenticate(await pageRequest()))).status).toBe(503);
    await authenticate(await pageRequest());
    expect(installed).toEqual([shop]);
  });
});

test("later visits use what is stored, and ask the platform for nothing", async () => {
  const { authenticate, installed } = await openProcess();
  await authenticate(await pageRequest());
  for (let visit = 0; visit < 3; visit += 1) await authenticate(await dataRequest());
  expect(endpoint.requests).toHaveLength(1);
  expect(installed).toEqual([shop]);
});

describe("a staff member's profile", () => {
  async function visit(log = createLogger("silent", {})) {
    const { authenticate, storage } = await openProcess({ log });
    const visitor = await authenticate(await pageRequest());
    return { visitor, storage };
  }

  test("is read with their session token, and the online token that comes with it is stored nowhere", async () => {
    const { visitor, storage } = await visit();
    expect(await visitor.readProfile()).toEqual({ name: "Mia Example", locale: "de" });
    expect(endpoint.requests).toMatchObject([
      {},
      {
        grant_type: exchange,
        requested_token_type: "urn:shopify:params:oauth:token-type:online-access-token",
        subject_token: expect.stringMatching(/^eyJ/),
      },
    ]);
    const sessions = await storage.findSessionsByShop(shop);
    expect(sessions.map(({ id }) => id)).toEqual([`offline_${shop}`]);
  });

  test.each([
    ["without a last name is their first name", { last_name: null }, "Mia"],
    ["with blanks around it is without them", { first_name: " Mia ", last_name: "\u0000" }, "Mia"],
  ])("%s", async (_title, changes, name) => {
    const { visitor } = await visit();
    endpoint.staff = { ...endpoint.staff, ...changes };
    expect(await visitor.readProfile()).toEqual({ name, locale: "de" });
  });

  const lines: string[] = [];
  const log = createLogger("debug", {}, { write: (line) => lines.push(line) });
  test.each<[string, Fate | null, Record<string, unknown>]>([
    ["the exchange is refused", { status: 400, body: { error: "invalid_subject_token" } }, {}],
    ["the platform fails", { status: 503, body: "unavailable" }, {}],
    ["the answer is lost", "lose-answer", {}],
    ["the answer does not come in time", { after: new Promise(() => {}) }, {}],
    ["the answer is of another form", { status: 200, body: { access_token: "shpua_1" } }, {}],
    ["the answer is about another person", null, { id: 54321 }],
    ["the person has no name", null, { first_name: "", last_name: " " }],
  ])("is none when %s, and nothing is thrown or logged of the token", async (_title, fate, who) => {
    const { visitor } = await visit(log);
    endpoint.staff = { ...endpoint.staff, ...who };
    if (fate !== null) endpoint.fates = [fate];
    expect(await visitor.readProfile()).toBeNull();
    expect(lines.join()).not.toMatch(/eyJ|shpua_/);
  });
});

describe("a visitor who is not let in", () => {
  test("without a session token is sent to the bounce page, which only the platform's admin may frame", async () => {
    const { authenticate } = await openProcess();
    const query = new URL((await pageRequest()).url).searchParams;
    query.delete("id_token");
    const page = new Request(`https://app.example/app?${query}`, { headers: browser });
    const redirect = await answerTo(authenticate(page));
    const bounce = redirect.headers.get("location") ?? "";
    expect(bounce).toMatch(/^\/auth\/session-token\?/);

    const bouncePage = await answerTo(
      authenticate(new Request(new URL(bounce, "https://app.example"), { headers: browser })),
    );
    expect(await bouncePage.text()).toContain("/__dev/app-bridge.js");
    expect(bouncePage.headers.get("content-security-policy")).toMatch(
      /^frame-ancestors https:\/\/admin\.shopify\.com http:\/\/127\.0\.0\.1/,
    );
    expect(bouncePage.headers.get("content-security-policy")).not.toContain("spin.dev");
    expect(bouncePage.headers.has("link")).toBe(false);
  });

  test("whose bounce page names a store of their own choice cannot be framed by it", async () => {
    const { authenticate } = await openProcess();
    for (const named of ["evil.example%20*", "evil.myshopify.com"]) {
      const url = `https://app.example/auth/session-token?shop=${named}`;
      const bouncePage = await answerTo(authenticate(new Request(url, { headers: browser })));
      const policy = bouncePage.headers.get("content-security-policy");
      expect(policy).toMatch(/^frame-ancestors https:\/\/admin\.shopify\.com /);
      expect(policy).not.toContain("evil");
    }
  });

  const minute = 60;
  const now = () => Math.floor(Date.now() / 1000);
  test.each([
    ["another app's", apiKey, apiSecret, { aud: "another-app" }],
    ["a wrongly signed", apiKey, "another-secret", {}],
    ["an expired", apiKey, apiSecret, { exp: now() - minute }],
    ["a not yet valid", apiKey, apiSecret, { nbf: now() + minute }],
  ])(
    "with %s session token gets 401 and is asked to try again, and nothing is exchanged",
    async (_title, key, secret, claims) => {
      const { authenticate } = await openProcess();
      const { token } = await getJwt("a-store", key, secret, claims);
      const headers = { ...browser, authorization: `Bearer ${token}` };
      const response = await answerTo(
        authenticate(new Request("https://app.example/app?_data=x", { headers })),
      );
      expect(response.status).toBe(401);
      expect(response.headers.get("x-shopify-retry-invalid-session-request")).toBe("1");
      expect(endpoint.requests).toEqual([]);
    },
  );

  test("whose session token the platform itself does not take is asked for a new one", async () => {
    const { authenticate, installed } = await openProcess();
    endpoint.fates = [{ status: 400, body: { error: "invalid_subject_token" } }];
    const response = await answerTo(authenticate(await dataRequest()));
    expect(response.status).toBe(401);
    expect(installed).toEqual([]);
  });
});

test("no log line holds a session token", async () => {
  const lines: string[] = [];
  const spy = (...parts: unknown[]) => lines.push(JSON.stringify(parts));
  const log = Object.assign(Object.create(createLogger("debug", {})), {
    debug: spy,
    info: spy,
    warn: spy,
    error: spy,
  });
  const { authenticate } = await openProcess({ log });
  endpoint.fates = ["lose-answer", "answer"];
  await answerTo(authenticate(await pageRequest()));
  await authenticate(await pageRequest());
  const { token } = await getJwt("a-store", apiKey, "another-secret");
  const headers = { ...browser, authorization: `Bearer ${token}` };
  await answerTo(authenticate(new Request("https://app.example/app", { headers })));
  expect(lines.join()).not.toMatch(/eyJ|shpat_|shprt_/);
});
