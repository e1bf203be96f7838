import { describe, expect, inject, test } from "vitest";
import { type PlatformShop, platformShop } from "../devstore/platform-shop.ts";
import { customerWith, shopperOf, signIn } from "./shopper.ts";

const json = { accept: "application/json", "content-type": "application/json" };

async function editTheme(shop: PlatformShop, change: unknown) {
  const response = await fetch(`${inject("devstoreUrl")}/__dev/theme`, {
    method: "POST",
    headers: { ...json, "x-forwarded-host": shop.domain },
    body: JSON.stringify(change),
  });
  return { status: response.status, body: await response.json() };
}

describe("customer accounts", () => {
  test("are new ones at first: the account is no template of the theme, and has no block of an app", async () => {
    const shop = await platformShop({ seed: "small" });
    const shopper = shopperOf(shop);
    await signIn(shopper, (await customerWith(shop, "active")).cid);
    for (const path of ["/account", "/account/login"]) {
      const { status, text } = await shopper.get(path);
      expect(status).toBe(200);
      expect(text).not.toContain("site-header");
      expect(text).not.toContain("shopify-block");
    }
    const templates = (await editTheme(shop, {})).body.blocks.map(
      ({ template }: { template: string }) => template,
    );
    expect(new Set(templates)).toEqual(new Set(["page.membership", "cart"]));
    expect((await shopper.get("/pages/membership")).text).toContain("<perennial-store-credit");
    const { shop: told } = await shop.data(
      "{ shop { customerAccountsV2 { customerAccountsVersion } } }",
    );
    expect(told.customerAccountsV2.customerAccountsVersion).toBe("NEW_CUSTOMER_ACCOUNTS");
  });

  test("can be legacy ones: the theme's account page has the blocks, and the credit is there", async () => {
    const shop = await platformShop({ seed: "small" });
    expect((await shop.control("customer-accounts", { version: "legacy" })).status).toBe(200);
    const shopper = shopperOf(shop);
    await signIn(shopper, (await customerWith(shop, "active")).cid);
    const { text } = await shopper.get("/account");
    expect(text).toContain("site-header");
    expect(text).toContain("<perennial-store-credit");
    expect((await shopper.get("/pages/membership")).text).not.toContain("<perennial-store-credit");
    const { shop: told } = await shop.data(
      "{ shop { customerAccountsV2 { customerAccountsVersion } } }",
    );
    expect(told.customerAccountsV2.customerAccountsVersion).toBe("CLASSIC");
    expect((await shop.control("customer-accounts", { version: "older" })).status).toBe(422);
  });
});

describe("the cart drawer", () => {
  test("is on every page but the cart's, and no block of an app is in it", async () => {
    const shop = await platformShop({ seed: "small" });
    const shopper = shopperOf(shop);
    await shopper.post("/cart/add", { id: await plantOf(shop), quantity: "1" });
    const drawer = /<cart-drawer[\s\S]*<\/cart-drawer>/;
    const home = drawer.exec((await shopper.get("/")).text)?.[0] ?? "";
    expect(home).toContain("cart__ctas");
    expect(home).not.toContain("shopify-block");
    const cart = (await shopper.get("/cart")).text;
    expect(cart).not.toMatch(drawer);
    expect(cart).toContain("shopify-block");
  });

  test("is drawn again with each change of the cart, in the page's language, and leads back to that page", async () => {
    const shop = await platformShop({ seed: "small" });
    const shopper = shopperOf(shop);
    const change = async (path: string, fields: Record<string, string>) =>
      JSON.parse(
        (
          await shopper.send(path, {
            method: "POST",
            headers: { referer: `http://${shop.domain}/de/products/monstera` },
            body: new URLSearchParams({ ...fields, sections: "cart-drawer" }),
          })
        ).text,
      );
    const added = await change("/de/cart/add.js", { id: await plantOf(shop), quantity: "2" });
    expect(added.item_count).toBe(2);
    expect(added.sections["cart-drawer"]).toMatch(/2 × <bdi>39,00\s€<\/bdi>/);
    expect(added.sections["cart-drawer"]).toContain("return_to=%2Fde%2Fproducts%2Fmonstera");
    const removed = await change("/de/cart/change.js", { line: "1" });
    expect(removed.item_count).toBe(0);
    expect(removed.sections["cart-drawer"]).not.toContain("cart__ctas");
    const unknown = await shopper.post("/cart/add.js", { id: "1" });
    expect(unknown.status).toBe(422);
  });

  test("can be a cart page alone", async () => {
    const shop = await platformShop({ seed: "small" });
    await editTheme(shop, { look: { cart: "page" } });
    const { text } = await shopperOf(shop).get("/");
    expect(text).not.toContain("cart-drawer");
  });
});

describe("the theme's look", () => {
  test("is chosen in the editor, by form and by program, and kept when a block changes", async () => {
    const shop = await platformShop();
    const shopper = shopperOf(shop);
    expect((await editTheme(shop, {})).body.look).toEqual({
      design: "dawn-like",
      scheme: "light",
      direction: "ltr",
      cart: "drawer",
    });
    await editTheme(shop, { look: { design: "horizon-like" } });
    const form = {
      look: "1",
      design: "horizon-like",
      scheme: "dark",
      direction: "rtl",
      cart: "page",
    };
    expect((await shopper.post("/__dev/theme", form)).status).toBe(303);
    await editTheme(shop, { embeds: [{ handle: "cart-credit", enabled: true }] });
    const { text } = await shopper.get("/");
    expect(text).toContain('dir="rtl"');
    expect(text).toContain("/theme-horizon-like.css");
    expect(text).toContain("--color-background:rgb(21 24 28)");
    expect((await shopper.get("/__dev/theme")).text).toContain('value="horizon-like" selected');
    expect((await editTheme(shop, { look: { scheme: "loud" } })).status).toBe(422);
  });

  test("a color of a block is a color", async () => {
    const shop = await platformShop();
    const blocks = (text_color: string) => [
      { id: "membership__page_membership", settings: { text_color } },
    ];
    expect((await editTheme(shop, { blocks: blocks("#1a2b3c") })).status).toBe(200);
    expect((await editTheme(shop, { blocks: blocks("") })).status).toBe(200);
    expect((await editTheme(shop, { blocks: blocks("red}body{display:none") })).status).toBe(422);
  });
});

async function plantOf(shop: PlatformShop): Promise<string> {
  const { products } = (await shop.look("state")).body;
  const plant = products.find(({ title }: { title: string }) => title === "Monstera deliciosa");
  return String(plant.variant_ids[0]);
}
