import type { Browser } from "@playwright/test";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { setBirthday } from "#app/domain/loyalty/triggers/birthdays/set-birthday.ts";
import { readVitals, watchVitals } from "#tests/bench/page-vitals.ts";
import { says, storefrontUrl } from "#tests/browser/story/member.ts";
import { tabTo } from "#tests/browser/themes/theme-member.ts";
import { launchBrowser, openPage, phone, takeScreenshot } from "#tests/support/browser.ts";
import { expectPage } from "#tests/support/expect-page.ts";
import { makeRule } from "#tests/support/loyalty.ts";
import { startTestApp, type TestApp } from "#tests/support/test-app.ts";
import type { TestShop } from "#tests/support/test-shop.ts";
import {
  actionOf,
  becomeLoyal,
  type LoyalShopper,
  loseAnswer,
  openAction,
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
  const reward = { reward_type: "discount", discount_type: "percentage", discount_amount: 10 };
  await makeRule(shop, { type: "birthday_reward", name: "Birthday", settings: {}, reward });
  await shop.quiet();
});

const path = "/pages/membership";
const endpoint = /\/birthday$/;
const expectedErrors = [/Failed to load resource/];

async function known({ customerId }: LoyalShopper): Promise<number | null> {
  const { db, shop: row } = await shop.context();
  const where = { shopId_customerId: { shopId: row.id, customerId } };
  return (await db.prisma.loyaltyBirthday.findUnique({ where }))?.monthDay ?? null;
}

async function choose({ page }: LoyalShopper, month: string, day: string): Promise<void> {
  await page.getByLabel("Month", { exact: true }).selectOption(month);
  await page.getByLabel("Day", { exact: true }).selectOption(day);
  await page.getByRole("button", { name: "Save birthday", exact: true }).click();
}

test("a birthday is named by the keyboard alone, once, after the shopper has said that it is right, and nothing moves", async () => {
  const shopper = await becomeLoyal(browser, shop);
  const { page, url } = shopper;
  await watchVitals(page);
  await page.goto(url + path);
  const block = page.locator(".pnl").filter({ has: page.locator("perennial-birthday") });
  await says(block, "Your birthday Reward: 10% off");
  await takeScreenshot(page, "loyalty-birthday-closed-desktop", true);
  await tabTo(page, "Enter or see your birthday");
  await page.keyboard.press("Enter");
  await expectPage(page.getByLabel("Month", { exact: true })).toBeVisible();
  await says(block, "Afterwards only the store can change it.");
  await page.keyboard.press("Tab");
  await page.keyboard.type("February");
  await page.keyboard.press("Tab");
  await page.keyboard.type("29");
  await takeScreenshot(page, "loyalty-birthday-form-desktop", true);
  await page.keyboard.press("Tab");
  await page.keyboard.press("Enter");
  await says(block, "Is February 29 right? You can set it once.");
  await says(block, "In years without that day, February 28 counts.");
  expect(await known(shopper)).toBeNull();
  await takeScreenshot(page, "loyalty-birthday-confirm-desktop", true);
  await page.keyboard.press("Tab");
  await page.keyboard.press("Enter");
  await says(block, "Your birthday: February 29");
  await says(block, /Rewards count from \w+ \d+, 20\d\d\./);
  await says(block, "Your birthday is saved.");
  expect(await known(shopper)).toBe(229);
  await expectPage(page.getByLabel("Month", { exact: true })).toHaveCount(0);
  await page.goto(url + path);
  await openAction(page, "birthday");
  await says(actionOf(page, "birthday"), "Your birthday: February 29");
  await expectPage(page.getByRole("button", { name: "Save birthday", exact: true })).toHaveCount(0);
  expect((await readVitals(page)).layoutShift).toBe(0);
  await page.setViewportSize(phone);
  await takeScreenshot(page, "loyalty-birthday-set-phone", true);
});

test("a day that its month does not have cannot be chosen, and who is not sure goes back to what they chose", async () => {
  const shopper = await becomeLoyal(browser, shop);
  const { page, url } = shopper;
  await page.goto(url + path);
  await openAction(page, "birthday");
  const days = page.getByLabel("Day", { exact: true }).locator("option:not([disabled])");
  await expectPage(days).toHaveCount(32);
  await page.getByLabel("Day", { exact: true }).selectOption("31");
  await page.getByLabel("Month", { exact: true }).selectOption("April");
  await expectPage(days).toHaveCount(31);
  await expectPage(page.getByLabel("Day", { exact: true })).toHaveValue("");
  await choose(shopper, "April", "30");
  await page.getByRole("button", { name: "Change it", exact: true }).click();
  await expectPage(page.getByLabel("Month", { exact: true })).toHaveValue("4");
  await expectPage(page.getByLabel("Month", { exact: true })).toBeFocused();
  await expectPage(page.getByLabel("Day", { exact: true })).toHaveValue("30");
  expect(await known(shopper)).toBeNull();
});

test("a lost answer is said, and the same again saves it once; a double press is one", async () => {
  const shopper = await becomeLoyal(browser, shop, { expectedErrors });
  const { page, url } = shopper;
  await page.goto(url + path);
  await openAction(page, "birthday");
  await choose(shopper, "March", "4");
  let posts = 0;
  await page.route(endpoint, async (route) => {
    if (route.request().method() !== "POST") return route.continue();
    posts += 1;
    if (posts === 1) await loseAnswer(shop, route);
    else await route.continue();
  });
  const yes = page.getByRole("button", { name: "Yes, save it", exact: true });
  await yes.click();
  await says(actionOf(page, "birthday"), "We can't say yet whether this went through.");
  await yes.dblclick();
  await says(actionOf(page, "birthday"), "Your birthday: March 4");
  expect([posts, await known(shopper)]).toEqual([2, 304]);
});

test("a birthday that was set elsewhere meanwhile is shown, and the other is not taken", async () => {
  const shopper = await becomeLoyal(browser, shop, { expectedErrors });
  const { page, url } = shopper;
  await page.goto(url + path);
  await openAction(page, "birthday");
  await choose(shopper, "March", "4");
  await setBirthday(await shop.context(), shopper.customerId, { month: 5, day: 6 });
  await page.getByRole("button", { name: "Yes, save it", exact: true }).click();
  await says(actionOf(page, "birthday"), "Another birthday was set before.");
  await says(actionOf(page, "birthday"), "Your birthday: May 6");
  expect(await known(shopper)).toBe(506);
});

test("offline, signed out and a store that fails are said, and what was chosen stays", async () => {
  const shopper = await becomeLoyal(browser, shop, { expectedErrors });
  const { page, url } = shopper;
  await page.goto(url + path);
  await page.route(endpoint, (route) => route.fulfill({ status: 500, body: "{}" }));
  await openAction(page, "birthday");
  await says(actionOf(page, "birthday"), "Not available just now.");
  await page.unroute(endpoint);
  await actionOf(page, "birthday").locator("summary").click();
  await openAction(page, "birthday");
  await choose(shopper, "March", "4");
  const yes = page.getByRole("button", { name: "Yes, save it", exact: true });
  await page.context().setOffline(true);
  await yes.click();
  await says(actionOf(page, "birthday"), "You are offline. Nothing has been sent yet.");
  await page.context().setOffline(false);
  await says(actionOf(page, "birthday"), "Is March 4 right?");
  await page.context().clearCookies();
  await yes.click();
  await says(actionOf(page, "birthday"), "You have been signed out. Nothing has changed.");
  expect(await known(shopper)).toBeNull();
});

test("words that did not come are asked for again when it is opened again, without leaving the page", async () => {
  const { page, url } = await becomeLoyal(browser, shop, { expectedErrors });
  await page.goto(url + path);
  const block = actionOf(page, "birthday");
  await page.route(/loyalty-words-en\.js/, (route) => route.abort());
  await block.locator("summary").click();
  await says(block, "Not available just now.");
  await page.unroute(/loyalty-words-en\.js/);
  for (let press = 0; press < 2; press += 1) await block.locator("summary").click();
  await expectPage(page.getByLabel("Month", { exact: true })).toBeVisible();
});

test("who is signed out reads what a birthday brings, and nothing is asked for", async () => {
  const page = await openPage(browser);
  let asked = 0;
  await page.route(endpoint, (route) => {
    asked += 1;
    return route.continue();
  });
  await page.goto(storefrontUrl(shop) + path);
  const heading = page.getByRole("heading", { level: 2, name: "Your birthday", exact: true });
  const block = page.locator(".pnl").filter({ has: heading });
  await says(block, "Reward: 10% off");
  await says(block, "Sign in to see your points and rewards.");
  await expectPage(page.locator("perennial-birthday")).toHaveCount(0);
  expect(asked).toBe(0);
});

test.each([
  ["de", "Geburtstag speichern", "Stimmt 29. Februar?", "Dein Geburtstag: 29. Februar"],
  [
    "fr",
    "Enregistrer l’anniversaire",
    "Le 29 février, est-ce exact ?",
    "Votre anniversaire : 29 février",
  ],
  ["es", "Guardar cumpleaños", "¿Es correcto el 29 de febrero?", "Tu cumpleaños: 29 de febrero"],
  ["ja", "誕生日を登録", "2月29日でよろしいですか。", "誕生日：2月29日"],
])("a birthday is named in %s", async (locale, save, question, done) => {
  const shopper = await becomeLoyal(browser, shop);
  const { page, url } = shopper;
  await page.goto(`${url}/${locale}${path}`);
  const block = await openAction(page, "birthday");
  await block.locator("select").first().selectOption("2");
  await block.locator("select").last().selectOption("29");
  await block.getByRole("button", { name: save, exact: true }).click();
  await says(block, question);
  await block.getByRole("button").first().click();
  await says(block, done);
  expect(await known(shopper)).toBe(229);
});
