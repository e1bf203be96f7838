import type { Browser } from "@playwright/test";
import { afterAll, beforeAll, expect, test } from "vitest";
import { axeOf } from "#tests/browser/axe-of.ts";
import { contractButton, portalOf } from "#tests/browser/portal-of.ts";
import { launchBrowser, phone, takeScreenshot } from "#tests/support/browser.ts";
import { expectPage } from "#tests/support/expect-page.ts";
import { startTestApp, type TestApp } from "#tests/support/test-app.ts";
import type { TestShop } from "#tests/support/test-shop.ts";
import { becomeMember, says } from "./member.ts";

// A charge of now fails: the shopper reads so at once, in each window, and pays by another try.

let browser: Browser;
let testApp: TestApp;
let shop: TestShop;

beforeAll(async () => {
  testApp = await startTestApp();
  browser = await launchBrowser();
  shop = await testApp.createShop({ timezone: "Europe/Berlin", currency: "EUR", seed: "goods" });
});
afterAll(async () => {
  await browser.close();
  await testApp.close();
});

test("a German shopper reads what failed and what to do, in both windows, and pays at the second try", {
  meta: { slow: "a story in two windows" },
}, async () => {
  const options = { viewport: phone, expectedErrors: [/Failed to load resource/] };
  const { page, contractId } = await becomeMember(browser, shop, options);
  const url = new URL(page.url());
  const german = `${url.origin}/de${url.pathname}`;
  const other = await page.context().newPage();
  for (const each of [page, other]) {
    await each.goto(german);
    await contractButton(each, "Verwalten").click();
    await says(portalOf(each), "Was möchtest du tun?");
  }
  const results = { results: ["INSUFFICIENT_FUNDS", "success"] };
  expect((await shop.control(`contracts/${contractId}/payments`, results)).status).toBe(200);
  await contractButton(page, "Jetzt abbuchen").click();
  await contractButton(page, "15,00 € jetzt abbuchen").click();
  await says(portalOf(page), /Deine Zahlung ist unterwegs\.|fehlgeschlagen\./);
  await shop.quiet();

  await contractButton(other, "Nächste Abbuchung auslassen").click();
  await contractButton(other, "Diese Abbuchung auslassen").click();
  await says(portalOf(other).getByRole("alert"), "Eine Abbuchung dieses Abos ist nicht bezahlt.");
  for (const each of [page, other]) {
    await each.reload();
    await contractButton(each, "Verwalten").click();
    await says(portalOf(each), "Abbuchung fällig seit");
    await says(portalOf(each), /Die Abbuchung von 15,00\s€ ist am .* fehlgeschlagen\./);
    await says(portalOf(each), "Die Zahlungsart wurde abgelehnt. Der nächste Versuch ist am");
    await expectPage(contractButton(each, "Nächste Abbuchung auslassen")).toHaveCount(0);
    await expectPage(contractButton(each, "Pausieren")).toHaveCount(0);
    await expectPage(contractButton(each, "Zahlungsart")).toBeVisible();
  }
  await takeScreenshot(page, "portal-failed-phone-de", true);
  const { violations } = await axeOf(page).analyze();
  expect(violations.map(({ id }) => id)).toEqual([]);
  await page.goto(german.replace("/de", "/ja"));
  await contractButton(page, "管理").click();
  await says(portalOf(page), "お支払い方法が承認されませんでした。");
  await takeScreenshot(page, "portal-failed-phone-ja", true);

  await contractButton(other, "Jetzt abbuchen").click();
  await contractButton(other, "15,00 € jetzt abbuchen").click();
  await says(portalOf(other), "Deine Zahlung ist unterwegs.");
  await shop.quiet();
  await other.reload();
  await contractButton(other, "Verwalten").click();
  await says(portalOf(other), "Nächste Abbuchung");
  await expectPage(contractButton(other, "Pausieren")).toBeVisible();
});
