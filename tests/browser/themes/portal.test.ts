import type { Browser, Page } from "@playwright/test";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { colorSchemes, textDirections, themeDesigns } from "#devstore/state/theme.ts";
import { axeOf } from "#tests/browser/axe-of.ts";
import { contractButton, portalOf } from "#tests/browser/portal-of.ts";
import { says } from "#tests/browser/story/member.ts";
import { desktop, launchBrowser, phone, takeScreenshot } from "#tests/support/browser.ts";
import { expectPage } from "#tests/support/expect-page.ts";
import { startTestApp, type TestApp } from "#tests/support/test-app.ts";
import type { TestShop } from "#tests/support/test-shop.ts";
import { becomeThemeMember, chooseTheme, tabTo } from "./theme-member.ts";

// The portal, in themes that behave as the platform's own do.

let browser: Browser;
let testApp: TestApp;
let shop: TestShop;

beforeAll(async () => {
  testApp = await startTestApp();
  browser = await launchBrowser();
  shop = await testApp.createShop({ seed: "goods", currency: "EUR" });
});
afterAll(async () => {
  await browser.close();
  await testApp.close();
});

/** What axe finds in the portal, controls that are too small, and whether something sticks out sideways. */
async function findingsAt(page: Page, moment: string): Promise<string[]> {
  const { violations } = await axeOf(page)
    .setLegacyMode()
    .options({ resultTypes: ["violations"], preload: false })
    .include("main")
    .analyze();
  const { excess, small } = await page.evaluate(() => ({
    excess: document.documentElement.scrollWidth - document.documentElement.clientWidth,
    small: [...document.querySelectorAll(".pn-portal :is(button, select, input[type=date])")]
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

describe.each(themeDesigns)("in a theme that is %s", (design) => {
  test("axe finds nothing in any color scheme and direction, on a desktop from the left and a phone from the right", async () => {
    await chooseTheme(shop, { design });
    const { page, url } = await becomeThemeMember(browser, shop, { reducedMotion: "reduce" });
    const findings: string[] = [];
    for (const scheme of colorSchemes) {
      for (const direction of textDirections) {
        await chooseTheme(shop, { design, scheme, direction });
        // Each scheme in each direction, on a screen of its own size.
        const [viewport, screen] =
          direction === "rtl" ? [phone, "Withdraw from contract"] : [desktop, "Pause"];
        await page.setViewportSize(viewport);
        await page.goto(`${url}/pages/membership`);
        await contractButton(page, "Manage").click();
        await says(portalOf(page), "What would you like to do?");
        const moment = `${scheme}-${direction}-${viewport.width}`;
        findings.push(...(await findingsAt(page, `${moment} overview`)));
        await takeScreenshot(page, `portal-${design}-${moment}`, true);
        await portalOf(page).getByRole("button", { name: screen, exact: true }).click();
        await expectPage(contractButton(page, "Back")).toBeVisible();
        if (screen === "Pause") await page.getByRole("radio").last().check();
        findings.push(...(await findingsAt(page, `${moment} ${screen}`)));
        await takeScreenshot(page, `portal-screen-${design}-${moment}`, true);
      }
    }
    expect(findings).toEqual([]);
  });

  test("nothing but a keyboard is needed to skip a charge and to withdraw", async () => {
    await chooseTheme(shop, { design, scheme: "light", direction: "ltr" });
    const { page, contractId } = await becomeThemeMember(browser, shop);
    await tabTo(page, "Manage");
    await page.keyboard.press("Enter");
    await says(portalOf(page), "What would you like to do?");
    await tabTo(page, "Skip the next charge");
    await page.keyboard.press("Space");
    await expectPage(
      page.getByRole("heading", { name: "Skip the next charge", exact: true }),
    ).toBeFocused();
    await page.keyboard.press("Escape");
    await tabTo(page, "Skip the next charge");
    await page.keyboard.press("Enter");
    await tabTo(page, "Skip this charge");
    await page.keyboard.press("Enter");
    await says(portalOf(page), "Skipped.");
    await page.keyboard.press("Escape");
    await says(portalOf(page), "Skipped.");
    await tabTo(page, "Withdraw from contract");
    await page.keyboard.press("Enter");
    await tabTo(page, "Confirm withdrawal");
    await page.keyboard.press("Enter");
    await says(portalOf(page), "You have withdrawn from the contract.");
    expect((await shop.platformContract(contractId))?.status).toBe("cancelled");
  });
});
