import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { createLogger } from "#app/lib/log.ts";
import { PlatformFailure } from "#app/platform/platform-failure.ts";
import { type AdminClientConfig, createAdminClient } from "#app/platform/shopify/admin-client.ts";
import {
  OpenContractDraftDocument,
  ReadShopDocument,
} from "#app/platform/shopify/admin-operations.generated.ts";
import { createPlatformFetch } from "#app/platform/shopify/route-to-devstore.ts";

const shop = "a-store.myshopify.com";
const shopData = { shop: { name: "A store" } };
const variables = { contractId: "gid://shopify/SubscriptionContract/1" };

type Reply = (request: IncomingMessage, response: ServerResponse) => void;

const json =
  (body: unknown, status = 200, headers: Record<string, string> = {}): Reply =>
  (_request, response) => {
    response.writeHead(status, { "content-type": "application/json", ...headers });
    response.end(JSON.stringify(body));
  };
const status = (code: number, headers = {}): Reply => json({ errors: "no" }, code, headers);
const hangUp: Reply = (request) => request.socket.destroy();
const silence: Reply = () => {};
/** What an answer says of the store's points, after a call of 100. */
const points = (currentlyAvailable: number) => ({
  cost: {
    requestedQueryCost: 100,
    throttleStatus: { maximumAvailable: 2000, currentlyAvailable, restoreRate: 50 },
  },
});
const throttled = (currentlyAvailable: number) =>
  json({
    errors: [{ message: "Throttled", extensions: { code: "THROTTLED" } }],
    extensions: points(currentlyAvailable),
  });
const graphqlError = (code: string, message = "Wrong") =>
  json({ data: null, errors: [{ message, path: ["shop", "name"], extensions: { code } }] });

/** A platform that gives the next of its replies to each request, the last one for ever. */
let replies: Reply[] = [];
let seen: { url: string; host: string; token: string; body: unknown }[] = [];
let waits: number[] = [];
let address = "";

const server = createServer((request, response) => {
  let text = "";
  request.on("data", (chunk) => {
    text += chunk;
  });
  request.on("end", () => {
    seen.push({
      url: request.url ?? "",
      host: String(request.headers["x-forwarded-host"]),
      token: String(request.headers["x-shopify-access-token"]),
      body: JSON.parse(text),
    });
    const reply = replies.length > 1 ? replies.shift() : replies[0];
    reply?.(request, response);
  });
});

beforeEach(async () => {
  [replies, seen, waits] = [[], [], []];
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});

afterEach(async () => {
  server.closeAllConnections();
  if (server.listening) await new Promise((resolve) => server.close(resolve));
});

function client(changes: Partial<AdminClientConfig> = {}) {
  return createAdminClient({
    fetch: createPlatformFetch(address),
    tokens: { current: async () => "first-token", replace: async () => "second-token" },
    log: createLogger("silent", {}),
    passing: {
      now: () => waits.reduce((sum, ms) => sum + ms, 0),
      wait: async (ms) => {
        waits.push(ms);
      },
    },
    ...changes,
  });
}

const readShop = () => client().run(shop, ReadShopDocument, {});
const openDraft = (repeatable: boolean) =>
  client().run(shop, OpenContractDraftDocument, variables, { repeatable });

async function failure(call: Promise<unknown>): Promise<PlatformFailure> {
  const error = await call.then(
    () => null,
    (thrown) => thrown,
  );
  expect(error).toBeInstanceOf(PlatformFailure);
  return error;
}

describe("calls to the platform", () => {
  test("an operation goes to the one version of the API, with the store's token and its variables", async () => {
    replies = [json({ data: { subscriptionContractUpdate: null } })];
    await openDraft(true);
    expect(seen).toEqual([
      {
        url: "/admin/api/2026-10/graphql.json",
        host: shop,
        token: "first-token",
        body: { query: OpenContractDraftDocument.toString(), variables },
      },
    ]);
  });

  test.each([
    ["a query", () => readShop()],
    ["a mutation that is not repeatable", () => openDraft(false)],
  ])("%s that was throttled is sent again once the missing points are there", async (_t, call) => {
    replies = [throttled(0), throttled(75), json({ data: shopData })];
    await call();
    expect(seen).toHaveLength(3);
    expect(waits[0]).toBeGreaterThanOrEqual(2000);
    expect(waits[0]).toBeLessThan(2250);
    expect(waits[1]).toBeGreaterThanOrEqual(500);
    expect(waits[1]).toBeLessThan(1000);
  });

  test("a call is sent once the store has its points, so that the platform need not refuse it", async () => {
    replies = [json({ data: shopData, extensions: points(40) })];
    const one = client();
    await one.run(shop, ReadShopDocument, {});
    expect(waits).toEqual([]);
    await one.run(shop, ReadShopDocument, {});
    expect(waits).toEqual([1200]);
    expect(seen).toHaveLength(2);
    await one.run("another-store.myshopify.com", ReadShopDocument, {});
    expect(waits).toHaveLength(1);
  });

  test("a call whose points do not come within our patience is not sent", async () => {
    replies = [json({ data: shopData, extensions: points(0) })];
    const impatient = client({ limits: { patienceMs: 1999 } });
    await impatient.run(shop, ReadShopDocument, {});
    const refused = await failure(impatient.run(shop, ReadShopDocument, {}));
    expect(refused).toMatchObject({ kind: "unavailable", platformCode: "THROTTLED" });
    expect(seen).toHaveLength(1);
  });

  test("a platform that throttles for ever is given up within our patience", async () => {
    replies = [throttled(0)];
    const refused = await failure(readShop());
    expect(refused).toMatchObject({ kind: "unavailable", platformCode: "THROTTLED" });
    expect(waits.reduce((sum, ms) => sum + ms, 0)).toBeLessThanOrEqual(20_000);
    expect(seen.length).toBeGreaterThan(3);
  });

  test("HTTP 429 waits as long as it says", async () => {
    replies = [status(429, { "retry-after": "3.5" }), json({ data: shopData })];
    await readShop();
    expect(waits[0]).toBeGreaterThanOrEqual(3500);
  });

  const broken: [string, Reply][] = [
    ["HTTP 502", status(502)],
    ["a connection that breaks", hangUp],
    ["an answer that is no JSON", (_request, response) => response.end("<html>")],
    ["an internal error", graphqlError("INTERNAL_SERVER_ERROR")],
  ];

  test.each(broken)("after %s a query is sent again", async (_title, reply) => {
    replies = [reply, reply, json({ data: shopData })];
    expect(await readShop()).toEqual(shopData);
    expect(waits).toHaveLength(2);
  });

  test.each(broken)(
    "after %s a mutation is sent again only when it may be",
    async (_title, reply) => {
      replies = [reply, json({ data: { subscriptionContractUpdate: null } })];
      expect(await failure(openDraft(false))).toMatchObject({ kind: "unavailable" });
      expect(seen).toHaveLength(1);
      replies = [reply, json({ data: { subscriptionContractUpdate: null } })];
      await openDraft(true);
      expect(seen).toHaveLength(3);
    },
  );

  test("a query that is never answered is given up after four attempts", async () => {
    replies = [hangUp];
    expect(await failure(readShop())).toMatchObject({ kind: "unavailable" });
    expect(seen).toHaveLength(4);
  });

  test("an answer that does not come in time is no answer", async () => {
    replies = [silence, json({ data: shopData })];
    const impatient = client({ limits: { timeoutMs: 500 } });
    expect(await impatient.run(shop, ReadShopDocument, {})).toEqual(shopData);
    // On a busy machine an answer that was given at once may come late too, and is asked for again.
    expect(seen.length).toBeGreaterThan(1);
  });

  test("a mutation that never reached the platform is sent again whatever it is", async () => {
    const closed = client();
    await new Promise((resolve) => server.close(resolve));
    const call = closed.run(shop, OpenContractDraftDocument, variables);
    expect(await failure(call)).toMatchObject({ kind: "unavailable" });
    expect(waits).toHaveLength(3);
  });

  test("a token that is not accepted is replaced once", async () => {
    replies = [status(401), json({ data: shopData })];
    await readShop();
    expect(seen.map((request) => request.token)).toEqual(["first-token", "second-token"]);
    replies = [status(401)];
    expect(await failure(readShop())).toMatchObject({ kind: "not_connected" });
    expect(seen).toHaveLength(4);
  });

  test.each([403, 404])("a store that answers HTTP %i is not connected", async (code) => {
    replies = [status(code)];
    expect(await failure(readShop())).toMatchObject({ kind: "not_connected" });
  });

  test("an error of the request is reported as refused, with its code and its place", async () => {
    replies = [graphqlError("BAD_REQUEST", "first cannot exceed 250")];
    expect(await failure(readShop())).toMatchObject({
      kind: "refused",
      platformCode: "BAD_REQUEST",
      message: "first cannot exceed 250 (shop.name)",
    });
    expect(seen).toHaveLength(1);
  });

  test("no failure and no log line holds the token", async () => {
    const lines: string[] = [];
    const log = createLogger("debug", {});
    const spying = Object.assign(Object.create(log), {
      warn: (...parts: unknown[]) => lines.push(JSON.stringify(parts)),
    });
    const messages: string[] = [];
    for (const reply of [hangUp, status(401), status(500), graphqlError("X"), throttled(0)]) {
      replies = [reply];
      const error = await failure(client({ log: spying }).run(shop, ReadShopDocument, {}));
      messages.push(`${error.stack} ${JSON.stringify(error)}`);
    }
    expect(lines.length).toBeGreaterThan(0);
    expect(`${lines.join()} ${messages.join()}`).not.toMatch(/first-token|second-token/);
  });
});

describe("the way out to the platform", () => {
  test.each([
    "https://example.com/admin",
    "http://a-store.myshopify.com/admin",
    "https://a-store.myshopify.com:8443/admin",
    "https://a-store.myshopify.com.evil.example/admin",
    "https://evil.example/a-store.myshopify.com",
    "https://127.0.0.1/",
  ])("%s is not called, with or without a stand-in", async (url) => {
    replies = [json({})];
    await expect(createPlatformFetch(address)(url)).rejects.toThrow(/calls stores only/);
    await expect(createPlatformFetch(null)(url)).rejects.toThrow(/calls stores only/);
    expect(seen).toEqual([]);
  });

  test("a redirect is not followed, so the token never reaches its target", async () => {
    replies = [status(307, { location: `${address}/elsewhere` }), json({ data: shopData })];
    expect(await failure(readShop())).toMatchObject({ kind: "refused" });
    expect(seen).toHaveLength(1);
  });

  test("path, query, method, headers and body reach the stand-in as they are", async () => {
    replies = [json({})];
    await createPlatformFetch(address)(`https://${shop}/a/b?c=d%20e`, {
      method: "POST",
      headers: { "x-shopify-access-token": "t" },
      body: `{"e":1}`,
    });
    expect(seen).toEqual([{ url: "/a/b?c=d%20e", host: shop, token: "t", body: { e: 1 } }]);
  });
});
