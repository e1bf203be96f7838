import { once } from "node:events";
import { connect, type Socket } from "node:net";
import { text } from "node:stream/consumers";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createApiKey } from "#app/domain/api-keys/create-api-key.ts";
import { revokeApiKey } from "#app/domain/api-keys/revoke-api-key.ts";
import { SCOPES } from "#app/domain/api-keys/scopes.ts";
import type { ApiDefinition } from "#app/http/api.ts";
import type { AnyRouteDeclaration } from "#app/http/declare-route.ts";
import { deliverWebhook } from "#tests/support/deliver-webhook.ts";
import { isRetired } from "#tests/support/is-retired.ts";
import { sendHead } from "#tests/support/send-head.ts";
import { signProxyQuery } from "#tests/support/sign-proxy-query.ts";
import { startTestApp, type TestApp } from "#tests/support/test-app.ts";
import type { TestShop } from "#tests/support/test-shop.ts";

// Whoever may not is told so before a byte of their body has been read: nothing that they send may cost anything.

let testApp: TestApp;
let shop: TestShop;
let revoked: string;

beforeAll(async () => {
  testApp = await startTestApp();
  shop = await testApp.createShop();
  const context = await shop.context();
  const { key, secret } = await createApiKey(context, { name: "Revoked" });
  await revokeApiKey(context, key.id);
  revoked = secret;
});
afterAll(() => testApp.close());

/** What a request is sent with that may not pass. */
interface Stranger {
  query?: string;
  headers?: string[];
}

const unsigned: Stranger = { query: "shop=a.myshopify.com&signature=00" };
const signed = (query: Record<string, string>, customerId?: number): Stranger => {
  const secret = testApp.environment.SHOPIFY_API_SECRET;
  const by = { shop: shop.domain, secret, ...(customerId && { customerId }) };
  return { query: String(signProxyQuery(query, by)) };
};
const bearer = (key: string): Stranger => ({ headers: [`Authorization: Bearer ${key}`] });

/** Who may not call a route, for each way in which callers are known. Null: the body itself holds the key. */
const STRANGERS: Record<
  ApiDefinition["credentials"],
  ((declaration: AnyRouteDeclaration) => Promise<Stranger[]>) | null
> = {
  bearer: async ({ scope }) => [
    ...[{}, bearer("nonsense"), bearer(revoked)],
    bearer(await shop.createKey(SCOPES.filter((one) => one !== scope))),
  ],
  "proxy-key": async ({ scope }) => [
    ...[{}, unsigned, signed({}), signed({ key: revoked })],
    signed({ key: await shop.createKey(SCOPES.filter((one) => one !== scope)) }),
  ],
  // What is a customer's own is named in the address.
  proxy: async () => [{}, unsigned, signed({}), signed({}, 4711)],
  "proxy-customer": async () => [{}, unsigned, signed({})],
  "body-key": null,
  "form-key": null,
};

function askAs({ method, path }: AnyRouteDeclaration, stranger: Stranger): Promise<number> {
  const filled = path.replaceAll("{platform_customer_id}", "4712").replaceAll(/\{\w+\}/g, "1");
  return sendHead(testApp.url, {
    ...{ method, address: `${filled}?${stranger.query ?? ""}` },
    headers: ["Content-Type: application/json", ...(stranger.headers ?? [])],
  });
}

test("every route that takes a body refuses whoever may not before it has come", async () => {
  const withBody = testApp.declarations.filter((one) => one.body && !isRetired(one));
  expect(withBody.length).toBeGreaterThan(10);
  for (const declaration of withBody) {
    const strangers = await STRANGERS[declaration.api.credentials]?.(declaration);
    for (const stranger of strangers ?? []) {
      const status = await askAs(declaration, stranger);
      expect([401, 403], `${declaration.path} ${JSON.stringify(stranger)}`).toContain(status);
    }
  }
});

test("a webhook that lacks what each of the platform's says is refused before its body has come", async () => {
  const complete: Record<string, string> = {
    "X-Shopify-Hmac-Sha256": Buffer.alloc(32).toString("base64"),
    "X-Shopify-Topic": "orders/create",
    "X-Shopify-Shop-Domain": shop.domain,
    "X-Shopify-Webhook-Id": "1",
  };
  for (const name of Object.keys(complete)) {
    for (const value of [null, name === "X-Shopify-Webhook-Id" ? "1".repeat(256) : "äöü"]) {
      if (name === "X-Shopify-Topic" && value !== null) continue;
      const sent = { ...complete, [name]: value };
      const headers = Object.entries(sent).flatMap(([header, text]) =>
        text === null ? [] : `${header}: ${text}`,
      );
      const asked = { method: "POST", address: "/webhooks/orders-create", headers };
      expect(await sendHead(testApp.url, asked), `${name}: ${value}`).toBe(401);
    }
  }
});

test("of bodies that come from nobody knows whom and are never complete, the oldest are broken off, and others are taken", async () => {
  const MEBIBYTE = 1024 * 1024;
  const head = [
    ...["POST /webhooks/orders-create HTTP/1.1", "Host: localhost", `Content-Length: ${MEBIBYTE}`],
    `X-Shopify-Hmac-Sha256: ${Buffer.alloc(32).toString("base64")}`,
    ...["X-Shopify-Topic: orders/create", "X-Shopify-Webhook-Id: 1"],
    `X-Shopify-Shop-Domain: ${shop.domain}`,
  ];
  const { hostname, port } = new URL(testApp.url);
  const answers: string[] = [];
  const clients = Array.from({ length: 48 }, () => {
    const client = connect(Number(port), hostname);
    client.on("data", (piece) => answers.push(String(piece).slice(0, 12))).on("error", () => {});
    client.write(`${head.join("\r\n")}\r\n\r\n`);
    client.write(Buffer.alloc(MEBIBYTE - 1, "["));
    return client;
  });
  // 48 of them are 16 MiB more than there is room for.
  await expect.poll(() => answers.length).toBeGreaterThanOrEqual(15);
  expect(new Set(answers)).toEqual(new Set(["HTTP/1.1 503"]));
  const { status } = await deliverWebhook(testApp, shop, { topic: "customers/update" });
  expect(status).not.toBe(503);
  for (const client of clients) client.destroy();
});

const LARGE = 2 * 1024 * 1024;

/** The head of a request that is refused, and a body of so many bytes. */
function refusedRequest(bytes: number): [string, Buffer] {
  const head = [
    ...["POST /api/v1/store-credits/1/add HTTP/1.1", "Host: localhost"],
    ...["Content-Type: application/json", `Content-Length: ${bytes}`],
  ];
  return [`${head.join("\r\n")}\r\n\r\n`, Buffer.alloc(bytes, "[")];
}

/** A connection, from the client's side and from the server's. */
async function openConnection(): Promise<{ client: Socket; served: Socket }> {
  const { hostname, port } = new URL(testApp.url);
  const accepted = once(testApp.server, "connection");
  const client = connect(Number(port), hostname);
  const [[served]] = await Promise.all([accepted, once(client, "connect")]);
  return { client, served };
}

test("whoever sends all of a refused body gets the answer, and may use the connection again", async () => {
  const { client } = await openConnection();
  for (const piece of refusedRequest(LARGE)) client.write(piece);
  const [first] = await once(client, "data");
  expect(String(first)).toMatch(/^HTTP\/1.1 401 /);
  client.write("GET /healthz HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n");
  expect(await text(client)).toMatch(/HTTP\/1.1 200 /);
});

test("so does whoever lets the connection be closed with the answer, however slowly they send", async () => {
  const PIECE = 16 * 1024;
  const send = async () => {
    const { client } = await openConnection();
    client.on("error", () => {});
    const answered = text(client).catch(() => "");
    const [head, body] = refusedRequest(LARGE);
    client.write(head.replace("\r\n\r\n", "\r\nConnection: close\r\n\r\n"));
    for (let sent = 0; sent < LARGE && client.writable; sent += PIECE) {
      client.write(body.subarray(sent, sent + PIECE));
      await new Promise(setImmediate);
    }
    return (await answered).split(" ")[1];
  };
  const answers: (string | undefined)[] = [];
  for (let round = 0; round < 8; round += 1) answers.push(await send());
  expect(new Set(answers)).toEqual(new Set(["401"]));
});

test("a refused body is read one piece in each turn of the server, whatever has come of it", async () => {
  const { client, served } = await openConnection();
  client.resume();
  for (const piece of refusedRequest(LARGE)) client.write(piece);
  const steps: number[] = [];
  for (let read = 0; read < LARGE; ) {
    await new Promise(setImmediate);
    steps.push(served.bytesRead - read);
    read = served.bytesRead;
  }
  client.destroy();
  // A piece that is read and one that waits to be.
  expect(Math.max(...steps)).toBeLessThanOrEqual(2 * 64 * 1024);
});

test("whoever sends more than any body may have is cut off", async () => {
  const { client, served } = await openConnection();
  const closed = new Promise((resolve) => client.once("close", resolve));
  client.resume().on("error", () => {});
  for (const piece of refusedRequest(64 * LARGE)) client.write(piece);
  await closed;
  expect(served.bytesRead).toBeGreaterThan(LARGE);
  expect(served.bytesRead).toBeLessThan(4 * LARGE);
});
