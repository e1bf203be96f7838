import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { proxySignature } from "#devstore/storefront/app-proxy/sign-proxy-query.ts";
import { type PlatformShop, platformShop } from "../devstore/platform-shop.ts";
import { type AppServer, startAppServer } from "./app-server.ts";
import { customerWith, shopperOf, signIn } from "./shopper.ts";

let app: AppServer;
let shop: PlatformShop;

beforeAll(async () => {
  app = await startAppServer();
  shop = await platformShop({ seed: "small", app_url: app.url });
});

afterAll(() => app.close());

beforeEach(() => app.answerWith({}));

/** What the platform's own SDK says of the last request that reached the app. */
function verified(): Promise<boolean> {
  return shop.sdk.utils.validateHmac(app.last().query, { signator: "appProxy" });
}

/** Whether the last request that reached the app was signed between that instant of the machine's clock and now. */
function isSignedSince(began: number): boolean {
  const second = Number(app.last().query.get("timestamp"));
  return Math.floor(began / 1000) <= second && second * 1000 <= Date.now();
}

describe("the signature", () => {
  test("verifies with the platform's SDK", async () => {
    await shopperOf(shop).get("/apps/service-api/v1/loyalty/rules?type=social&status=1");
    expect(app.last().path).toBe("/proxy/v1/loyalty/rules");
    expect(await verified()).toBe(true);
  });

  test("verifies with values which a query has to encode, repeat or leave empty", async () => {
    await shopperOf(shop).get("/apps/service-api/v1/x?a=1&a=2&b=%26%3D%20%C3%BC&c=&d=a+b");
    expect([...app.last().query.getAll("a")]).toEqual(["1", "2"]);
    expect(app.last().query.get("b")).toBe("&= ü");
    expect(await verified()).toBe(true);
  });

  test("is broken by any change on the way", async () => {
    await shopperOf(shop).get("/apps/service-api/v1/x?a=1");
    app.last().query.set("a", "2");
    expect(await verified()).toBe(false);
  });

  test("of the request in the platform's documents is the one in the documents", () => {
    const query = new URLSearchParams({
      shop: "shop-name.myshopify.com",
      logged_in_customer_id: "1",
      path_prefix: "/apps/awesome_reviews",
      timestamp: "1317327555",
    });
    query.append("extra", "1");
    query.append("extra", "2");
    expect(proxySignature(query, "hush")).toBe(
      "4c68c8624d737112c91818c11017d24d334b524cb5c2b8ba08daa056f7395ddb",
    );
  });
});

describe("what the app receives", () => {
  test("the shop, the prefix, machine time, and that nobody is signed in", async () => {
    const began = Date.now();
    await shopperOf(shop).get("/apps/service-api/v1/x");
    const { query } = app.last();
    expect(query.get("shop")).toBe(shop.domain);
    expect(query.get("path_prefix")).toBe("/apps/service-api");
    expect(query.get("logged_in_customer_id")).toBe("");
    expect(isSignedSince(began)).toBe(true);
  });

  test("machine time also when the shop's clock was moved", async () => {
    const moved = await platformShop({ seed: "empty", app_url: app.url });
    app.answerWith({ body: '{"next_due_at":null,"ran":0}' });
    await moved.control("clock", { advance: "P30D" });
    const began = Date.now();
    await shopperOf(moved).get("/apps/service-api/v1/x");
    expect(isSignedSince(began)).toBe(true);
  });

  test("which customer is signed in", async () => {
    const shopper = shopperOf(shop);
    const { cid } = await customerWith(shop, "active");
    await signIn(shopper, cid);
    await shopper.get("/apps/service-api/v1/x");
    expect(app.last().query.getAll("logged_in_customer_id")).toEqual([String(cid)]);
    expect(await verified()).toBe(true);
  });

  test.each([
    "shop=evil.myshopify.com",
    "logged_in_customer_id=1",
    "logged_in_customer_id=1&logged_in_customer_id=2",
    "LOGGED_IN_CUSTOMER_ID=1",
    "timestamp=1&signature=00&path_prefix=/x&hmac=1",
  ])("nothing that a shopper claims by %s", async (claims) => {
    await shopperOf(shop).get(`/apps/service-api/v1/x?${claims}&mine=1`);
    const { query } = app.last();
    expect(query.getAll("shop")).toEqual([shop.domain]);
    expect(query.getAll("logged_in_customer_id")).toEqual([""]);
    expect(query.getAll("timestamp")).toHaveLength(1);
    expect(query.getAll("signature")).toHaveLength(1);
    expect([...query.keys()].sort()).toEqual(
      ["logged_in_customer_id", "mine", "path_prefix", "shop", "signature", "timestamp"].sort(),
    );
    expect(await verified()).toBe(true);
  });

  test("method, body and content type as they are, and no cookie", async () => {
    const shopper = shopperOf(shop);
    await signIn(shopper, (await customerWith(shop, "active")).cid);
    await shopper.send("/apps/service-api/v1/x", {
      method: "PATCH",
      body: '{"ü":1}',
      headers: { "content-type": "application/json" },
    });
    expect(app.last()).toMatchObject({ method: "PATCH", body: '{"ü":1}' });
    expect(app.last().headers["content-type"]).toBe("application/json");
    expect(app.last().headers.cookie).toBeUndefined();
  });

  test("the same path from a page in another language", async () => {
    await shopperOf(shop).get("/de/apps/service-api/v1/x?a=1");
    expect(app.last().path).toBe("/proxy/v1/x");
    expect(app.last().query.get("path_prefix")).toBe("/apps/service-api");
    expect(await verified()).toBe(true);
  });
});

describe("where the proxy is", () => {
  test("nowhere for an app that was not granted write_app_proxy", async () => {
    const withheld = await platformShop({ seed: "empty", app_url: app.url });
    const before = app.received.length;
    await withheld.control("scopes", { withhold: ["write_app_proxy"] });
    expect((await shopperOf(withheld).get("/apps/service-api/v1/x")).status).toBe(404);
    await withheld.control("scopes", { withhold: [] });
    expect((await shopperOf(withheld).get("/apps/service-api/v1/x")).status).toBe(200);
    const paths = app.received.slice(before).map(({ path }) => path);
    expect(paths.filter((path) => path === "/proxy/v1/x")).toHaveLength(1);
  });

  test("at the address that the merchant has chosen, and no longer at the former one", async () => {
    const moved = await platformShop({ seed: "empty", app_url: app.url });
    const answer = await moved.control("app-proxy", { prefix: "tools", subpath: "club_1" });
    expect(answer.body).toEqual({ path: "/tools/club_1" });
    expect((await shopperOf(moved).get("/apps/service-api/v1/x")).status).toBe(404);
    expect((await shopperOf(moved).get("/tools/club_1/v1/y?a=1")).status).toBe(200);
    expect(app.last().path).toBe("/proxy/v1/y");
    expect(app.last().query.get("path_prefix")).toBe("/tools/club_1");
    expect(await verified()).toBe(true);
  });

  test("only at an address that the platform allows", async () => {
    const fixed = await platformShop({ seed: "empty", app_url: app.url });
    expect((await fixed.control("app-proxy", { prefix: "pages", subpath: "a" })).status).toBe(422);
    expect((await fixed.control("app-proxy", { prefix: "apps", subpath: "a/b" })).status).toBe(422);
  });

  test("the app is told the shopper's address, and not the one that a header claims", async () => {
    await shopperOf(shop).get("/apps/service-api/v1/x", { "x-forwarded-for": "203.0.113.9" });
    expect(app.last().headers["x-forwarded-for"]).toMatch(/127\.0\.0\.1|::1/);
  });
});

describe("what the shopper gets", () => {
  test("the app's status, body and headers, but none of its cookies", async () => {
    app.answerWith({
      status: 422,
      body: '{"message":"no"}',
      headers: { "set-cookie": "spy=1", "x-app": "yes", "cache-control": "no-store" },
    });
    const answer = await shopperOf(shop).get("/apps/service-api/v1/x");
    expect(answer.status).toBe(422);
    expect(answer.text).toBe('{"message":"no"}');
    expect(answer.headers.get("x-app")).toBe("yes");
    expect(answer.headers.get("cache-control")).toBe("no-store");
    expect(answer.headers.get("set-cookie")).toBeNull();
  });

  test("a redirect of the app, not followed", async () => {
    app.answerWith({ status: 302, headers: { location: "/pages/membership" } });
    const answer = await shopperOf(shop).get("/apps/service-api/v1/x");
    expect(answer.status).toBe(302);
    expect(answer.headers.get("location")).toBe("/pages/membership");
  });

  test("Liquid of the app as a page of the theme", async () => {
    app.answerWith({
      headers: { "content-type": "application/liquid" },
      body: "<h1>{{ shop.name | upcase }} {{ 1500 | money }}</h1>",
    });
    const answer = await shopperOf(shop).get("/apps/service-api/v1/x");
    expect(answer.headers.get("content-type")).toContain("text/html");
    expect(answer.text).toContain("site-header");
    expect(answer.text).toMatch(/<h1>[A-Z0-9 ]+ €15.00<\/h1>/);
  });

  test("Liquid that wants no layout alone", async () => {
    app.answerWith({
      headers: { "content-type": "application/liquid" },
      body: "{% layout none %}<b>{{ 1 | plus: 1 }}</b>",
    });
    expect((await shopperOf(shop).get("/apps/service-api/v1/x")).text).toBe("<b>2</b>");
  });

  test("an error page of the platform when the app cannot be reached", async () => {
    const gone = await platformShop({ seed: "empty", app_url: "http://127.0.0.1:9" });
    const answer = await shopperOf(gone).get("/apps/service-api/v1/x");
    expect(answer.status).toBe(502);
    expect(answer.text).toContain("There was an error in the third-party application.");
  });

  test("404 from a shop that does not have the app", async () => {
    const left = await platformShop({ seed: "empty", app_url: app.url });
    await left.control("uninstall");
    const before = app.received.length;
    const answer = await shopperOf(left).get("/apps/service-api/v1/x");
    expect(answer.status).toBe(404);
    expect(app.received.slice(before).map(({ path }) => path)).not.toContain("/proxy/v1/x");
  });
});
