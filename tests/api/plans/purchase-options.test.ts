import { getJwt } from "@shopify/shopify-api/test-helpers";
import { afterAll, beforeAll, describe, expect, inject, test } from "vitest";
import { deletePlanGroup } from "#app/domain/plans/delete-plan-group.ts";
import { createPlanGroup } from "#app/domain/plans/save-plan-group.ts";
import type { AnyJson } from "#tests/support/any-json.ts";
import { askPlatform } from "#tests/support/ask-platform.ts";
import { startTestApp, type TestApp } from "#tests/support/test-app.ts";
import { callJson, type TestShop } from "#tests/support/test-shop.ts";

/** Where the platform runs extensions. */
const ORIGIN = "https://extensions.shopifycdn.com";
const PRODUCT = "gid://shopify/Product/7001";

let testApp: TestApp;

beforeAll(async () => {
  testApp = await startTestApp();
});
afterAll(() => testApp.close());

/** A store of the calling test alone, with one plan group of ours. */
async function openStore() {
  const shop = await testApp.createShop({ seed: "goods" });
  const context = { ...(await shop.context()), actor: { kind: "merchant", name: "Ada" } as const };
  const group = await createPlanGroup(context, {
    key: "club",
    input: {
      name: "Coffee club",
      kind: "product",
      plans: [
        {
          planId: null,
          name: "Monthly",
          interval: { unit: "month", count: 1 },
          discount: { type: "fixed_amount", amount: "2.50" },
          discountCycles: 3,
        },
      ],
    },
    productIds: [],
  });
  return { shop, context, group };
}

async function tokenOf(shop: TestShop): Promise<string> {
  const { status, body } = await shop.control("session-token");
  expect(status).toBe(200);
  return body.id_token;
}

/** A token like the platform's, with claims of the test's own. */
async function signedToken(
  { domain }: TestShop,
  claims: object = {},
  secret = inject("shopifyApiSecret"),
): Promise<string> {
  const own = { dest: `https://${domain}`, iss: `https://${domain}/admin`, sub: "7000001" };
  const { token } = await getJwt("any", inject("shopifyApiKey"), secret, { ...own, ...claims });
  return token;
}

interface Call {
  token?: string | null;
  method?: string;
  id?: string;
  body?: unknown;
  headers?: Record<string, string>;
}

async function call(shop: TestShop, { token, method, id = PRODUCT, body, headers }: Call = {}) {
  const sent = token === undefined ? await tokenOf(shop) : token;
  const query = new URLSearchParams(body === undefined ? { id } : {});
  return callJson(`${testApp.url}/extensions/purchase-options?${query}`, {
    method: method ?? (body === undefined ? "GET" : "POST"),
    headers: {
      origin: ORIGIN,
      "user-agent": "Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 Chrome/140.0",
      ...(sent === null ? {} : { authorization: `Bearer ${sent}` }),
      ...(body === undefined ? {} : { "content-type": "application/json" }),
      ...headers,
    },
    ...(body === undefined ? {} : { body: typeof body === "string" ? body : JSON.stringify(body) }),
  });
}

const offer = (shop: TestShop, groupId: bigint, offered: boolean, id = PRODUCT) =>
  call(shop, { body: { id, groupId: String(groupId), offered } });

const club = (body: AnyJson) =>
  body.groups.find(({ name }: { name: string }) => name === "Coffee club");

async function variantsOf(shop: TestShop, productId: string): Promise<string[]> {
  const { product } = await askPlatform(
    shop,
    "query ($id: ID!) { product(id: $id) { variants(first: 10) { nodes { id } } } }",
    { id: productId },
  );
  return product.variants.nodes.map((variant: { id: string }) => variant.id);
}

/** The platform's own answer to which products and variants the group is offered with. */
async function offersOf(shop: TestShop, platformId: bigint, productId = PRODUCT) {
  const [variantId] = await variantsOf(shop, productId);
  const { sellingPlanGroup } = await askPlatform(
    shop,
    `query ($id: ID!, $productId: ID!, $variantId: ID!) { sellingPlanGroup(id: $id) {
       product: appliesToProduct(productId: $productId)
       variant: appliesToProductVariant(productVariantId: $variantId) } }`,
    { id: `gid://shopify/SellingPlanGroup/${platformId}`, productId, variantId },
  );
  return sellingPlanGroup;
}

describe("what may be attached", () => {
  test("is listed with its terms as figures, for the extension to write in its own language", async () => {
    const { shop, group } = await openStore();
    const { status, body } = await call(shop);
    expect(status).toBe(200);
    expect(body).toMatchObject({ productTitle: expect.any(String), variantTitle: null });
    expect(club(body)).toEqual({
      id: String(group.id),
      platformId: `gid://shopify/SellingPlanGroup/${group.platformId}`,
      name: "Coffee club",
      kind: "product",
      offeredWith: "nothing",
      plans: [
        {
          platformId: `gid://shopify/SellingPlan/${group.plans[0]?.platformId}`,
          name: "Monthly",
          interval: { unit: "month", count: 1 },
          deliveryInterval: null,
          price: {
            discount: { kind: "fixed_amount", amount: "2.50", currency: "EUR" },
            cycles: 3,
          },
          trial: null,
        },
      ],
    });
  });

  test("has none of another app's groups", async () => {
    const { shop } = await openStore();
    const made = await shop.control("other-app-plans", { name: "Foreign", product_ids: [7001] });
    expect(made.status).toBe(200);
    const { body } = await call(shop);
    expect(body.groups.map(({ name }: { name: string }) => name)).not.toContain("Foreign");
  });
});

describe("attaching and detaching", () => {
  test("reach the platform for a product, are answered as they are then, and may be repeated", async () => {
    const { shop, context, group } = await openStore();
    for (const _ of [1, 2]) {
      const { status, body } = await offer(shop, group.id, true);
      expect(status).toBe(200);
      expect(club(body).offeredWith).toBe("this");
      expect(await offersOf(shop, group.platformId)).toEqual({ product: true, variant: false });
    }
    for (const _ of [1, 2]) {
      const { body } = await offer(shop, group.id, false);
      expect(club(body).offeredWith).toBe("nothing");
      expect(await offersOf(shop, group.platformId)).toEqual({ product: false, variant: false });
    }
    const lines = await context.db.prisma.activity.findMany({
      where: { shopId: context.shop.id, kind: "plan_group.products_changed" },
    });
    expect(lines).toHaveLength(4);
    expect(lines[0]?.details).toMatchObject({ product_id: 7001, added: 1 });
  });

  test("reach one variant alone, and say what it has by its product", async () => {
    const { shop, group } = await openStore();
    const [first = ""] = await variantsOf(shop, PRODUCT);
    const attached = await offer(shop, group.id, true, first);
    expect(attached.body.variantTitle).toEqual(expect.any(String));
    expect(club(attached.body).offeredWith).toBe("this");
    expect(await offersOf(shop, group.platformId)).toEqual({ product: false, variant: true });
    expect(club((await call(shop)).body).offeredWith).toBe("variants");

    await offer(shop, group.id, true);
    const detached = await offer(shop, group.id, false, first);
    expect(club(detached.body).offeredWith).toBe("product");
    expect(await offersOf(shop, group.platformId)).toEqual({ product: true, variant: false });
  });

  test("two people at once both get what they chose", async () => {
    const { shop, group } = await openStore();
    const [first = ""] = await variantsOf(shop, PRODUCT);
    const both = await Promise.all([
      offer(shop, group.id, true),
      offer(shop, group.id, true, first),
    ]);
    expect(both.map(({ status }) => status)).toEqual([200, 200]);
    expect(await offersOf(shop, group.platformId)).toEqual({ product: true, variant: true });
  });

  test("find a change made whose answer was lost, when asked again", async () => {
    const { shop, group } = await openStore();
    const failed = await shop.control("fail-next", {
      status: "disconnect",
      after: "after-effect",
      operation: "sellingPlanGroupAddProducts",
      count: 10,
    });
    expect(failed.status).toBe(200);
    const lost = await offer(shop, group.id, true);
    expect([lost.status, lost.body.error.code]).toEqual([503, "not_answered"]);
    await shop.control("clear-faults");
    expect(club((await call(shop)).body).offeredWith).toBe("this");
  });
});

describe("refused", () => {
  test("a group that was deleted in the app, or on the platform, which the app then forgets", async () => {
    const { shop, context, group } = await openStore();
    await askPlatform(
      shop,
      "mutation ($id: ID!) { sellingPlanGroupDelete(id: $id) { deletedSellingPlanGroupId } }",
      { id: `gid://shopify/SellingPlanGroup/${group.platformId}` },
    );
    expect(club((await call(shop)).body)).toBeUndefined();
    const gone = await offer(shop, group.id, true);
    expect([gone.status, gone.body.error.code]).toEqual([404, "group_gone"]);
    const row = await context.db.prisma.planGroup.findUnique({
      where: { shopId_id: { shopId: context.shop.id, id: group.id } },
    });
    expect(row?.removedAt).not.toBeNull();

    const other = await openStore();
    await deletePlanGroup(other.context, other.group.id);
    const deleted = await offer(other.shop, other.group.id, true);
    expect(deleted.body.error.code).toBe("group_gone");
  });

  test("another store's group and another store's product", async () => {
    const { shop, group } = await openStore();
    const stranger = await openStore();
    const theirs = await offer(shop, stranger.group.id, true);
    expect([theirs.status, theirs.body.error.code]).toEqual([404, "group_gone"]);
    expect(await offersOf(stranger.shop, stranger.group.platformId)).toEqual({
      product: false,
      variant: false,
    });
    const product = await offer(shop, group.id, true, "gid://shopify/Product/99999");
    expect([product.status, product.body.error.code]).toEqual([404, "product_gone"]);
    const variant = await offer(shop, group.id, true, "gid://shopify/ProductVariant/99999");
    expect([variant.status, variant.body.error.code]).toEqual([404, "product_gone"]);
    const read = await call(shop, { id: "gid://shopify/ProductVariant/99999" });
    expect([read.status, read.body.error.code]).toEqual([404, "product_gone"]);
  });

  test.each([
    ["no address of a product", { id: "gid://shopify/Order/1" }],
    ["a product's id beyond what numbers hold", { id: `gid://shopify/Product/${"9".repeat(30)}` }],
    ["a body that is no JSON", { body: "{" }],
    ["an unknown field", { body: { id: PRODUCT, groupId: "1", offered: true, more: 1 } }],
    ["a group's id that is none", { body: { id: PRODUCT, groupId: "-1", offered: true } }],
    ["a body of another type", { body: "{}", headers: { "content-type": "text/plain" } }],
    ["a large body", { body: `{"id":"${"x".repeat(70_000)}"}` }],
  ])("%s", async (_, given) => {
    const { shop } = await openStore();
    const { status, body } = await call(shop, given);
    expect([status, body.error.code]).toEqual([400, "unreadable"]);
  });

  test("another method", async () => {
    const { shop } = await openStore();
    const { status, body } = await call(shop, { method: "DELETE" });
    expect([status, body.error.code]).toEqual([405, "wrong_method"]);
  });

  test("a caller without the platform's valid token, whose answer any origin may still read", async () => {
    const { shop } = await openStore();
    const now = Math.floor(Date.now() / 1000);
    const past = { exp: now - 61, nbf: now - 121, iat: now - 121 };
    expect((await call(shop, { token: await signedToken(shop) })).status).toBe(200);
    const tokens = {
      none: null,
      noise: "noise",
      "another app's": await signedToken(shop, { aud: "another-key" }),
      "another secret's": await signedToken(shop, {}, "another-secret"),
      "a minute old": await signedToken(shop, past),
      "another store's issuer": await signedToken(shop, { iss: "https://x.myshopify.com/admin" }),
    };
    for (const [name, token] of Object.entries(tokens)) {
      const { status, body, headers } = await call(shop, { token });
      expect([status, body.error.code], name).toEqual([401, "signed_out"]);
      expect(headers.get("access-control-allow-origin"), name).toBe("*");
    }
  });

  test("a token in the address, where it would be kept", async () => {
    const { shop } = await openStore();
    const query = new URLSearchParams({ id: PRODUCT, id_token: await tokenOf(shop) });
    const { status, body } = await callJson(`${testApp.url}/extensions/purchase-options?${query}`);
    expect([status, body.error.code]).toEqual([401, "signed_out"]);
  });

  test("a store that has removed the app, whose last token still runs", async () => {
    const { shop, group } = await openStore();
    const token = await signedToken(shop, { iat: Math.floor(Date.now() / 1000) - 30 });
    expect((await shop.control("uninstall")).status).toBe(200);
    await shop.quiet();
    const { status, body } = await call(shop, {
      token,
      body: { id: PRODUCT, groupId: String(group.id), offered: true },
    });
    expect([status, body.error.code]).toEqual([401, "signed_out"]);
  });

  test("a store whose access the platform has ended, until the app is opened again", async () => {
    const { shop } = await openStore();
    expect((await shop.control("fail-next", { status: 401, count: 20 })).status).toBe(200);
    const { status, body } = await call(shop);
    expect([status, body.error.code]).toEqual([403, "access_lost"]);
    await shop.control("clear-faults");
    await shop.reinstall();
    expect((await call(shop)).status).toBe(200);
  });

  test("a call while the platform does not answer, and one that it refuses", async () => {
    const { shop, group } = await openStore();
    await shop.control("fail-next", { status: 503, count: 20 });
    const silent = await call(shop);
    expect([silent.status, silent.body.error.code]).toEqual([503, "not_answered"]);
    await shop.control("clear-faults");
    const set = await shop.control("refuse-next", {
      operation: "sellingPlanGroupAddProducts",
      code: "ERROR_ADDING_RESOURCE_TO_GROUP",
      message: "no",
    });
    expect(set.status).toBe(200);
    const refused = await offer(shop, group.id, true);
    expect([refused.status, refused.body.error.code]).toEqual([502, "refused"]);
  });
});

test("the preflight of the platform's origin needs no token, and allows the token and JSON", async () => {
  const answer = await fetch(`${testApp.url}/extensions/purchase-options`, {
    method: "OPTIONS",
    headers: {
      origin: ORIGIN,
      "access-control-request-method": "POST",
      "access-control-request-headers": "authorization,content-type",
    },
  });
  expect(answer.status).toBe(204);
  expect(answer.headers.get("access-control-allow-origin")).toBe("*");
  expect(answer.headers.get("access-control-allow-methods")).toContain("POST");
  expect(answer.headers.get("access-control-allow-headers")?.toLowerCase()).toBe(
    "authorization, content-type",
  );
  expect(answer.headers.get("access-control-allow-credentials")).toBeNull();
});
