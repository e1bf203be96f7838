import type { Browser, Page } from "@playwright/test";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { readVitals, watchVitals } from "#tests/bench/page-vitals.ts";
import { says } from "#tests/browser/story/member.ts";
import { tabTo } from "#tests/browser/themes/theme-member.ts";
import { launchBrowser, takeScreenshot } from "#tests/support/browser.ts";
import { expectPage } from "#tests/support/expect-page.ts";
import { makeRule } from "#tests/support/loyalty.ts";
import { startTestApp, type TestApp } from "#tests/support/test-app.ts";
import type { TestShop } from "#tests/support/test-shop.ts";
import { becomeLoyal, couponsOf, type LoyalShopper, textOfServer } from "./loyal-shopper.ts";

let browser: Browser;
let testApp: TestApp;
let shop: TestShop;

beforeAll(async () => {
  testApp = await startTestApp();
  browser = await launchBrowser();
});
afterAll(async () => {
  await browser.close();
  await testApp.close();
});
beforeEach(async () => {
  shop = await testApp.createShop({ seed: "goods", currency: "EUR" });
});

const endpoint = /\/coupons$/;
const path = "/pages/membership";

/** Every order of 119.00 or more gives a coupon. */
const rewardWith = (reward: object, name = "Big order") =>
  makeRule(shop, { type: "goal_spend", name, settings: { goal_amount: 100 }, reward });
const tenPercent = { reward_type: "discount", discount_type: "percentage", discount_amount: 10 };

async function visit({ page, url }: Pick<LoyalShopper, "page" | "url">, at = path) {
  const asked = page.waitForResponse(endpoint);
  await page.goto(url + at);
  await (await asked).finished();
}

const codeOf = async (page: Page) =>
  (await couponsOf(page).locator("[data-state=open]").first().getAttribute("data-code")) ?? "";

/** Puts a plant for 39.00 into the cart, as the theme's form does. */
async function fillCart({ page, url }: LoyalShopper): Promise<void> {
  await page.goto(`${url}/products/monstera`);
  await page.getByRole("button", { name: "Add to cart", exact: true }).click();
  await expectPage(page.getByRole("dialog", { name: "Your cart", exact: true })).toBeVisible();
}

describe("a coupon", () => {
  test("is found, copied, brought into the cart by the keyboard alone, and counts at the checkout", async () => {
    await rewardWith({ ...tenPercent, minimum_amount: 20, expires_in_days: 30 });
    const shopper = await becomeLoyal(browser, shop, {
      permissions: ["clipboard-read", "clipboard-write"],
    });
    const { page, url, order } = shopper;
    await order("119.00");
    await fillCart(shopper);
    await visit(shopper);
    const coupon = couponsOf(page).locator("[data-state=open]");
    await says(coupon, "10% off on orders of €20.00 or more");
    await says(coupon, /Use it by \w+ \d+, 20\d\d/);
    await takeScreenshot(page, "loyalty-coupon-desktop", true);
    const code = await codeOf(page);
    await tabTo(page, "Copy code");
    await page.keyboard.press("Enter");
    await says(couponsOf(page).getByRole("status").first(), "The code is copied.");
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(code);
    await page.keyboard.press("Tab");
    await page.keyboard.press("Enter");
    await says(couponsOf(page), "It is in your cart and counts at the checkout.");
    await page.goto(`${url}/checkout`);
    await says(page.getByRole("main"), `Discount code ${code}`);
  });

  test("keeps the codes that the cart has already", async () => {
    await rewardWith(tenPercent);
    const shopper = await becomeLoyal(browser, shop);
    const { page, url, order } = shopper;
    await order("119.00");
    await page.goto(`${url}/discount/FREESHIP`);
    await fillCart(shopper);
    await visit(shopper);
    await couponsOf(page)
      .getByRole("link", { name: /^Use in cart\b/ })
      .click();
    await says(couponsOf(page), "It is in your cart and counts at the checkout.");
    const cart = await page.evaluate(() => fetch("/cart.js").then((answer) => answer.json()));
    expect(cart.discount_codes).toEqual([
      { code: "FREESHIP", applicable: true },
      { code: await codeOf(page), applicable: true },
    ]);
  });

  test("that the cart is too small for says that it does not count yet", async () => {
    await rewardWith({ ...tenPercent, minimum_amount: 500 });
    const shopper = await becomeLoyal(browser, shop);
    await shopper.order("119.00");
    await fillCart(shopper);
    await visit(shopper);
    await couponsOf(shopper.page)
      .getByRole("link", { name: /^Use in cart\b/ })
      .click();
    await says(couponsOf(shopper.page).getByRole("alert"), "but doesn't count yet.");
  });

  test("is brought into the cart by its link without any script", async () => {
    await rewardWith(tenPercent);
    const shopper = await becomeLoyal(browser, shop);
    await shopper.order("119.00");
    await fillCart(shopper);
    await visit(shopper);
    const { page, url } = shopper;
    const code = await codeOf(page);
    const href = await couponsOf(page)
      .getByRole("link", { name: /^Use in cart\b/ })
      .getAttribute("href");
    await page.goto(url + href);
    await expectPage(page).toHaveURL(/\/cart$/);
    const cart = await page.evaluate(() => fetch("/cart.js").then((answer) => answer.json()));
    expect(cart.discount_codes).toEqual([{ code, applicable: true }]);
  });

  test("that cannot be copied is selected, and when the cart does not answer nothing has changed", async () => {
    await rewardWith(tenPercent);
    const expectedErrors = [/Failed to load resource/];
    const shopper = await becomeLoyal(browser, shop, { expectedErrors });
    const { page } = shopper;
    await shopper.order("119.00");
    await page.addInitScript(() => {
      Object.defineProperty(navigator, "clipboard", { value: undefined });
    });
    await visit(shopper);
    await couponsOf(page)
      .getByRole("button", { name: /^Copy code\b/ })
      .click();
    await says(couponsOf(page).getByRole("alert"), "It is selected: copy it yourself.");
    expect(await page.evaluate(() => getSelection()?.toString())).toBe(await codeOf(page));
    await page.route(/\/cart\.js/, (route) => route.abort());
    await couponsOf(page)
      .getByRole("link", { name: /^Use in cart\b/ })
      .click();
    await says(couponsOf(page).getByRole("alert"), "Nothing has changed. Try again.");
  });
});

describe("the list", () => {
  test("shows those that were used, taken back or are over apart from those that can be used", async () => {
    await rewardWith({ reward_type: "free_shipping", expires_in_days: 10 });
    const shopper = await becomeLoyal(browser, shop);
    const { page, cid, order } = shopper;
    const refunded = await order("119.00");
    await order("120.00");
    await visit(shopper);
    const code = await codeOf(page);
    await shop.control("orders", {
      cid,
      lines: [{ variant_id: 7502, quantity: 1 }],
      discount_codes: [code],
    });
    await shop.quiet();
    await shop.control(`orders/${refunded}/refund`, {});
    await shop.quiet();
    await order("121.00");
    await visit(shopper);
    await expectPage(couponsOf(page).locator("[data-state=open]")).toHaveCount(1);
    await couponsOf(page).getByText("Used and expired", { exact: true }).click();
    await says(couponsOf(page).locator("[data-state=used]"), "Used");
    await says(
      couponsOf(page).locator("[data-state=taken_back]"),
      "Removed because its order was refunded or canceled",
    );
    await shop.control("clock", { advance: "P11D" });
    expect(await textOfServer(page, path)).toContain("Expired");
    await visit(shopper);
    await says(couponsOf(page), "No rewards at the moment");
    await couponsOf(page).getByText("Used and expired", { exact: true }).click();
    await expectPage(couponsOf(page).locator("[data-state=expired]")).toHaveCount(1);
    await takeScreenshot(page, "loyalty-coupons-past-desktop", true);
  });

  test("stays where it is while the page loads and hears that nothing has changed", async () => {
    await rewardWith({ ...tenPercent, expires_in_days: 30 });
    const shopper = await becomeLoyal(browser, shop);
    await shopper.order("119.00");
    await watchVitals(shopper.page);
    await visit(shopper);
    await says(couponsOf(shopper.page), "10% off");
    expect((await readVitals(shopper.page)).layoutShift).toBe(0);
  });

  test("keeps what it knows when the store does not answer, and claims nothing without it", async () => {
    await rewardWith(tenPercent);
    await shop.quiet();
    const expectedErrors = [/Failed to load resource/];
    const known = await becomeLoyal(browser, shop, { expectedErrors });
    await known.order("119.00");
    await known.page.route(endpoint, (route) => route.abort());
    await known.page.goto(known.url + path);
    await says(couponsOf(known.page), /as of \w+ \d+, 20\d\d/);
    await says(couponsOf(known.page), "10% off");
    const unknown = await becomeLoyal(browser, shop, { expectedErrors });
    await unknown.page.route(endpoint, (route) => route.fulfill({ status: 500, body: "{}" }));
    await unknown.page.goto(unknown.url + path);
    await says(couponsOf(unknown.page), "Rewards unavailable");
  });

  test.each([
    ["en", "€5.00 off on orders of €50.00 or more", "Use it by", "Use in cart"],
    ["de", "5,00 € Rabatt ab 50,00 € Bestellwert", "Einlösbar bis", "Im Warenkorb nutzen"],
    ["fr", "5,00 € de réduction dès 50,00 €", "À utiliser jusqu’au", "Utiliser au panier"],
    ["es", "5,00 € de descuento en pedidos desde", "Úsala hasta el", "Usar en el carrito"],
    ["ja", "€50.00以上のご注文で€5.00割引", "まで有効", "カートで使う"],
  ])("speaks %s, by the page and by the script alike", async (locale, ...words) => {
    await rewardWith({
      ...{ reward_type: "discount", discount_type: "fixed_amount", discount_amount: 5 },
      ...{ minimum_amount: 50, expires_in_days: 30 },
    });
    const shopper = await becomeLoyal(browser, shop);
    const { page, cid, order } = shopper;
    await order("119.00");
    const prefix = locale === "en" ? "" : `/${locale}`;
    const text = await textOfServer(page, prefix + path);
    for (const one of words) expect(text).toMatch(new RegExp(spaced(one)));
    expect(text).not.toContain("Translation missing");
    const { platform } = await shop.context();
    // Without what was published all of it is written by the script.
    await platform.publishCustomerData(cid, "loyalty", null);
    await visit(shopper, prefix + path);
    for (const one of words) await says(couponsOf(page), new RegExp(spaced(one)));
    const day = /\d{4}/.exec(await couponsOf(page).locator("[data-p=until]").innerText());
    expect(day).not.toBeNull();
  });
});

/** Languages differ in the space before a unit. */
function spaced(text: string): string {
  return text.replaceAll(/[.+?]/g, "\\$&").replaceAll(/\s/g, "\\s");
}
