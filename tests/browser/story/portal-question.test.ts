import type { Browser } from "@playwright/test";
import { afterAll, beforeAll, expect, test } from "vitest";
import { axeOf } from "#tests/browser/axe-of.ts";
import { portalOf } from "#tests/browser/portal-of.ts";
import type { BilledSubscription } from "#tests/support/billed-subscription.ts";
import { launchBrowser, openPage, phone, takeScreenshot } from "#tests/support/browser.ts";
import { expectPage } from "#tests/support/expect-page.ts";
import { begin, priceOf, storeWithPlan, tell } from "#tests/support/price-changes.ts";
import { startTestApp, type TestApp } from "#tests/support/test-app.ts";
import type { TestShop } from "#tests/support/test-shop.ts";
import { says, storefrontUrl } from "./member.ts";

// A shopper is asked on their own page whether they agree to a new price. The platform's record is the judge.

let browser: Browser;
let testApp: TestApp;

beforeAll(async () => {
  testApp = await startTestApp();
  browser = await launchBrowser();
});
afterAll(async () => {
  await browser.close();
  await testApp.close();
});

async function asked() {
  const { shop, subscriptions, planId } = await storeWithPlan(testApp, 45);
  await begin(shop, planId, 40, { silence: "keeps" });
  await tell(shop);
  return { shop, own: subscriptions[0] as BilledSubscription };
}

async function openCard(
  shop: TestShop,
  { cid }: BilledSubscription,
  expectedErrors: RegExp[] = [],
) {
  const page = await openPage(browser, { viewport: phone, expectedErrors });
  await page.goto(storefrontUrl(shop));
  await page.evaluate(
    (id) => fetch("/__dev/login", { method: "POST", body: JSON.stringify({ cid: id }) }),
    cid,
  );
  await page.getByRole("link", { name: "Membership", exact: true }).first().click();
  await page.getByRole("button", { name: "Manage", exact: true }).click();
  return page;
}

test("a shopper reads what changes and agrees, with the keyboard alone, on a phone", async () => {
  const { shop, own } = await asked();
  const page = await openCard(shop, own);
  const first = portalOf(page).getByRole("button").first();
  await expectPage(first).toHaveText("New price or terms: your answer");
  await first.focus();
  await page.keyboard.press("Enter");
  await says(portalOf(page), "Do you agree?");
  await says(portalOf(page), /Before\s*€15\.00\s*New price\s*€18\.00/);
  const { violations } = await axeOf(page).analyze();
  expect(violations.map(({ id }) => id)).toEqual([]);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(
    phone.width,
  );
  await takeScreenshot(page, "portal-question-phone", true);
  await portalOf(page).getByRole("button", { name: "I agree", exact: true }).focus();
  await page.keyboard.press("Enter");
  await says(portalOf(page), "Your answer is saved.");
  await expectPage(portalOf(page).getByRole("button", { name: /New price/i })).toHaveCount(0);
  await shop.quiet();
  expect(await priceOf(shop, own)).toEqual([1800]);
});

test("an English customer on the German page is asked in German throughout", async () => {
  const { shop, own } = await asked();
  const page = await openCard(shop, own);
  const url = new URL(page.url());
  await page.goto(`${url.origin}/de${url.pathname}`);
  await page.getByRole("button", { name: "Verwalten", exact: true }).click();
  await portalOf(page)
    .getByRole("button", { name: "Neuer Preis oder neue Bedingungen: deine Antwort", exact: true })
    .click();
  await says(portalOf(page), "Stimmst du zu?");
  await says(portalOf(page), /Bisher\s*15,00\s€\s*Neuer Preis\s*18,00\s€/);
  await takeScreenshot(page, "portal-question-phone-de", true);
  await portalOf(page).getByRole("button", { name: "Ich stimme zu", exact: true }).click();
  await says(portalOf(page), "Deine Antwort ist gespeichert.");
});

test("a shopper who answers in one window is told so in the other", async () => {
  const { shop, own } = await asked();
  const [page, other] = await Promise.all([
    openCard(shop, own),
    openCard(shop, own, [/status of 409/]),
  ]);
  for (const each of [page, other]) {
    await portalOf(each)
      .getByRole("button", { name: "New price or terms: your answer", exact: true })
      .click();
  }
  await portalOf(page)
    .getByRole("button", { name: /^I do not agree/ })
    .click();
  await says(portalOf(page), "Your answer is saved.");
  await portalOf(other).getByRole("button", { name: "I agree", exact: true }).click();
  await says(portalOf(other), "You have not agreed. Everything stays as it is for you.");
  await expectPage(portalOf(other).getByRole("button", { name: /New price/i })).toHaveCount(0);
  await shop.quiet();
  expect(await priceOf(shop, own)).toEqual([1500]);
});
