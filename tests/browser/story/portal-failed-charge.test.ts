import type { Browser, Page } from "@playwright/test";
import { afterAll, beforeAll, expect, test } from "vitest";
import { axeOf } from "#tests/browser/axe-of.ts";
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

const portalOf = (page: Page) => page.locator(".pn-portal");
const button = (page: Page, name: string) =>
  page.getByRole("article").getByRole("button", { name, exact: true });

test("a German shopper reads what failed and what to do, in both windows, and pays at the second try", async () => {
  const options = { viewport: phone, expectedErrors: [/Failed to load resource/] };
  const { page, contractId } = await becomeMember(browser, shop, options);
  const url = new URL(page.url());
  const german = `${url.origin}/de${url.pathname}`;
  const other = await page.context().newPage();
  for (const each of [page, other]) {
    await each.goto(german);
    await button(each, "Verwalten").click();
    await says(portalOf(each), "Was möchtest du tun?");
  }
  const results = { results: ["INSUFFICIENT_FUNDS", "success"] };
  expect((await shop.control(`contracts/${contractId}/payments`, results)).status).toBe(200);
  await button(page, "Jetzt abbuchen").click();
  await button(page, "15,00 € jetzt abbuchen").click();
  await says(portalOf(page), /Deine Zahlung ist unterwegs\.|fehlgeschlagen\./);
  await shop.quiet();

  await button(other, "Nächste Abbuchung auslassen").click();
  await button(other, "Diese Abbuchung auslassen").click();
  await says(portalOf(other).getByRole("alert"), "Eine Abbuchung dieses Abos ist nicht bezahlt.");
  for (const each of [page, other]) {
    await each.reload();
    await button(each, "Verwalten").click();
    await says(portalOf(each), "Abbuchung fällig seit");
    await says(portalOf(each), /Die Abbuchung von 15,00\s€ ist am .* fehlgeschlagen\./);
    await says(portalOf(each), "Die Zahlungsart wurde abgelehnt. Der nächste Versuch ist am");
    await expectPage(button(each, "Nächste Abbuchung auslassen")).toHaveCount(0);
    await expectPage(button(each, "Pausieren")).toHaveCount(0);
    await expectPage(button(each, "Zahlungsart")).toBeVisible();
  }
  await takeScreenshot(page, "portal-failed-phone-de", true);
  const { violations } = await axeOf(page).analyze();
  expect(violations.map(({ id }) => id)).toEqual([]);
  await page.goto(german.replace("/de", "/ja"));
  await button(page, "管理").click();
  await says(portalOf(page), "お支払い方法が承認されませんでした。");
  await takeScreenshot(page, "portal-failed-phone-ja", true);

  await button(other, "Jetzt abbuchen").click();
  await button(other, "15,00 € jetzt abbuchen").click();
  await says(portalOf(other), "Deine Zahlung ist unterwegs.");
  await shop.quiet();
  await other.reload();
  await button(other, "Verwalten").click();
  await says(portalOf(other), "Nächste Abbuchung");
  await expectPage(button(other, "Pausieren")).toBeVisible();
});
