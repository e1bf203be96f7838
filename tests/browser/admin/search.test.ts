import type { Browser } from "@playwright/test";
import { afterAll, beforeAll, test } from "vitest";
import { billedSubscription } from "#tests/support/billed-subscription.ts";
import { launchBrowser, takeScreenshot } from "#tests/support/browser.ts";
import { expectPage } from "#tests/support/expect-page.ts";
import { startTestApp, type TestApp } from "#tests/support/test-app.ts";
import type { TestShop } from "#tests/support/test-shop.ts";
import { expectAccessible, openAdminPage } from "./open-admin-page.ts";

let browser: Browser;
let testApp: TestApp;
let shop: TestShop;

beforeAll(async () => {
  testApp = await startTestApp({ pages: true });
  browser = await launchBrowser();
  shop = await testApp.createShop();
});
afterAll(async () => {
  await browser.close();
  await testApp.close();
});

test("a contract is found and opened by keys alone, and Escape gives the focus back", {
  meta: { slow: "three screens and their checks" },
}, async () => {
  const { platformContractId, id } = await (await billedSubscription(shop)).row();
  const admin = await openAdminPage(browser, shop, "/exports");
  const { frame, page } = admin;
  const opener = frame.getByRole("button", { name: "Search the app", exact: true });
  await opener.focus();
  await page.keyboard.press("/");
  const field = frame.getByRole("combobox", { name: "Search the app", exact: true });
  await expectPage(field).toBeFocused();
  await page.keyboard.press("Escape");
  await expectPage(field).toBeHidden();
  await expectPage(opener).toBeFocused();

  await page.keyboard.press("Control+k");
  await field.fill("store");
  await expectPage(
    frame.getByRole("option", { name: "Store credit files", exact: true }),
  ).toBeVisible();
  await expectAccessible(admin);
  await takeScreenshot(page, "admin-search");
  await page.keyboard.press("ArrowDown");
  await expectPage(frame.locator(".pn-search-result[aria-selected=true]")).toHaveText(
    "Store credit customers",
  );

  await field.fill(String(platformContractId));
  await expectPage(
    frame.getByRole("option", { name: new RegExp(`^Contract ${platformContractId}\\b`) }),
  ).toBeVisible();
  await page.keyboard.press("Enter");
  await frame.waitForURL(`**/app/subscriptions/${id}*`);
});

test("a search without a result and one that fails say so, and it can be asked again", async () => {
  const { frame, page } = await openAdminPage(browser, shop, "/exports", {
    viewport: { width: 375, height: 700 },
    expectedErrors: [/Failed to load resource/],
  });
  await frame.getByRole("button", { name: "Search the app", exact: true }).click();
  const field = frame.getByRole("combobox", { name: "Search the app", exact: true });
  await field.fill("zzzz");
  await expectPage(frame.getByText("Nothing is called “zzzz”.", { exact: true })).toBeVisible();
  await page.route("**/app/search?*", (route) => route.abort());
  await field.fill("exports");
  const again = frame.getByRole("button", { name: "Search again", exact: true });
  await expectPage(again).toBeVisible();
  await takeScreenshot(page, "admin-search-failed-phone");
  await page.unroute("**/app/search?*");
  await again.click();
  await expectPage(frame.getByRole("option", { name: "Exports", exact: true })).toBeVisible();
});
