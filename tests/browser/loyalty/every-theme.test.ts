import type { Browser, Page } from "@playwright/test";
import { afterAll, beforeAll, expect, test } from "vitest";
import { colorSchemes, textDirections, themeDesigns } from "#devstore/state/theme.ts";
import { axeOf } from "#tests/browser/axe-of.ts";
import { says } from "#tests/browser/story/member.ts";
import { chooseTheme } from "#tests/browser/themes/theme-member.ts";
import { desktop, launchBrowser, openPage, phone, takeScreenshot } from "#tests/support/browser.ts";
import { startTestApp, type TestApp } from "#tests/support/test-app.ts";
import type { TestShop } from "#tests/support/test-shop.ts";
import {
  becomeLoyal,
  couponsOf,
  greetFriends,
  historyOf,
  type LoyalShopper,
  openAction,
  openHistory,
  openWholeProgram,
  pointsOf,
  tiersOf,
} from "./loyal-shopper.ts";

let browser: Browser;
let testApp: TestApp;
let shop: TestShop;

beforeAll(async () => {
  testApp = await startTestApp();
  browser = await launchBrowser();
  shop = await testApp.createShop({ seed: "goods", currency: "EUR" });
  await openWholeProgram(shop);
  await greetFriends(shop);
});
afterAll(async () => {
  await browser.close();
  await testApp.close();
});

/** What axe finds within a part of the page, controls that are too small, and whether something sticks out sideways. */
async function findingsAt(page: Page, moment: string, part = "main"): Promise<string[]> {
  const { violations } = await axeOf(page)
    .setLegacyMode()
    .options({ resultTypes: ["violations"], preload: false })
    .include(part)
    .analyze();
  const { excess, small } = await page.evaluate(() => ({
    excess: document.documentElement.scrollWidth - document.documentElement.clientWidth,
    small: [...document.querySelectorAll(".pnl :is(button, .pnl-button)")]
      .filter((one) => one.getClientRects().length > 0)
      .filter((one) => one.getBoundingClientRect().height < 44)
      .map((one) => one.textContent),
  }));
  return [
    ...violations.map(({ id, nodes }) => `${moment}: ${id}: ${nodes.map(({ html }) => html)}`),
    ...small.map((text) => `${moment}: too small: ${text}`),
    ...(excess > 0 ? [`${moment}: ${excess} pixels too wide`] : []),
  ];
}

test.each(themeDesigns)(
  "in a theme that is %s axe finds nothing in any color scheme and direction, on desktop and phone",
  async (design) => {
    await chooseTheme(shop, { design });
    const { page, url, order, stamp, givePoints } = await becomeLoyal(browser, shop);
    await order("1190.00");
    await givePoints(1240);
    for (let stamps = 0; stamps < 4; stamps += 1) await stamp();
    const findings: string[] = [];
    for (const scheme of colorSchemes) {
      for (const direction of textDirections) {
        await chooseTheme(shop, { design, scheme, direction });
        await page.setViewportSize(desktop);
        await page.goto(`${url}/pages/membership`);
        await says(couponsOf(page), "10% off");
        await says(pointsOf(page), "1 of 3");
        await says(couponsOf(page), "Redeem for 500 points");
        await says(tiersOf(page), "Your tier");
        for (const kind of ["birthday", "referral", "receipt"] as const) {
          await openAction(page, kind);
        }
        await says(page.getByRole("main"), "Save birthday");
        await openHistory(page);
        await says(historyOf(page), "Earned with order");
        for (const viewport of [desktop, phone]) {
          await page.setViewportSize(viewport);
          const moment = `${scheme}-${direction}-${viewport.width}`;
          findings.push(...(await findingsAt(page, moment)));
          await takeScreenshot(page, `loyalty-${design}-${moment}`, true);
        }
      }
    }
    expect(findings).toEqual([]);
  },
);

test.each(themeDesigns)(
  "in a theme that is %s axe finds nothing in the greeting of a friend in any color scheme and direction, on desktop and phone",
  async (design) => {
    const sharer = await becomeLoyal(browser, shop);
    const link = await linkOf(sharer);
    const page = await openPage(browser);
    const findings: string[] = [];
    for (const scheme of colorSchemes) {
      for (const direction of textDirections) {
        await chooseTheme(shop, { design, scheme, direction });
        await page.setViewportSize(desktop);
        await page.goto(link);
        await says(page.locator("perennial-friend"), "A friend has invited you");
        for (const viewport of [desktop, phone]) {
          await page.setViewportSize(viewport);
          const moment = `${scheme}-${direction}-${viewport.width}`;
          findings.push(...(await findingsAt(page, moment, "perennial-friend")));
          await takeScreenshot(page, `loyalty-friend-${design}-${moment}`);
        }
      }
    }
    expect(findings).toEqual([]);
  },
);

/** The link by which a shopper refers friends. */
async function linkOf({ cid, url }: LoyalShopper): Promise<string> {
  const { status, body } = await shop.proxy(`/loyalty/customers/${cid}/referral`, { cid });
  expect(status).toBe(200);
  return url + new URL(body.data.link).search.replace(/^/, "/");
}
