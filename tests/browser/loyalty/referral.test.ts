import type { Browser, Page } from "@playwright/test";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { readVitals, watchVitals } from "#tests/bench/page-vitals.ts";
import { says, signInAs, storefrontUrl } from "#tests/browser/story/member.ts";
import { tabTo } from "#tests/browser/themes/theme-member.ts";
import { launchBrowser, openPage, phone, takeScreenshot } from "#tests/support/browser.ts";
import { expectPage } from "#tests/support/expect-page.ts";
import { makeRule } from "#tests/support/loyalty.ts";
import { startTestApp, type TestApp } from "#tests/support/test-app.ts";
import type { TestShop } from "#tests/support/test-shop.ts";
import { uniqueNumber } from "#tests/support/unique-number.ts";
import {
  actionOf,
  answerLate,
  becomeLoyal,
  bringToTop,
  greetFriends,
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
  await makeRule(shop, {
    type: "referral",
    name: "Friends",
    settings: {
      friend_reward: { reward_type: "discount", discount_type: "fixed_amount", discount_amount: 5 },
      minimum_order_amount: 20,
    },
    reward: { reward_type: "points", points: 100 },
  });
  await shop.quiet();
  await greetFriends(shop);
});

const path = "/pages/membership";
const endpoint = /\/referral$/;
const expectedErrors = [/Failed to load resource/];
/** The code, and the second in which the link was followed. */
const carriesTheLink = { referral_code: expect.stringMatching(/^K7PX2MBQ4T\.\d{10}$/) };
const greetingOf = (page: Page) => page.locator("perennial-friend");

/** The link as a shopper copies it from the page. */
async function linkOf(page: Page): Promise<string> {
  const block = await openAction(page, "referral");
  return block.locator("code").innerText();
}

async function attributesOf(page: Page): Promise<Record<string, string>> {
  const cart = await page.evaluate(() => fetch("/cart.js").then((answer) => answer.json()));
  return cart.attributes;
}

/** A plant for 39.00, bought by a new shopper who signs in on the way. */
async function buy(page: Page): Promise<void> {
  const unique = uniqueNumber();
  const person = { first_name: "Bo", last_name: unique, email: `bo.${unique}@example.net` };
  await shop.control("customers", person);
  await page.goto(`${storefrontUrl(shop)}/products/monstera`);
  await page.getByRole("button", { name: "Add to cart", exact: true }).click();
  await expectPage(page.getByRole("dialog", { name: "Your cart", exact: true })).toBeVisible();
  await page.goto(`${storefrontUrl(shop)}/checkout`);
  await signInAs(page, `Bo ${unique}`);
  await page.goto(`${storefrontUrl(shop)}/checkout`);
  await page.getByRole("button", { name: /^Pay/ }).click();
  await expectPage(page).toHaveURL(/thank-you/);
  await shop.quiet();
}

test("a friend who comes by a copied link is told what both get, orders, and counts when the return window has ended", async () => {
  const permissions = ["clipboard-read", "clipboard-write"];
  const { page, url } = await becomeLoyal(browser, shop, { permissions });
  await watchVitals(page);
  await page.goto(url + path);
  const block = page.locator(".pnl").filter({ has: page.locator("perennial-referral") });
  await says(block, "You get: 100 points");
  await says(block, "Your friend gets: €5.00 off on orders of €20.00 or more");
  const link = await linkOf(page);
  expect(link).toMatch(/^http:\/\/[^/]+\.localhost:\d+\/\?ref=[A-Z0-9]{10}$/);
  await says(block, "Nobody has ordered by your link yet.");
  await block.getByRole("button", { name: "Copy link", exact: true }).click();
  await says(block, "The link is copied.");
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(link);
  expect((await readVitals(page)).layoutShift).toBe(0);
  await takeScreenshot(page, "loyalty-referral-desktop", true);

  const friend = await openPage(browser);
  await watchVitals(friend);
  await friend.goto(link);
  await says(greetingOf(friend), "A friend has invited you");
  await says(greetingOf(friend), "You get: €5.00 off on orders of €20.00 or more");
  await says(greetingOf(friend), "Your friend gets: 100 points");
  await takeScreenshot(friend, "loyalty-referral-friend-desktop");
  expect((await readVitals(friend)).layoutShift).toBe(0);
  await friend.setViewportSize(phone);
  await takeScreenshot(friend, "loyalty-referral-friend-phone");
  await greetingOf(friend).getByRole("button", { name: "Close", exact: true }).click();
  await expectPage(greetingOf(friend)).toHaveCount(0);
  await buy(friend);

  await page.goto(url + path);
  await openAction(page, "referral");
  await says(block, "Waiting for the return window or a check: 1");
  await shop.control("clock", { advance: "P15D" });
  await shop.quiet();
  await page.goto(url + path);
  await openAction(page, "referral");
  await says(block, "Friends who count: 1");
  await page.setViewportSize(phone);
  await takeScreenshot(page, "loyalty-referral-phone", true);
});

test("a link is found, opened and copied by the keyboard alone, and a friend closes the greeting so", async () => {
  const permissions = ["clipboard-read", "clipboard-write"];
  const { page, url } = await becomeLoyal(browser, shop, { permissions });
  await watchVitals(page);
  await page.goto(url + path);
  await tabTo(page, "Your link");
  await page.keyboard.press("Enter");
  const copy = page.getByRole("button", { name: "Copy link", exact: true });
  await expectPage(copy).toBeVisible();
  await page.keyboard.press("Tab");
  await expectPage(copy).toBeFocused();
  await page.keyboard.press("Enter");
  await says(actionOf(page, "referral").getByRole("status"), "The link is copied.");
  await expectPage(copy).toBeFocused();
  const link = await page.evaluate(() => navigator.clipboard.readText());
  expect(link).toContain("/?ref=");
  expect((await readVitals(page)).layoutShift).toBe(0);

  const friend = await openPage(browser);
  await friend.goto(link);
  await expectPage(greetingOf(friend)).toBeVisible();
  // It is the last thing on the page.
  await friend.keyboard.press("Shift+Tab");
  await expectPage(
    greetingOf(friend).getByRole("button", { name: "Close", exact: true }),
  ).toBeFocused();
  await friend.keyboard.press("Enter");
  await expectPage(greetingOf(friend)).toHaveCount(0);
});

test.each(["", "/de", "/ja"])(
  "a link that comes late moves nothing below it on a phone, also with two buttons: %s",
  async (locale) => {
    const { page, url } = await becomeLoyal(browser, shop);
    await page.setViewportSize(phone);
    await page.addInitScript(() => {
      Object.defineProperty(navigator, "share", { value: async () => {} });
    });
    await watchVitals(page);
    await answerLate(page, endpoint);
    await page.goto(url + locale + path);
    await bringToTop(actionOf(page, "referral"));
    const block = await openAction(page, "referral");
    await expectPage(block.locator("code")).toBeVisible();
    await expectPage(block.getByRole("button")).toHaveCount(2);
    await takeScreenshot(page, `loyalty-referral-late${locale.replace("/", "-")}-phone`, true);
    expect((await readVitals(page)).layoutShift).toBe(0);
  },
);

test("the order of a friend who bought more days after following the link than it counts for brings nothing", async () => {
  const { page, url } = await becomeLoyal(browser, shop, {});
  await page.goto(url + path);
  const link = await linkOf(page);
  const friend = await openPage(browser);
  await friend.goto(link);
  await expectPage(greetingOf(friend)).toBeVisible();
  await shop.control("clock", { advance: "P31D" });
  await buy(friend);
  await page.goto(url + path);
  await openAction(page, "referral");
  await says(actionOf(page, "referral"), "Nobody has ordered by your link yet.");
});

test("who comes by no link, or by one that carries no code, is greeted by nothing, and their cart stays as it is", async () => {
  const page = await openPage(browser);
  for (const search of ["", "?ref=", "?ref=no", "?ref=%3Cscript%3E", "?other=K7PX2MBQ4T"]) {
    await page.goto(`${storefrontUrl(shop)}/${search}`);
    await page.waitForFunction(() => customElements.get("perennial-friend"));
    await expectPage(greetingOf(page)).toBeHidden();
  }
  expect(await attributesOf(page)).toEqual({});
});

test("a cart that does not answer is tried again on the next page, and nothing is promised before", async () => {
  const page = await openPage(browser, { expectedErrors });
  await page.route(/\/cart\/update\.js$/, (route) => route.abort());
  const tried = page.waitForRequest(/\/cart\/update\.js$/);
  await page.goto(`${storefrontUrl(shop)}/?ref=K7PX2MBQ4T`);
  await tried;
  await expectPage(greetingOf(page)).toBeHidden();
  await page.unroute(/\/cart\/update\.js$/);
  await page.goto(`${storefrontUrl(shop)}/products/monstera`);
  await expect.poll(() => attributesOf(page)).toEqual(carriesTheLink);
});

test("the browser keeps the code for another day only with the shopper's consent", async () => {
  const kept = async (isAllowed: boolean) => {
    const page = await openPage(browser);
    await page.goto(`${storefrontUrl(shop)}/?ref=K7PX2MBQ4T`);
    await expectPage(greetingOf(page)).toBeVisible();
    // The shopper answers the store's banner.
    await page.evaluate((allowed) => {
      const preferencesProcessingAllowed = () => allowed;
      Object.assign(window.Shopify ?? {}, { customerPrivacy: { preferencesProcessingAllowed } });
      document.dispatchEvent(new CustomEvent("visitorConsentCollected"));
    }, isAllowed);
    await page.context().clearCookies();
    await page.evaluate(() => sessionStorage.clear());
    await page.goto(storefrontUrl(shop));
    await page.waitForLoadState("networkidle");
    return attributesOf(page);
  };
  expect(await kept(true)).toEqual(carriesTheLink);
  expect(await kept(false)).toEqual({});
});

test("a link that cannot be copied is selected, and one that is not known yet is not made up", async () => {
  const { page, url } = await becomeLoyal(browser, shop, { expectedErrors });
  await page.addInitScript(() => {
    Object.defineProperty(navigator, "clipboard", { value: undefined });
  });
  await page.route(endpoint, (route) => route.fulfill({ status: 500, body: "{}" }));
  await page.goto(url + path);
  await openAction(page, "referral");
  await says(actionOf(page, "referral"), "Not available just now.");
  await page.unroute(endpoint);
  await actionOf(page, "referral").locator("summary").click();
  const link = await linkOf(page);
  await page.getByRole("button", { name: "Copy link", exact: true }).click();
  await says(actionOf(page, "referral"), "It is selected: copy it yourself.");
  expect(await page.evaluate(() => getSelection()?.toString())).toBe(link);
  await page.context().clearCookies();
  await page.evaluate(() => document.dispatchEvent(new Event("visibilitychange")));
  await says(actionOf(page, "referral"), "You have been signed out.");
});

test("a link is shared by the phone's own sheet where there is one, and who closes it has done nothing", async () => {
  const { page, url } = await becomeLoyal(browser, shop);
  await page.addInitScript(() => {
    const share = async (data: ShareData) => {
      document.body.dataset.shared = data.url;
      throw new DOMException("closed", "AbortError");
    };
    Object.defineProperty(navigator, "share", { value: share });
  });
  await page.goto(url + path);
  const link = await linkOf(page);
  await page.getByRole("button", { name: "Share link", exact: true }).click();
  await expectPage(page.locator("body")).toHaveAttribute("data-shared", link);
  await expectPage(actionOf(page, "referral").getByRole("alert")).toBeEmpty();
});

test.each([
  ["de", "Link kopieren", "Du wurdest eingeladen", "Für dich: 5,00 € Rabatt ab 20,00 €"],
  ["fr", "Copier le lien", "On vous a invité", "Pour vous : 5,00 € de réduction dès 20,00 €"],
  ["es", "Copiar enlace", "Te han invitado", "Para ti: 5,00 € de descuento"],
  ["ja", "リンクをコピー", "ご招待が届いています", "あなた：€20.00以上のご注文で€5.00割引"],
])("a link and its greeting speak %s", async (locale, copy, invited, gets) => {
  const { page, url } = await becomeLoyal(browser, shop);
  await page.goto(`${url}/${locale}${path}`);
  const link = await linkOf(page);
  await expectPage(page.getByRole("button", { name: copy, exact: true })).toBeVisible();
  expect(link).toContain(`/${locale}?ref=`);
  const friend = await openPage(browser);
  await friend.goto(link);
  await says(greetingOf(friend), invited);
  const plain = async () => (await greetingOf(friend).innerText()).replaceAll(/\s/g, " ");
  await expect.poll(plain).toContain(gets);
});
