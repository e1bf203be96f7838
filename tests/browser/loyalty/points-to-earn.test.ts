import type { Browser, Page } from "@playwright/test";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { themeDesigns } from "#devstore/state/theme.ts";
import { readVitals, watchVitals } from "#tests/bench/page-vitals.ts";
import { axeOf } from "#tests/browser/axe-of.ts";
import { drawerOf } from "#tests/browser/themes/theme-member.ts";
import { desktop, launchBrowser, phone, takeScreenshot } from "#tests/support/browser.ts";
import { expectPage } from "#tests/support/expect-page.ts";
import { makeRule } from "#tests/support/loyalty.ts";
import { startTestApp, type TestApp } from "#tests/support/test-app.ts";
import { callJson, type TestShop } from "#tests/support/test-shop.ts";
import { becomeLoyal, type LoyalShopper } from "./loyal-shopper.ts";

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

async function switchOn(look: object = {}, settings: object = {}): Promise<void> {
  const answer = await callJson(`${shop.devstoreUrl}/__dev/theme`, {
    method: "POST",
    headers: { "content-type": "application/json", "x-forwarded-host": shop.domain },
    body: JSON.stringify({ look, embeds: [{ handle: "points-to-earn", enabled: true, settings }] }),
  });
  expect(answer.status, JSON.stringify(answer.body)).toBe(200);
}

async function perEuro(more = {}): Promise<void> {
  const settings = { points_per_dollar: 2 };
  await makeRule(shop, { type: "points_for_purchases", settings, ...more });
  await shop.quiet();
}

const hintOf = (page: Page) => page.getByRole("main").locator(".pnl-earn");

async function add({ page, url }: LoyalShopper): Promise<void> {
  await page.goto(`${url}/products/monstera`);
  await page.getByRole("button", { name: "Add to cart", exact: true }).click();
  await expectPage(drawerOf(page)).toBeVisible();
}

describe.each(themeDesigns)("in a theme that is %s", (design) => {
  test("the product, the drawer and the cart page say what they earn, and nothing moves for it", async () => {
    await perEuro();
    await switchOn({ design });
    const shopper = await becomeLoyal(browser, shop);
    const { page, url } = shopper;
    await watchVitals(page);
    for (const viewport of [desktop, phone]) {
      await page.setViewportSize(viewport);
      await page.goto(`${url}/products/monstera`);
      await expectPage(hintOf(page)).toHaveText("Earn up to 78 points");
      expect((await readVitals(page)).layoutShift, `product ${viewport.width}`).toBe(0);
    }
    await takeScreenshot(page, `loyalty-earn-product-${design}`, true);
    await add(shopper);
    await expectPage(drawerOf(page).locator(".pnl-earn")).toHaveText("Earn up to 78 points");
    await page.keyboard.press("Escape");
    await add(shopper);
    await expectPage(drawerOf(page).locator(".pnl-earn")).toHaveText("Earn up to 156 points");
    await takeScreenshot(page, `loyalty-earn-drawer-${design}`);
    const { violations } = await axeOf(page).include(".pnl-earn").analyze();
    expect(violations).toEqual([]);
    for (const viewport of [desktop, phone]) {
      await page.setViewportSize(viewport);
      await page.goto(`${url}/cart`);
      await expectPage(hintOf(page)).toHaveText("Earn up to 156 points");
      expect((await readVitals(page)).layoutShift, `cart ${viewport.width}`).toBe(0);
    }
    await takeScreenshot(page, `loyalty-earn-cart-${design}`, true);
  });
});

test("what a discount takes off earns nothing", async () => {
  await perEuro();
  await switchOn();
  const shopper = await becomeLoyal(browser, shop);
  const { page, url } = shopper;
  await shop.control("automatic-discount", { title: "Autumn sale", percentage: 10 });
  await add(shopper);
  await page.goto(`${url}/cart`);
  await expectPage(hintOf(page)).toHaveText("Earn up to 70 points");
});

test("the merchant's own place is taken, and a text that is no selector is none", async () => {
  await perEuro();
  await switchOn({}, { at: ".product__price" });
  const { page, url } = await becomeLoyal(browser, shop);
  await page.goto(`${url}/products/monstera`);
  await expectPage(page.locator(".product__price > .pnl-earn")).toHaveText("Earn up to 78 points");
  await switchOn({}, { at: "}{" });
  await page.reload();
  await expectPage(page.locator("form > .pnl-earn")).toHaveText("Earn up to 78 points");
});

test.each([
  ["de", "Sammle bis zu 78 Punkte"],
  ["fr", "Gagnez jusqu’à 78 points"],
  ["es", "Gana hasta 78 puntos"],
  ["ja", "最大78ポイントを獲得"],
])("it speaks %s", async (locale, words) => {
  await perEuro();
  await switchOn();
  const { page, url } = await becomeLoyal(browser, shop);
  await page.goto(`${url}/${locale}/products/monstera`);
  await expectPage(hintOf(page)).toHaveText(words);
});

test("without a rule that gives points nothing is there", async () => {
  await perEuro({ status: "inactive" });
  await switchOn();
  const { page, url } = await becomeLoyal(browser, shop);
  await page.goto(`${url}/products/monstera`);
  await expectPage(page.locator("#perennial-earn, .pnl-earn")).toHaveCount(0);
});

test("a cart that is turned to another currency in another tab earns nothing on a page that counts euros", async () => {
  await shop.act("currencies", { rates: { JPY: 160 } });
  await perEuro();
  await switchOn();
  const shopper = await becomeLoyal(browser, shop);
  const { page, url } = shopper;
  await add(shopper);
  const ofDrawer = drawerOf(page).locator(".pnl-earn");
  await expectPage(ofDrawer).toHaveText("Earn up to 78 points");
  await page.evaluate(() => fetch("/?currency=JPY").then(() => {}));
  await page.keyboard.press("Escape");
  await page.getByRole("button", { name: "Add to cart", exact: true }).click();
  await expectPage(drawerOf(page)).toContainText("¥12,480");
  await expectPage(ofDrawer).toBeHidden();
  await page.goto(`${url}/cart`);
  await expectPage(hintOf(page)).toHaveCount(0);
});
