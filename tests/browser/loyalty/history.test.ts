import type { Browser, Page } from "@playwright/test";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { adjustPoints } from "#app/domain/loyalty/points/adjust-points.ts";
import { readVitals, watchVitals } from "#tests/bench/page-vitals.ts";
import { says, storefrontUrl } from "#tests/browser/story/member.ts";
import { tabTo } from "#tests/browser/themes/theme-member.ts";
import { launchBrowser, openPage, phone, takeScreenshot } from "#tests/support/browser.ts";
import { expectPage } from "#tests/support/expect-page.ts";
import { startTestApp, type TestApp } from "#tests/support/test-app.ts";
import type { TestShop } from "#tests/support/test-shop.ts";
import {
  answerLate,
  becomeLoyal,
  bringToTop,
  historyOf,
  type LoyalShopper,
  offerReward,
  openHistory,
  openProgram,
} from "./loyal-shopper.ts";

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
});

const path = "/pages/membership";
const endpoint = /\/points$/;
const expectedErrors = [/Failed to load resource/];

async function adjust({ customerId }: LoyalShopper, points: number, reason: string) {
  const key = crypto.randomUUID();
  await adjustPoints(await shop.context(), customerId, { points: String(points), reason, key });
}

const rowsOf = (page: Page) => historyOf(page).locator("tbody tr");

/** A line, whose cells and lines are apart. */
const reads = (page: Page, line: number, pattern: string) =>
  says(rowsOf(page).nth(line), new RegExp(pattern.replaceAll(" ", "\\s+")));

test("a shopper reads by the keyboard alone what was earned and when it can be spent, what was taken back and for which order", async () => {
  const shopper = await becomeLoyal(browser, shop);
  const { page, url, order } = shopper;
  const refunded = await order("59.50");
  await shop.control(`orders/${refunded}/refund`, {});
  await shop.quiet();
  await adjust(shopper, 40, "A late parcel");
  await order("119.00");
  await watchVitals(page);
  await page.goto(url + path);
  await expectPage(rowsOf(page)).toHaveCount(0);
  await tabTo(page, "History");
  await page.keyboard.press("Enter");
  const day = String.raw`\w+ \d+, 20\d\d`;
  const rule = "Points for every order";
  await reads(page, 0, `^${day} Earned with order #\\d+ ${rule} Available from ${day} \\+100$`);
  await reads(page, 1, `^${day} Adjusted by the store A late parcel \\+40$`);
  await reads(page, 2, `^${day} Taken back for order #\\d+ ${rule} -50$`);
  await reads(page, 3, `^${day} Earned with order #\\d+ ${rule} \\+50$`);
  await expectPage(historyOf(page)).toHaveAttribute("data-known", "");
  expect((await readVitals(page)).layoutShift).toBe(0);
  await takeScreenshot(page, "loyalty-history-desktop", true);
  await page.setViewportSize(phone);
  await takeScreenshot(page, "loyalty-history-phone", true);
  await page.keyboard.press("Enter");
  await expectPage(rowsOf(page).first()).toBeHidden();
});

test("points that are redeemed in another block are a line at once, without opening it again", async () => {
  const reward = { reward_type: "store_credit", credit_amount: 5 };
  await offerReward(shop, { name: "Five euros", points: 30, reward });
  const shopper = await becomeLoyal(browser, shop);
  const { page, url } = shopper;
  await adjust(shopper, 40, "Welcome");
  await shop.quiet();
  await page.goto(url + path);
  await openHistory(page);
  await expectPage(rowsOf(page)).toHaveCount(1);
  await page.getByRole("button", { name: /^Redeem for 30 points\b/ }).click();
  await reads(page, 0, "Redeemed Five euros -30$");
});

test("an answer that comes late moves nothing below it, is scrolled by the keyboard, and has all its room when it is opened again", async () => {
  const shopper = await becomeLoyal(browser, shop);
  const { page, url } = shopper;
  for (let points = 1; points <= 12; points += 1) await adjust(shopper, points, "One more");
  await shop.quiet();
  await page.setViewportSize(phone);
  await watchVitals(page);
  await answerLate(page, endpoint);
  await page.goto(url + path);
  await bringToTop(historyOf(page));
  await openHistory(page);
  await expectPage(rowsOf(page)).toHaveCount(10);
  expect((await readVitals(page)).layoutShift).toBe(0);
  const region = historyOf(page).getByRole("group", { name: "History", exact: true });
  await region.focus();
  await page.keyboard.press("End");
  await expect.poll(() => region.evaluate(({ scrollTop }) => scrollTop)).toBeGreaterThan(0);
  await expectPage(rowsOf(page).last()).toBeInViewport();
  await page.unroute(endpoint);
  await historyOf(page).locator("summary").click();
  await openHistory(page);
  const isCut = () =>
    historyOf(page)
      .locator("[data-p=body]")
      .evaluate(({ scrollHeight, clientHeight }) => scrollHeight > clientHeight);
  await expect.poll(isCut).toBe(false);
});

test("who has no points yet reads so, and who is signed out has nothing to open", async () => {
  const { page, url } = await becomeLoyal(browser, shop);
  await page.goto(url + path);
  await openHistory(page);
  await says(historyOf(page), "No points have come or gone yet.");
  const nobody = await openPage(browser);
  await nobody.goto(storefrontUrl(shop) + path);
  await says(nobody.getByRole("main"), "Sign in to see your points and rewards.");
  await expectPage(historyOf(nobody)).toHaveCount(0);
});

test.each([
  ["the store", endpoint],
  ["its script", /loyalty-history\.js/],
  ["its words", /loyalty-words-en\.js/],
])("says so when %s does not come, and has it when it is opened again", async (_, missing) => {
  const { page, url } = await becomeLoyal(browser, shop, { expectedErrors });
  await page.route(missing, (route) => route.abort());
  await page.goto(url + path);
  await historyOf(page).locator("summary").click();
  await says(historyOf(page), /Not available just now\. Close it and open it again\.$/);
  await expectPage(historyOf(page)).not.toContainText("Loading");
  await page.unroute(missing);
  for (let press = 0; press < 2; press += 1) await historyOf(page).locator("summary").click();
  await says(historyOf(page), "No points have come or gone yet.");
  await expectPage(historyOf(page).locator("[data-p=unavailable]")).toBeHidden();
});

test("offline it says that it is not available and comes by itself afterwards; who was signed out meanwhile is asked to sign in", async () => {
  const shopper = await becomeLoyal(browser, shop, { expectedErrors });
  const { page, url } = shopper;
  await adjust(shopper, 40, "Welcome");
  await page.goto(url + path);
  await openHistory(page);
  await expectPage(rowsOf(page)).toHaveCount(1);
  await page.reload();
  // The script and the words are there, the store is not.
  await page.route(endpoint, (route) => route.abort());
  await historyOf(page).locator("summary").click();
  await says(historyOf(page), "Not available just now.");
  await page.context().setOffline(true);
  await page.unroute(endpoint);
  await page.context().setOffline(false);
  await expectPage(rowsOf(page)).toHaveCount(1);
  await page.reload();
  await page.context().clearCookies();
  await historyOf(page).locator("summary").click();
  await says(historyOf(page), /You have been signed out\. Sign in to go on\. Sign in$/);
  await expectPage(historyOf(page)).not.toContainText("Loading");
});

test.each([
  ["de", "Verlauf", "Gesammelt mit Bestellung #", "Verfügbar ab dem ", "Vom Shop angepasst"],
  [
    "fr",
    "Historique",
    "Gagnés avec la commande #",
    "Disponibles à partir du ",
    "Ajustés par la boutique",
  ],
  [
    "es",
    "Historial",
    "Ganados con el pedido #",
    "Disponibles desde el ",
    "Ajustados por la tienda",
  ],
  ["ja", "履歴", "で獲得", "から利用可能", "ストアによる調整"],
])("a history speaks %s", async (locale, heading, earned, from, adjusted) => {
  const shopper = await becomeLoyal(browser, shop);
  const { page, url, order } = shopper;
  await adjust(shopper, 40, "Welcome");
  await order("119.00");
  await page.goto(`${url}/${locale}${path}`);
  await openHistory(page);
  await says(historyOf(page).locator("summary"), heading);
  await says(rowsOf(page).nth(0), earned);
  await says(rowsOf(page).nth(0), from);
  await says(rowsOf(page).nth(1), adjusted);
  await takeScreenshot(page, `loyalty-history-${locale}-desktop`, true);
});
