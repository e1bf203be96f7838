import { createHmac } from "node:crypto";
import { HttpResponseError, RequestedTokenType } from "@shopify/shopify-api";
import { beforeAll, describe, expect, inject, test } from "vitest";
import { type PlatformShop, platformShop, signIn } from "./platform-shop.ts";

let shop: PlatformShop;

beforeAll(async () => {
  shop = await platformShop();
});

const onlineToken = "urn:shopify:params:oauth:token-type:online-access-token";
const shopQuery = "{ shop { myshopifyDomain } }";

function forge(claims: Record<string, unknown>, secret = inject("shopifyApiSecret")): string {
  const now = Math.floor(Date.now() / 1000);
  const encode = (value: unknown) => Buffer.from(JSON.stringify(value)).toString("base64url");
  const all = {
    iss: `https://${shop.domain}/admin`,
    dest: `https://${shop.domain}`,
    aud: inject("shopifyApiKey"),
    sub: "1",
    exp: now + 60,
    nbf: now,
    iat: now,
    ...claims,
  };
  const signed = `${encode({ alg: "HS256", typ: "JWT" })}.${encode(all)}`;
  return `${signed}.${createHmac("sha256", secret).update(signed).digest("base64url")}`;
}

/** The token endpoint by plain HTTP, past the checks which the SDK makes before it asks. */
async function exchange(parameters: Record<string, string>) {
  const response = await fetch(`${inject("devstoreUrl")}/admin/oauth/access_token`, {
    method: "POST",
    headers: { "content-type": "application/json", "x-forwarded-host": shop.domain },
    body: JSON.stringify({
      client_id: inject("shopifyApiKey"),
      client_secret: inject("shopifyApiSecret"),
      grant_type: "urn:ietf:params:oauth:grant-type:token-exchange",
      subject_token_type: "urn:ietf:params:oauth:token-type:id_token",
      requested_token_type: "urn:shopify:params:oauth:token-type:offline-access-token",
      expiring: "1",
      ...parameters,
    }),
  });
  return { status: response.status, body: await response.json() };
}

describe("token exchange", () => {
  test("the SDK gets an expiring offline token with a refresh token, and it opens the Admin API", async () => {
    const { session } = shop;
    expect(session.isOnline).toBe(false);
    expect(session.expires?.getTime()).toBeGreaterThan(Date.now() + 50 * 60_000);
    expect(session.refreshToken).toMatch(/^shprt_/);
    expect(session.refreshTokenExpires?.getTime()).toBeGreaterThan(Date.now() + 80 * 86_400_000);
    const client = new shop.sdk.clients.Graphql({ session });
    const { data } = await client.request(shopQuery);
    expect(data.shop.myshopifyDomain).toBe(shop.domain);
  });

  test.each([
    [7000001, "Mia", "Example", "en", true],
    [7000002, "Jonas", "Beispiel", "de", false],
  ])(
    "an online token of staff member %i names %s %s, their language, and whether they own the account",
    async (staffId, first_name, last_name, locale, account_owner) => {
      const { body } = await shop.control("session-token", { staff_id: staffId });
      const { session } = await shop.sdk.auth.tokenExchange({
        shop: shop.domain,
        sessionToken: body.id_token,
        requestedTokenType: RequestedTokenType.OnlineAccessToken,
      });
      expect(session.isOnline).toBe(true);
      expect(session.onlineAccessInfo).toMatchObject({
        expires_in: expect.closeTo(86_400, -1),
        associated_user_scope: session.scope,
        associated_user: {
          id: staffId,
          first_name,
          last_name,
          email: expect.stringContaining("@"),
          email_verified: true,
          account_owner,
          locale,
          collaborator: false,
        },
      });
    },
  );

  test("an online token has no refresh token, also when one is asked for", async () => {
    const { body } = await exchange({
      subject_token: forge({ sub: "7000001" }),
      requested_token_type: onlineToken,
    });
    expect(Object.keys(body).sort()).toEqual([
      "access_token",
      "associated_user",
      "associated_user_scope",
      "expires_in",
      "scope",
    ]);
  });

  test("a session token of nobody on the staff is refused an online token", async () => {
    const { status, body } = await exchange({
      subject_token: forge({ sub: "12345" }),
      requested_token_type: onlineToken,
    });
    expect(status).toBe(400);
    expect(body.error).toBe("invalid_subject_token");
  });

  test("an offline token that never expires is the same each time", async () => {
    const first = await exchange({ subject_token: forge({}), expiring: "0" });
    const second = await exchange({ subject_token: forge({}), expiring: "0" });
    expect(first.body.expires_in).toBeUndefined();
    expect(second.body.access_token).toBe(first.body.access_token);
  });

  test("the grant is what shopify.app.toml asks for, a write scope standing for its read scope", async () => {
    const { body } = await exchange({ subject_token: forge({}) });
    const scopes = body.scope.split(",");
    expect(scopes).toContain("write_own_subscription_contracts");
    expect(scopes).not.toContain("read_own_subscription_contracts");
    expect(scopes).toContain("read_customer_payment_methods");
  });

  test.each([
    ["signed with another secret", () => forge({}, "another secret")],
    ["for another app", () => forge({ aud: "another-app" })],
    ["for another shop", () => forge({ dest: "https://other.myshopify.com" })],
    ["expired", () => forge({ exp: Math.floor(Date.now() / 1000) - 60 })],
    ["not valid yet", () => forge({ nbf: Math.floor(Date.now() / 1000) + 60 })],
    ["no token at all", () => "nonsense"],
  ])("a session token that is %s is refused", async (_what, token) => {
    const { status, body } = await exchange({ subject_token: token() });
    expect(status).toBe(400);
    expect(body.error).toBe("invalid_subject_token");
  });

  test("a wrong client secret is refused", async () => {
    const { status, body } = await exchange({ subject_token: forge({}), client_secret: "wrong" });
    expect(status).toBe(400);
    expect(body.error).toBe("invalid_client");
  });
});

describe("refreshing", () => {
  test("a used refresh token can be tried again until the next one is used, and not after", async () => {
    const own = await platformShop();
    const refresh = async (refreshToken = "") =>
      (await own.sdk.auth.refreshToken({ shop: own.domain, refreshToken })).session;
    const first = own.session.refreshToken;
    await refresh(first);
    const second = await refresh(first);
    expect(second.refreshToken).not.toBe(first);
    expect((await own.admin(shopQuery, {}, second.accessToken)).status).toBe(200);
    expect((await refresh(first)).refreshToken).not.toBe(second.refreshToken);
    const third = await refresh(second.refreshToken);
    expect((await own.admin(shopQuery, {}, third.accessToken)).status).toBe(200);
    await expect(refresh(first)).rejects.toBeInstanceOf(HttpResponseError);
    expect((await refresh(second.refreshToken)).accessToken).not.toBe(third.accessToken);
  });

  test("an expired access token is 401 to the SDK, and a refreshed one works", async () => {
    const own = await platformShop();
    await own.control("expire-tokens");
    const client = new own.sdk.clients.Graphql({ session: own.session });
    await expect(client.request(shopQuery)).rejects.toMatchObject({ response: { code: 401 } });
    const { session } = await own.sdk.auth.refreshToken({
      shop: own.domain,
      refreshToken: own.session.refreshToken ?? "",
    });
    const refreshed = new own.sdk.clients.Graphql({ session });
    expect((await refreshed.request(shopQuery)).data.shop.myshopifyDomain).toBe(own.domain);
  });
});

describe("removal of the app", () => {
  test("tokens stop working, the app's metafields go, and a later visit installs it again", async () => {
    const own = await platformShop();
    const set = `mutation($m: [MetafieldsSetInput!]!) {
      metafieldsSet(metafields: $m) { userErrors { message } }
    }`;
    const { body: customer } = await own.control("customers");
    const ownerId = `gid://shopify/Customer/${customer.cid}`;
    await own.data(set, { m: [{ ownerId, key: "note", type: "json", value: "{}" }] });
    expect((await own.control("uninstall")).body.installed).toBe(false);
    expect((await own.admin(shopQuery)).status).toBe(401);
    expect((await own.look("state")).body.app.installed).toBe(false);

    const { body } = await own.control("session-token");
    own.session = await signIn(own.sdk, own.domain, body.id_token);
    const read = `query($id: ID!) { customer(id: $id) { metafields(first: 5) { nodes { key } } } }`;
    expect((await own.data(read, { id: ownerId })).customer.metafields.nodes).toEqual([]);
  });

  test("one shop's token opens no other shop", async () => {
    const other = await platformShop();
    expect((await other.admin(shopQuery, {}, shop.session.accessToken)).status).toBe(401);
  });
});
