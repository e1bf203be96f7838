import type { Browser } from "@playwright/test";
import { afterAll, beforeAll, expect, test } from "vitest";
import { addDays, formatDate } from "#app/lib/zoned-time.ts";
import { axeOf } from "#tests/browser/axe-of.ts";
import { contractButton, portalOf } from "#tests/browser/portal-of.ts";
import { launchBrowser, phone, takeScreenshot } from "#tests/support/browser.ts";
import { expectPage } from "#tests/support/expect-page.ts";
import { startTestApp, type TestApp } from "#tests/support/test-app.ts";
import type { TestShop } from "#tests/support/test-shop.ts";
import { becomeMember, type Member, says } from "./member.ts";

// A German shopper whose changes are refused reads in German what is wrong and what to do.

const zone = "Europe/Berlin";

let browser: Browser;
let testApp: TestApp;
let shop: TestShop;

beforeAll(async () => {
  testApp = await startTestApp();
  browser = await launchBrowser();
  shop = await testApp.createShop({ timezone: zone, currency: "EUR", seed: "goods" });
});
afterAll(async () => {
  await browser.close();
  await testApp.close();
});

/** Somebody who gets pots, on the German pages, on a phone, with the portal open. */
async function manageInGerman(): Promise<Member> {
  const groups = await (await shop.context()).platform.listPlanGroups();
  const plans = groups.find(({ name }) => name === "Plants by post")?.plans ?? [];
  const plan = plans.find(({ name }) => name.startsWith("Every 4 weeks"));
  const options = { viewport: phone, expectedErrors: [/Failed to load resource/] };
  const contract = { kind: "product", plan_id: plan?.planId, price: undefined };
  const member = await becomeMember(browser, shop, options, contract);
  const url = new URL(member.page.url());
  await member.page.goto(`${url.origin}/de${url.pathname}`);
  await contractButton(member.page, "Verwalten").click();
  await says(portalOf(member.page), "Was möchtest du tun?");
  return member;
}

test("what was changed in another window is told in German, and the page shows how it is now", async () => {
  const { page, contractId, cid } = await manageInGerman();
  await contractButton(page, "Nächste Abbuchung auslassen").click();
  const path = `/storefront/portal/${contractId}`;
  const { charge_at } = (await shop.proxy(path, { cid })).body;
  const later = formatDate(addDays(new Date(charge_at), 3, zone), zone);
  const body = { action: "move", charge_at, day: later };
  expect((await shop.proxy(`${path}/changes`, { cid, body })).status).toBe(200);
  await contractButton(page, "Diese Abbuchung auslassen").click();
  const trouble = portalOf(page).getByRole("alert");
  await says(
    trouble,
    "Diese Abbuchung wurde inzwischen gemacht oder geändert. Lade die Seite neu.",
  );
  await expectPage(trouble).toBeFocused();
  await takeScreenshot(page, "portal-refused-phone-de", true);
  const { violations } = await axeOf(page).analyze();
  expect(violations.map(({ id }) => id)).toEqual([]);
});

test("an address is mended by the field that is named in German, and is kept until then", async () => {
  const { page, contractId } = await manageInGerman();
  await contractButton(page, "Adresse ändern").click();
  await page.getByLabel("Ort", { exact: true }).fill("x".repeat(101));
  await contractButton(page, "Adresse speichern").click();
  await says(portalOf(page).getByRole("alert"), "Ort: höchstens 100 Zeichen.");
  await expectPage(page.getByLabel("Ort", { exact: true })).toHaveValue("x".repeat(101));
  await page.getByLabel("Ort", { exact: true }).fill("Wien");
  await page.getByLabel("Postleitzahl", { exact: true }).fill("1010");
  await page.getByLabel("Land", { exact: true }).selectOption({ label: "Österreich" });
  await takeScreenshot(page, "portal-address-phone-de", true);
  await contractButton(page, "Adresse speichern").click();
  await says(portalOf(page), "Die Adresse ist geändert.");
  const { platform } = await shop.context();
  expect((await platform.getContractTerms(contractId))?.delivery?.address).toMatchObject({
    ...{ city: "Wien", countryCode: "AT" },
  });
});
