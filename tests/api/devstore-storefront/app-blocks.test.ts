import { beforeAll, describe, expect, inject, test } from "vitest";
import { gid, type PlatformShop, platformShop } from "../devstore/platform-shop.ts";
import { customerWith, shopperOf, signIn } from "./shopper.ts";

let shop: PlatformShop;

beforeAll(async () => {
  shop = await platformShop({ seed: "small" });
});

const blockElement = /<div id="shopify-block-[^"]+" class="shopify-block shopify-app-block">/;

async function tellMembership(cid: number, planName: string): Promise<void> {
  const value = {
    scid: 5001,
    contracts: [
      {
        contract_id: 5001,
        kind: "membership",
        status: "active",
        plan_name: planName,
        price_minor: 1500,
        currency: "EUR",
        interval_name: "month",
        interval_count: 1,
        next_billing_date: "2031-12-04",
        paused_until: null,
        ends_on: null,
        active_offer: null,
      },
    ],
  };
  await shop.data(
    `mutation($m: [MetafieldsSetInput!]!) { metafieldsSet(metafields: $m) { userErrors { message } } }`,
    {
      m: [
        {
          ownerId: gid("Customer", cid),
          namespace: "$app",
          key: "customer_subscription1",
          type: "json",
          value: JSON.stringify(value),
        },
      ],
    },
  );
}

describe("the app's blocks", () => {
  test.each(["/pages/membership", "/de/pages/membership"])("stand on %s", async (path) => {
    const { text } = await shopperOf(shop).get(path);
    expect(text).toMatch(blockElement);
    expect(text).not.toContain("Translation missing");
    expect(text).not.toContain("Liquid error");
  });

  test("show the signed-in customer what the app wrote about that customer alone", async () => {
    const mine = await customerWith(shop, "active");
    const other = await customerWith(shop, "paused");
    await tellMembership(mine.cid, "Club of <Anna>");
    await tellMembership(other.cid, "Club of somebody else");
    const shopper = shopperOf(shop);
    await signIn(shopper, mine.cid);
    const { text } = await shopper.get("/pages/membership");
    expect(text).toContain("Club of &lt;Anna&gt;");
    expect(text).not.toContain("somebody else");
    expect(text).toContain("December 4, 2031");
    expect((await shopper.get("/de/pages/membership")).text).toContain("4. Dezember 2031");
  });

  test("are gone with the app, and the page says what it can without them", async () => {
    const leaving = await platformShop({ seed: "empty" });
    await leaving.control("uninstall");
    const { status, text } = await shopperOf(leaving).get("/pages/membership");
    expect(status).toBe(200);
    expect(text).not.toMatch(blockElement);
    expect(text).toContain("Sign in to see your membership.");
  });
});

describe("the blocks' assets", () => {
  async function assetPath(kind: "css" | "js"): Promise<string> {
    const { text } = await shopperOf(shop).get("/pages/membership");
    const path = new RegExp(`"http[^"]*(/cdn/extensions/[^"]+\\.${kind})"`).exec(text)?.[1];
    if (path === undefined) throw new Error(`the page asks for no ${kind} of the extension`);
    return path;
  }

  test.each([
    ["css", "text/css; charset=utf-8"],
    ["js", "text/javascript; charset=utf-8"],
  ] as const)("the %s is kept for a year, compressed", async (kind, type) => {
    const path = await assetPath(kind);
    const answer = await fetchRaw(path, { "accept-encoding": "gzip, br" });
    expect(answer.headers.get("cache-control")).toBe("public, max-age=31536000, immutable");
    expect(answer.headers.get("content-type")).toBe(type);
    expect(answer.headers.get("content-encoding")).toBe("br");
    const plain = await fetchRaw(path, { "accept-encoding": "identity" });
    expect(plain.headers.get("content-encoding")).toBeNull();
    expect((await answer.text()).length).toBe((await plain.text()).length);
  });

  test("a browser that has one gets 304", async () => {
    const path = await assetPath("js");
    const first = await shopperOf(shop).get(path);
    const etag = first.headers.get("etag") ?? "";
    expect((await shopperOf(shop).get(path, { "if-none-match": etag })).status).toBe(304);
  });

  test.each([
    ["of another version", (path: string) => path.replace(/extensions\/[^/]+/, "extensions/0")],
    [
      "outside of the folder",
      (path: string) => path.replace(/[^/]+$/, "..%2Fshopify.extension.toml"),
    ],
    ["of no such name", (path: string) => path.replace(/[^/]+$/, "nothing.js")],
  ])("an address %s is answered 404", async (_, change) => {
    expect((await shopperOf(shop).get(change(await assetPath("js")))).status).toBe(404);
  });
});

async function fetchRaw(path: string, headers: Record<string, string>): Promise<Response> {
  return fetch(`${inject("devstoreUrl")}${path}`, { headers });
}
