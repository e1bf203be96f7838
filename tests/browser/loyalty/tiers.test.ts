import type { Browser, Page } from "@playwright/test";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { readVitals, watchVitals } from "#tests/bench/page-vitals.ts";
import { says, storefrontUrl } from "#tests/browser/story/member.ts";
import { launchBrowser, openPage, phone, takeScreenshot } from "#tests/support/browser.ts";
import { expectPage } from "#tests/support/expect-page.ts";
import { startTestApp, type TestApp } from "#tests/support/test-app.ts";
import type { TestShop } from "#tests/support/test-shop.ts";
import { becomeLoyal, openProgram, saveTiers, textOfServer, tiersOf } from "./loyal-shopper.ts";

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
  await openProgram(shop);
  await saveTiers(shop);
});

const path = "/pages/membership";
const endpoint = /\/loyalty\/customers\/\d+$/;
const expectedErrors = [/Failed to load resource/];
/** An order over 1,000.00 net, which gives a thousand points. */
const THOUSAND = "1190.00";

async function visit(page: Page, url: string): Promise<void> {
  const asked = page.waitForResponse(endpoint);
  await page.goto(url + path);
  await (await asked).finished();
}

test("a shopper goes up tier by tier, by the page alone and after the store has answered, and nothing moves", async () => {
  const { page, url, order } = await becomeLoyal(browser, shop);
  await watchVitals(page);
  await visit(page, url);
  await says(tiersOf(page), "No tier yet");
  await says(tiersOf(page), "500 points to go until Silver");
  await order(THOUSAND);
  const text = await textOfServer(page, path);
  expect(text).toContain("1,000 points to go until Gold");
  expect(text).toMatch(/Yours at least until \w+ \d+, 20\d\d/);
  await visit(page, url);
  await says(tiersOf(page).locator("[aria-current]"), "Silver · Your tier");
  await expectPage(tiersOf(page).locator("progress")).toHaveJSProperty("value", 1000);
  await takeScreenshot(page, "loyalty-tiers-desktop", true);
  await order(THOUSAND);
  await visit(page, url);
  await says(tiersOf(page), "You have reached the highest tier.");
  await says(tiersOf(page).locator("[aria-current]"), "Gold · Your tier");
  await expectPage(tiersOf(page).locator("progress")).toBeHidden();
  expect((await readVitals(page)).layoutShift).toBe(0);
  await page.setViewportSize(phone);
  await takeScreenshot(page, "loyalty-tiers-phone", true);
});

test("a tier that the page does not have yet is shown when the shopper comes back to it", async () => {
  const { page, url, order } = await becomeLoyal(browser, shop);
  await visit(page, url);
  await order(THOUSAND);
  await page.evaluate(() => document.dispatchEvent(new Event("visibilitychange")));
  await says(tiersOf(page).locator("[data-p=tier]"), "Silver");
  await says(tiersOf(page), "1,000 points to go until Gold");
  await expectPage(tiersOf(page).locator("[aria-current]")).toHaveCount(1);
});

test("tiers explain themselves to who is signed out, and say of nobody where they are", async () => {
  const page = await openPage(browser);
  await page.goto(storefrontUrl(shop) + path);
  const block = page.locator(".pnl:has(.pnl-tiers)");
  await says(block, "From 2,000 points within a year");
  await says(block, "1.5 times the points");
  await says(block, "A gift");
  await says(block, "Sign in to see your points and rewards.");
  await expectPage(block.locator("[aria-current], progress")).toHaveCount(0);
});

test("what is known stays when the store does not answer, and without it nothing is claimed", async () => {
  const known = await becomeLoyal(browser, shop, { expectedErrors });
  await known.order(THOUSAND);
  await known.page.route(endpoint, (route) => route.abort());
  await known.page.goto(known.url + path);
  await says(tiersOf(known.page), /as of \w+ \d+, 20\d\d/);
  await says(tiersOf(known.page).locator("[data-p=tier]"), "Silver");
  const unknown = await becomeLoyal(browser, shop, { expectedErrors });
  await unknown.page.route(endpoint, (route) => route.fulfill({ status: 500, body: "{}" }));
  await unknown.page.goto(unknown.url + path);
  await says(tiersOf(unknown.page), "Tier unavailable");
  await expectPage(tiersOf(unknown.page).locator("[data-p=next]")).toBeHidden();
});

test.each([
  ["de", "Noch 1.000 Punkte bis Gold", "Deine Stufe", "1,5-mal so viele Punkte"],
  ["fr", "Encore 1 000 points avant Gold", "Votre niveau", "1,5 fois plus de points"],
  ["es", "1000 puntos más para llegar a Gold", "Tu nivel", "1,5 veces los puntos"],
  ["ja", "Goldまであと1,000ポイント", "現在のランク", "ポイント1.5倍"],
])("tiers speak %s, by the page and by the script alike", async (locale, ...words) => {
  const { page, url, cid, order } = await becomeLoyal(browser, shop);
  await order(THOUSAND);
  const plain = (text: string) => text.replaceAll(/\s/g, " ");
  const text = plain(await textOfServer(page, `/${locale}${path}`));
  for (const one of words) expect(text).toContain(one);
  const { platform } = await shop.context();
  // Without what was published all of it is written by the script.
  await platform.publishCustomerData(cid, "loyalty", null);
  await visit(page, `${url}/${locale}`);
  for (const one of words) {
    await expect.poll(async () => plain(await tiersOf(page).innerText())).toContain(one);
  }
});
