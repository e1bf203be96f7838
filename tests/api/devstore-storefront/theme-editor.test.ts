import { describe, expect, inject, test } from "vitest";
import { type PlatformShop, platformShop } from "../devstore/platform-shop.ts";
import { shopperOf } from "./shopper.ts";

const json = { accept: "application/json", "content-type": "application/json" };

async function editTheme(shop: PlatformShop, change: unknown, method = "POST") {
  const response = await fetch(`${inject("devstoreUrl")}/__dev/theme`, {
    method,
    headers: { ...json, "x-forwarded-host": shop.domain },
    ...(method === "POST" ? { body: JSON.stringify(change) } : {}),
  });
  return { status: response.status, body: await response.json() };
}

/** The membership block, as the theme holds it. */
async function membershipBlock(shop: PlatformShop): Promise<{ id: string }> {
  const { blocks } = (await editTheme(shop, {})).body;
  return blocks.find(({ handle }: { handle: string }) => handle === "membership");
}

const flag = 'window.__sdrfMode = "b"';

describe("the theme editor", () => {
  test("an app embed is off until the merchant turns it on, and then stands in the head", async () => {
    const shop = await platformShop();
    const untouched = (await editTheme(shop, {})).body.embeds;
    expect(untouched).toEqual([
      { handle: "cancel-mode", enabled: false, settings: {} },
      { handle: "cart-credit", enabled: false, settings: {} },
      { handle: "points-to-earn", enabled: false, settings: {} },
      { handle: "referral-friend", enabled: false, settings: {} },
    ]);
    const embeds = [{ handle: "cancel-mode", enabled: true, settings: { mode: "b" } }];
    expect((await editTheme(shop, { embeds })).status).toBe(200);
    const { text } = await shopperOf(shop).get("/");
    expect(text.slice(0, text.indexOf("</head>"))).toContain(flag);
    await editTheme(shop, { embeds: [{ handle: "cancel-mode", enabled: false }] });
    expect((await shopperOf(shop).get("/")).text).not.toContain(flag);
  });

  test("a block's text is shown as the merchant wrote it, and its default when it is taken back", async () => {
    const shop = await platformShop();
    const block = await membershipBlock(shop);
    const settings = { heading: "Our <own> words" };
    await editTheme(shop, { blocks: [{ id: block.id, settings }] });
    expect((await shopperOf(shop).get("/pages/membership")).text).toContain(
      "Our &lt;own&gt; words",
    );
    await editTheme(shop, { blocks: [{ id: block.id, settings: { heading: null } }] });
    expect((await shopperOf(shop).get("/pages/membership")).text).not.toContain("own");
  });

  test("a block that is switched off is on no page, and taking everything back brings it again", async () => {
    const shop = await platformShop();
    const block = await membershipBlock(shop);
    await editTheme(shop, { blocks: [{ id: block.id, enabled: false }] });
    const element = `id="shopify-block-${block.id}"`;
    expect((await shopperOf(shop).get("/pages/membership")).text).not.toContain(element);
    await editTheme(shop, null, "DELETE");
    expect((await shopperOf(shop).get("/pages/membership")).text).toContain(element);
  });

  test.each([
    [{ blocks: [{ id: "nothing" }] }, 404],
    [{ embeds: [{ handle: "nothing" }] }, 404],
    [{ embeds: [{ handle: "cancel-mode", settings: { nothing: 1 } }] }, 422],
    [{ embeds: [{ handle: "cancel-mode", settings: { mode: "nonsense" } }] }, 422],
    [{ embeds: [{ handle: "cancel-mode", settings: { mode: true } }] }, 422],
    [{ surprise: 1 }, 422],
    [null, 422],
  ])("%j is refused", async (change, status) => {
    const shop = await platformShop();
    const before = (await editTheme(shop, {})).body;
    const answer = await editTheme(shop, change);
    expect(answer.status).toBe(status);
    expect((await editTheme(shop, {})).body).toEqual(before);
  });

  test("one shop's theme is no other's", async () => {
    const [mine, other] = [await platformShop(), await platformShop()];
    await editTheme(mine, {
      embeds: [{ handle: "cancel-mode", enabled: true, settings: { mode: "b" } }],
    });
    expect((await shopperOf(other).get("/")).text).not.toContain(flag);
  });

  test("its forms do the same without any script", async () => {
    const shop = await platformShop();
    const shopper = shopperOf(shop);
    const page = await shopper.get("/__dev/theme");
    expect(page.status).toBe(200);
    expect(page.headers.get("cache-control")).toBe("no-store");
    const form = { embed: "cancel-mode", enabled: "on", "setting:mode": "b" };
    expect((await shopper.post("/__dev/theme", form)).status).toBe(303);
    expect((await shopper.get("/")).text).toContain(flag);
    const bad = await shopper.post("/__dev/theme", { ...form, "setting:mode": "nonsense" });
    expect(bad.status).toBe(422);
    expect(bad.text).toContain("takes one of");
  });
});
