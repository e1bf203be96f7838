import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createApiKey } from "#app/domain/api-keys/create-api-key.ts";
import { revokeApiKey } from "#app/domain/api-keys/revoke-api-key.ts";
import { SCOPES } from "#app/domain/api-keys/scopes.ts";
import { ensureCustomer } from "#app/domain/customers/store-customer.ts";
import { CREDIT_TYPES } from "#app/domain/ledger/movement.ts";
import { postCredit } from "#app/domain/ledger/post-movement.ts";
import type { AnyRouteDeclaration } from "#app/http/declare-route.ts";
import { isRetired } from "#tests/support/is-retired.ts";
import { signProxyQuery } from "#tests/support/sign-proxy-query.ts";
import { startTestApp, type TestApp } from "#tests/support/test-app.ts";
import { callJson, type TestShop } from "#tests/support/test-shop.ts";

// Every declared route against every kind of stranger. The list is the routes' own: a new route is in it
// from its first day.

let testApp: TestApp;
let shop: TestShop;
let stranger: TestShop;
let contract: { cid: number; contractId: number };
let revokedKey: string;

beforeAll(async () => {
  testApp = await startTestApp();
  shop = await testApp.createShop();
  stranger = await testApp.createShop();
  contract = await shop.createContract({ price: "15.00" });
  const context = await shop.context();
  const { key, secret } = await createApiKey(context, { name: "Revoked" });
  await revokeApiKey(context, key.id);
  revokedKey = secret;
});
afterAll(() => testApp.close());

/** A real address of the route, about the store's own contract. */
function addressOf({ path }: AnyRouteDeclaration): string {
  return path
    .replace("{contract_id}", String(contract.contractId))
    .replace("{offer_id}", "1")
    .replace("{customer_id}", String(contract.cid))
    .replace("{member_id}", "mem_1")
    .replace("{subscription_id}", "sub_1");
}

function call(
  declaration: AnyRouteDeclaration,
  query: URLSearchParams | Record<string, string>,
  headers: Record<string, string> = {},
) {
  const url = `${testApp.url}${addressOf(declaration)}?${new URLSearchParams(query)}`;
  const hasBody = declaration.method !== "GET";
  return callJson(url, {
    method: declaration.method,
    headers: { ...(hasBody ? { "content-type": "application/json" } : {}), ...headers },
    ...(hasBody ? { body: bodyOf(declaration) } : {}),
  });
}

/** A valid body for the route, so only the caller can be rejected. */
function bodyOf({ path }: AnyRouteDeclaration): string {
  if (path.includes("/store-credits/")) return JSON.stringify({ amount: 1, reason: "Isolation" });
  if (path.includes("/members/")) return JSON.stringify({ loyalty_points: 1 });
  return JSON.stringify(path.endsWith("/pause") ? { duration: 1 } : {});
}

/** The same for a shopper's route. */
function shopperBodyOf({ path }: AnyRouteDeclaration): Record<string, unknown> {
  if (path.endsWith("/changes")) return { action: "resume" };
  if (!path.endsWith("/accept")) return {};
  const flowId = "6f1c1f0e-6b1b-4c58-9f3e-4f8a7a0e9d11";
  return { flow_id: flowId, offer_id: 1, idempotency_key: "isolation-test" };
}

async function giveCredit(cid: number, amountMinor: number): Promise<void> {
  const context = await shop.context();
  const customer = await ensureCustomer(context, cid);
  await postCredit(context, {
    customerId: customer?.id ?? 0n,
    unit: "money",
    amountMinor,
    typeCode: CREDIT_TYPES.promotion,
    message: "A present",
  });
}

const sign = (
  query: Record<string, string>,
  options: { at?: Date; cid?: number; secret?: string } = {},
) =>
  signProxyQuery(query, {
    shop: shop.domain,
    secret: options.secret ?? testApp.environment.SHOPIFY_API_SECRET,
    ...(options.cid ? { customerId: options.cid } : {}),
    ...(options.at ? { at: options.at } : {}),
  });

const of = (credentials: string) =>
  testApp.declarations.filter(({ api }) => api.credentials === credentials);

describe("every route with a bearer key", () => {
  test("refuses no key, nonsense, a revoked key and a key in the wrong place with 401", async () => {
    expect(of("bearer").length).toBeGreaterThan(0);
    for (const declaration of of("bearer")) {
      const refused = [
        await call(declaration, {}),
        await call(declaration, {}, { authorization: "Bearer nonsense" }),
        await call(declaration, {}, { authorization: `Bearer ${revokedKey}` }),
        await call(declaration, {}, { authorization: shop.key }),
        await call(declaration, { key: shop.key }),
      ];
      for (const { status, body } of refused) {
        expect(status, declaration.path).toBe(401);
        expect(body).toEqual({
          error: { code: "authentication_failed", message: expect.any(String) },
        });
      }
    }
  });

  test("refuses a key without the scope with 403, and shows another store nothing", async () => {
    const narrow = await shop.createKey(["data:read"]);
    for (const declaration of of("bearer")) {
      const forbidden = await call(declaration, {}, { authorization: `Bearer ${narrow}` });
      expect(forbidden, declaration.path).toMatchObject({
        status: 403,
        body: { error: { code: "forbidden" } },
      });
      if (!declaration.path.includes("{")) continue;
      const foreign = await call(declaration, {}, { authorization: `Bearer ${stranger.key}` });
      expect(foreign.status, declaration.path).toBe(404);
    }
  });
});

describe("every route behind the app proxy", () => {
  const proxied = () => [...of("proxy-key"), ...of("proxy-customer")];
  const key = () => ({ key: shop.key });

  test("refuses a missing, tampered, late, early, repeated or foreign signature with 401", async () => {
    expect(proxied().length).toBeGreaterThan(4);
    const { cid } = contract;
    const minutes = (count: number) => new Date(Date.now() + count * 60_000);
    const without = (name: string) => {
      const query = sign(key(), { cid });
      query.delete(name);
      return query;
    };
    const changed = (name: string, value: string) => {
      const query = sign(key(), { cid });
      query.set(name, value);
      return query;
    };
    const repeated = (name: string) => {
      const query = sign(key(), { cid });
      query.append(name, query.get(name) ?? "");
      return query;
    };
    const hostile = [
      new URLSearchParams(key()),
      ...["signature", "timestamp", "shop"].map(without),
      changed("signature", "0".repeat(64)),
      changed("shop", stranger.domain),
      changed("logged_in_customer_id", "1"),
      changed("timestamp", String(Math.floor(Date.now() / 1000) + 1)),
      changed("added", "1"),
      ...["signature", "timestamp", "shop", "logged_in_customer_id"].map(repeated),
      sign(key(), { cid, at: minutes(-2) }),
      sign(key(), { cid, at: minutes(2) }),
      sign(key(), { cid, secret: "another-secret-altogether" }),
    ];
    for (const declaration of proxied()) {
      for (const query of hostile) {
        const { status, body } = await call(declaration, query);
        expect(status, `${declaration.path}?${query}`).toBe(401);
        expect(body.message).toEqual(expect.any(String));
      }
    }
  });

  test("with a key: refuses none, nonsense, revoked, another store's and a repeated key with 401", async () => {
    const keys = ["", "nonsense", revokedKey, stranger.key];
    for (const declaration of of("proxy-key")) {
      expect((await call(declaration, sign({}))).status).toBe(401);
      for (const wrong of keys) {
        const { status } = await call(declaration, sign({ key: wrong }));
        expect(status, `${declaration.path} with ${wrong}`).toBe(401);
      }
      expect(
        (await call(declaration, sign({}), { authorization: `Bearer ${shop.key}` })).status,
      ).toBe(401);
    }
  });

  test("with a key: refuses one without the scope with 403", async () => {
    for (const declaration of of("proxy-key")) {
      const narrow = await shop.createKey(SCOPES.filter((scope) => scope !== declaration.scope));
      const { status, body } = await call(declaration, sign({ key: narrow }));
      expect(status, declaration.path).toBe(403);
      expect(body).toEqual({ message: expect.stringContaining(String(declaration.scope)) });
    }
  });

  test("for shoppers: 401 when nobody is logged in, nothing of another shopper's, and a key opens nothing", async () => {
    await giveCredit(contract.cid, 1234);
    const someone = await shop.createContract({ price: "15.00" });
    for (const declaration of of("proxy-customer")) {
      const signedOut = await call(declaration, sign(key()));
      expect(signedOut.status, declaration.path).toBe(401);
      expect(signedOut.body.code).toBe("signed_out");
      const body = shopperBodyOf(declaration);
      const answer = await shop.proxy(addressOf(declaration).replace("/proxy/v1", ""), {
        cid: someone.cid,
        ...(declaration.method === "GET" ? {} : { body }),
      });
      // What names a thing is about that thing; what names none is about the shopper's own.
      if (declaration.path.includes("{")) expect(answer.status, declaration.path).toBe(404);
      expect(JSON.stringify(answer.body), declaration.path).not.toContain("12.34");
    }
  });
});

describe("every route with the key in its body", () => {
  /** Sends the fields as a form. */
  async function send(declaration: AnyRouteDeclaration, fields: Record<string, string>) {
    const query = declaration.path.startsWith("/proxy/") ? sign({}) : "";
    return callJson(`${testApp.url}${declaration.path}?${query}`, {
      method: "POST",
      body: new URLSearchParams(fields),
    });
  }
  const declared = () => [...of("body-key"), ...of("form-key")];
  const keyed = () => declared().filter((declaration) => !isRetired(declaration));
  const statusOf = ({ api }: AnyRouteDeclaration, code: "key_missing" | "key_invalid") =>
    api.describeError(code).status;

  test("refuses no key, nonsense, a revoked key and a key in the address or the header", async () => {
    expect(declared().length).toBeGreaterThan(1);
    for (const declaration of keyed()) {
      const { path } = declaration;
      expect((await send(declaration, {})).status, path).toBe(statusOf(declaration, "key_missing"));
      for (const key of ["nonsense", revokedKey]) {
        const { status } = await send(declaration, { key });
        expect(status, path).toBe(statusOf(declaration, "key_invalid"));
      }
      const query = path.startsWith("/proxy/") ? sign({ key: shop.key }) : `key=${shop.key}`;
      const inAddress = await callJson(`${testApp.url}${path}?${query}`, {
        method: "POST",
        headers: { authorization: `Bearer ${shop.key}` },
        body: new URLSearchParams({ topic: "store_credit_history" }),
      });
      expect(inAddress.status, path).toBe(statusOf(declaration, "key_missing"));
      expect(JSON.stringify(inAddress.body)).toContain("missing");
    }
  });

  test("refuses a key without the scope", async () => {
    for (const declaration of keyed()) {
      const narrow = await shop.createKey(SCOPES.filter((scope) => scope !== declaration.scope));
      const { status, body } = await send(declaration, { key: narrow });
      expect(status).toBe(declaration.api.describeError("scope_missing").status);
      expect(body).toEqual({ message: expect.stringContaining(String(declaration.scope)) });
    }
  });

  test("behind the app proxy: refuses another store's key with 401, and a bad signature too", async () => {
    for (const declaration of of("form-key")) {
      expect((await send(declaration, { key: stranger.key })).status).toBe(401);
      const unsigned = await callJson(`${testApp.url}${declaration.path}`, {
        method: "POST",
        body: new URLSearchParams({ key: shop.key }),
      });
      expect(unsigned.status).toBe(401);
    }
  });
});
