import { beforeAll, describe, expect, test } from "vitest";
import { type PlatformShop, platformShop } from "../devstore/platform-shop.ts";
import { customerWith, type Seen, shopperOf } from "./shopper.ts";

const appUrl = "http://app.localhost:9";
let shop: PlatformShop;

beforeAll(async () => {
  shop = await platformShop({ seed: "small", app_url: appUrl });
});

function frameAddress(page: Seen): URL {
  const src = /<iframe[^>]* src="([^"]+)"/.exec(page.text)?.[1];
  if (src === undefined) throw new Error("the page has no frame");
  return new URL(src.replaceAll("&amp;", "&"));
}

describe("the frame around the app", () => {
  test("loads the app with a session token that the platform's SDK accepts", async () => {
    const address = frameAddress(await shopperOf(shop).get("/admin/apps/perennial"));
    expect(address.origin).toBe(appUrl);
    expect(address.pathname).toBe("/app");
    const token = await shop.sdk.session.decodeSessionToken(
      address.searchParams.get("id_token") ?? "",
    );
    expect(token).toMatchObject({
      iss: `https://${shop.domain}/admin`,
      dest: `https://${shop.domain}`,
      sub: expect.stringMatching(/^\d+$/),
    });
    expect(token.exp - token.nbf).toBe(60);
  });

  test("signs its address so that the platform's SDK accepts it", async () => {
    const { searchParams } = frameAddress(await shopperOf(shop).get("/admin/apps/perennial"));
    expect(searchParams.get("embedded")).toBe("1");
    expect(searchParams.get("shop")).toBe(shop.domain);
    expect(shop.sdk.utils.sanitizeHost(searchParams.get("host") ?? "")).not.toBeNull();
    expect(await shop.sdk.utils.validateHmac(Object.fromEntries(searchParams))).toBe(true);
  });

  test.each([
    ["/admin/apps/perennial/app/churn/reasons?filter=active", "/app/churn/reasons"],
    ["/admin/apps/perennial/churn/reasons?filter=active", "/app/churn/reasons"],
  ])("%s opens that page of the app", async (path, appPath) => {
    const address = frameAddress(await shopperOf(shop).get(path));
    expect(address.pathname).toBe(appPath);
    expect(address.searchParams.get("filter")).toBe("active");
    expect(await shop.sdk.utils.validateHmac(Object.fromEntries(address.searchParams))).toBe(true);
  });

  test("opens the app as the staff member who was chosen at its top, in their language", async () => {
    const shopper = shopperOf(shop);
    const owner = await shopper.get("/admin/apps/perennial");
    expect(owner.text).toMatch(/aria-current="true">Mia Example/);
    expect(frameAddress(owner).searchParams.get("locale")).toBe("en");
    const chosen = await shopper.post("/admin/staff", { staff_id: "7000002" });
    expect(chosen.status).toBe(303);
    const page = await shopper.get("/admin/apps/perennial");
    expect(page.text).toMatch(/aria-current="true">Jonas Beispiel/);
    const { searchParams } = frameAddress(page);
    expect(searchParams.get("locale")).toBe("de");
    const token = await shop.sdk.session.decodeSessionToken(searchParams.get("id_token") ?? "");
    expect(token.sub).toBe("7000002");
  });

  test("is never cached and stands in no frame itself", async () => {
    const page = await shopperOf(shop).get("/admin/apps/perennial");
    expect(page.headers.get("cache-control")).toBe("no-store");
    expect(page.headers.get("content-security-policy")).toBe("frame-ancestors 'none'");
  });

  test("a shop without the app is offered to install it", async () => {
    const left = await platformShop({ seed: "empty", app_url: "http://127.0.0.1:9" });
    await left.control("uninstall");
    const shopper = shopperOf(left);
    expect((await shopper.get("/admin/apps/perennial")).text).toContain("is not installed");
    const failed = await shopper.post("/admin/oauth/install", {});
    expect(failed.status).toBe(303);
    const back = await shopper.get(failed.headers.get("location") ?? "");
    expect(back.text).toContain("It could not be installed");
  });
});

describe("the stand-in for App Bridge", () => {
  test("is a script at the address that the app receives", async () => {
    const script = await shopperOf(shop).get("/__dev/app-bridge.js");
    expect(script.status).toBe(200);
    expect(script.headers.get("content-type")).toBe("text/javascript; charset=utf-8");
    expect(script.headers.get("cache-control")).toBe("no-cache");
  });

  test("a page of the app opened alone is opened in the admin, without what the frame adds", async () => {
    const path = `/app/offers?x=1&shop=${shop.domain}&host=a&id_token=b&hmac=c&embedded=1`;
    const query = new URLSearchParams({ shop: shop.domain, path });
    const answer = await shopperOf(shop).get(`/__dev/open-app?${query}`);
    expect(answer.status).toBe(303);
    expect(answer.headers.get("location")).toMatch(/\/admin\/apps\/perennial\/app\/offers\?x=1$/);
  });

  test.each(["//evil.example/x", "https://evil.example/x", "//evil["])(
    "it never leads to %s",
    async (path) => {
      const query = new URLSearchParams({ shop: shop.domain, path });
      const answer = await shopperOf(shop).get(`/__dev/open-app?${query}`);
      expect(answer.status).toBe(303);
      expect(answer.headers.get("location")).not.toContain("evil");
    },
  );
});

describe("the platform's own pages", () => {
  test.each(["orders", "products", "customers"])("%s are listed", async (section) => {
    const page = await shopperOf(shop).get(`/admin/${section}`);
    expect(page.status).toBe(200);
    expect(page.text).toContain(`href="/admin/${section}/`);
  });

  test("a customer is shown, another shop's is not", async () => {
    const { cid, name } = await customerWith(shop, "active");
    const page = await shopperOf(shop).get(`/admin/customers/${cid}`);
    expect(page.status).toBe(200);
    expect(page.text).toContain(name.replaceAll("'", "&#39;"));
    const empty = await platformShop({ seed: "empty" });
    expect((await shopperOf(empty).get(`/admin/customers/${cid}`)).status).toBe(404);
  });

  test("what the store does not have is answered 404 in the admin", async () => {
    const page = await shopperOf(shop).get("/admin/themes");
    expect(page.status).toBe(404);
    expect(page.text).toContain('id="side"');
  });
});
