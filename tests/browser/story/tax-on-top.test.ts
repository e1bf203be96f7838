import type { Browser } from "@playwright/test";
import { afterAll, beforeAll, test } from "vitest";
import { contractButton, portalOf } from "#tests/browser/portal-of.ts";
import { launchBrowser } from "#tests/support/browser.ts";
import { startTestApp, type TestApp } from "#tests/support/test-app.ts";
import { becomeMember, dialogOf, press, says, stepIs, steps, walkToOffer } from "./member.ts";

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

test("where tax comes on top, the card, the portal and the dialog say so of the next charge", async () => {
  const shop = await testApp.createShop({ currency: "USD" });
  await shop.control("tax", { included: false, rate: 0.0775 });
  await shop.quiet();
  const { page } = await becomeMember(browser, shop, {}, { price: "15.00" });
  await says(page.getByRole("article"), "$15.00 plus tax");
  await contractButton(page, "Manage").click();
  await says(portalOf(page), "$15.00 plus tax");
  await portalOf(page).getByRole("button", { name: "Skip the next charge", exact: true }).click();
  await says(portalOf(page), /The next one after it is on .*: \$15\.00 plus tax\./);
  await walkToOffer(page);
  await press(page, "Accept");
  await stepIs(page, steps.saved);
  await says(dialogOf(page), /Your next charge is on .*: \$12\.00 plus tax\./);
  await press(page, "Close");
  await says(page.getByRole("article"), "$12.00 plus tax");
});
