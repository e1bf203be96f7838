import type { Browser, Page } from "@playwright/test";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { postCredit } from "#app/domain/ledger/post-movement.ts";
import { archiveRule } from "#app/domain/loyalty/rules/save-rule.ts";
import { readVitals, watchVitals } from "#tests/bench/page-vitals.ts";
import { says, storefrontUrl } from "#tests/browser/story/member.ts";
import { launchBrowser, openPage, phone, takeScreenshot } from "#tests/support/browser.ts";
import { expectPage } from "#tests/support/expect-page.ts";
import { startTestApp, type TestApp } from "#tests/support/test-app.ts";
import type { TestShop } from "#tests/support/test-shop.ts";
import { becomeLoyal, openProgram, pointsOf, textOfServer } from "./loyal-shopper.ts";

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

const endpoint = /\/loyalty\/customers\/\d+$/;
const path = "/pages/membership";

/** Opens the page and waits until the block has heard from the store. */
async function visit(page: Page, url: string): Promise<void> {
  const asked = page.waitForResponse(endpoint);
  await page.goto(url + path);
  await (await asked).finished();
}

const ruleOf = (page: Page, name: string) =>
  pointsOf(page).locator(".pnl-rule").filter({ hasText: name });

/** What a shopper does who comes back from another tab. */
const comeBack = (page: Page) =>
  page.evaluate(() => void document.dispatchEvent(new Event("visibilitychange")));

describe("a shopper's points and progress", () => {
  test("go from nothing to a full card, by the page alone and after the store has answered", async () => {
    const { page, url, order, stamp } = await becomeLoyal(browser, shop);
    await visit(page, url);
    await says(pointsOf(page), "No points yet");
    await says(ruleOf(page, "Coffee card"), "0 of 3");
    await expectPage(pointsOf(page).locator("[data-p=balance]")).toBeHidden();

    await order("1190.00");
    await stamp();
    const text = await textOfServer(page, path);
    expect(text).toContain("1,000 points more once the return window has ended");
    expect(text).toContain("1 of 3");
    expect(text).toContain("€1,000 of €2,000");
    expect(text).toContain("Reward: 10% off");
    expect(text).toContain("Reward: 1 point for every €1 you spend");
    await visit(page, url);
    await says(ruleOf(page, "Big spender"), "€1,000 of €2,000");
    expect(await page.locator("progress.pnl-bar").getAttribute("value")).toBe("1000");
    await takeScreenshot(page, "loyalty-points-desktop", true);

    await stamp();
    await visit(page, url);
    await says(ruleOf(page, "Coffee card"), "2 of 3 One to go");
    await expectPage(page.locator(".pnl-punch .pnl-full")).toHaveCount(2);

    await stamp();
    await shop.control("clock", { advance: "P15D" });
    await visit(page, url);
    await says(ruleOf(page, "Coffee card"), "0 of 3");
    await says(pointsOf(page), "1,000 points");
    await page.setViewportSize(phone);
    await takeScreenshot(page, "loyalty-points-phone", true);
  });

  test("stay where they are while the page loads and hears that nothing has changed", async () => {
    const { page, url, order } = await becomeLoyal(browser, shop);
    await order("119.00");
    await watchVitals(page);
    await page.addInitScript(() => {
      addEventListener("DOMContentLoaded", () => {
        const place = document.querySelector("perennial-points");
        const count = () => document.body.setAttribute("data-drawn", "");
        const all = { childList: true, subtree: true, characterData: true };
        if (place) new MutationObserver(count).observe(place, all);
      });
    });
    await visit(page, url);
    await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(resolve)));
    await expectPage(page.locator("body[data-drawn]")).toHaveCount(0);
    expect((await readVitals(page)).layoutShift).toBe(0);
  });

  test("that the page does not have yet are shown, also when they came while it was open elsewhere", async () => {
    const { page, url, customerId } = await becomeLoyal(browser, shop);
    const give = async (amountMinor: number) => {
      const what = { unit: "points", amountMinor, typeCode: 4, message: "A present" } as const;
      await postCredit(await shop.context(), { customerId, ...what });
    };
    await give(5);
    await visit(page, url);
    await says(pointsOf(page), "5 points");
    await give(1235);
    await comeBack(page);
    await says(pointsOf(page), "1,240 points");
    await expectPage(pointsOf(page).locator("[data-p=none]")).toBeHidden();
  });
});

describe("the block", () => {
  test("explains the program to who is signed out, and shows no number of anybody", async () => {
    const page = await openPage(browser);
    await page.goto(storefrontUrl(shop) + path);
    const block = page.locator(".pnl").filter({ hasText: "Coffee card" });
    await says(block, "Every third coffee brings a discount.");
    await says(block, "Reward: 10% off");
    await says(block, "Sign in to see your points and rewards.");
    await expectPage(block.locator("[data-p=balance], progress, [data-p=progress]")).toHaveCount(0);
    await takeScreenshot(page, "loyalty-signed-out-desktop", true);
    await block.getByRole("link", { name: "Sign in", exact: true }).click();
    await expectPage(page).toHaveURL(/return_to=%2Fpages%2Fmembership/);
  });

  test("says that there is nothing to earn when the program rests, and is not there without points", async () => {
    const { page, url, order } = await becomeLoyal(browser, shop);
    const other = await becomeLoyal(browser, shop);
    await order("119.00");
    const context = await shop.context();
    const rules = await context.db.prisma.loyaltyRule.findMany({
      where: { shopId: context.shop.id },
    });
    for (const { id } of rules) await archiveRule(context, id);
    await shop.quiet();
    await page.goto(url + path);
    await says(pointsOf(page), "There is nothing to earn at the moment. What you have stays.");
    await other.page.goto(url + path);
    await expectPage(other.page.locator(".pnl:has(perennial-points)")).toHaveCount(0);
  });

  test("keeps the last numbers with their time when the store does not answer, and claims none without any", async () => {
    const expectedErrors = [/Failed to load resource/];
    const known = await becomeLoyal(browser, shop, { expectedErrors });
    await known.order("119.00");
    await known.page.route(endpoint, (route) => route.abort());
    await known.page.goto(known.url + path);
    await says(pointsOf(known.page), /as of \w+ \d+, 20\d\d/);
    await says(pointsOf(known.page), "100 points more");

    const unknown = await becomeLoyal(browser, shop, { expectedErrors });
    await unknown.page.route(endpoint, (route) => route.fulfill({ status: 500, body: "{}" }));
    await unknown.page.goto(unknown.url + path);
    await says(pointsOf(unknown.page), "Points unavailable");
    await expectPage(pointsOf(unknown.page).locator("[data-p=none]")).toBeHidden();
  });

  test("says that the shopper is offline, and goes on by itself afterwards", async () => {
    const expectedErrors = [/Failed to load resource/];
    const { page, url, order } = await becomeLoyal(browser, shop, { expectedErrors });
    await order("119.00");
    await visit(page, url);
    await page.context().setOffline(true);
    await comeBack(page);
    await says(pointsOf(page), "You are offline. These are the last known numbers.");
    await says(pointsOf(page), "100 points more");
    await page.context().setOffline(false);
    await expectPage(pointsOf(page).locator("[data-p=offline]")).toBeHidden();
  });

  test("asks who has been signed out meanwhile to sign in again", async () => {
    const expectedErrors = [/Failed to load resource/];
    const { page, url } = await becomeLoyal(browser, shop, { expectedErrors });
    await visit(page, url);
    await page.context().clearCookies();
    await comeBack(page);
    await says(pointsOf(page), "You have been signed out.");
    await expectPage(
      pointsOf(page).getByRole("link", { name: "Sign in", exact: true }),
    ).toBeVisible();
  });

  test.each([
    ["de", "1.000 Punkte mehr", "1 von 3", "1.000 € von 2.000 €", "Prämie: 10 % Rabatt"],
    ["fr", "1 000 points de plus", "1 sur 3", "1 000 € sur 2 000 €", "Récompense : 10 % de"],
    ["es", "1000 puntos más", "1 de 3", "1000 € de 2000 €", "Recompensa: 10 % de descuento"],
    ["ja", "1,000ポイント", "1 / 3", "€1,000 / €2,000", "特典：10%割引"],
  ])("speaks %s, by the page and by the script alike", async (locale, ...words) => {
    const { page, url, cid, order, stamp } = await becomeLoyal(browser, shop);
    await order("1190.00");
    await stamp();
    const text = await textOfServer(page, `/${locale}${path}`);
    for (const one of words) expect(text).toMatch(new RegExp(spaced(one)));
    expect(text).not.toContain("Translation missing");
    const { platform } = await shop.context();
    // Without what was published all of it is written by the script.
    await platform.publishCustomerData(cid, "loyalty", null);
    const asked = page.waitForResponse(endpoint);
    await page.goto(`${url}/${locale}${path}`);
    await (await asked).finished();
    for (const one of words) await says(pointsOf(page), new RegExp(spaced(one)));
  });
});

/** Languages differ in the space before a unit. */
function spaced(text: string): string {
  return text.replaceAll(/[.+?]/g, "\\$&").replaceAll(/\s/g, "\\s");
}
