import type { Browser } from "@playwright/test";
import { afterAll, beforeAll, expect, test } from "vitest";
import { says, storefrontUrl } from "#tests/browser/story/member.ts";
import { launchBrowser, openPage, takeScreenshot } from "#tests/support/browser.ts";
import { expectPage } from "#tests/support/expect-page.ts";
import { startTestApp, type TestApp } from "#tests/support/test-app.ts";

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

test("a merchant sees an example of every block before there is a program, and nothing is asked for", async () => {
  const shop = await testApp.createShop({ seed: "goods", currency: "EUR" });
  const page = await openPage(browser);
  const asked: string[] = [];
  page.on("request", (request) => {
    if (request.url().includes("/v1/loyalty/")) asked.push(request.url());
  });
  await page.goto(`${storefrontUrl(shop)}/pages/membership?design_mode`);
  const main = page.getByRole("main");
  await says(main, "240 points");
  await says(main, "Redeem for 200 points");
  await says(main, "260 points to go until Gold");
  for (const [kind, words] of [
    ["history", "Earned with order #1042"],
    ["birthday", "Save birthday"],
    ["referral", "Friends who count: 3"],
    ["receipt", "Photo or PDF, at most 2 MB"],
  ] as const) {
    const block = page.locator(`perennial-${kind}`);
    await block.locator("summary").click();
    await says(block, words);
  }
  await takeScreenshot(page, "loyalty-previews-desktop", true);
  expect(asked).toEqual([]);
  await page.goto(`${storefrontUrl(shop)}/pages/membership`);
  await expectPage(page.locator(".pnl")).toHaveCount(0);
});
