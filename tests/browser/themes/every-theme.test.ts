import type { Browser, Page } from "@playwright/test";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { colorSchemes, textDirections, themeDesigns } from "#devstore/state/theme.ts";
import { axeOf } from "#tests/browser/axe-of.ts";
import { cancelButton, dialogOf, says, stepIs, steps } from "#tests/browser/story/member.ts";
import { desktop, launchBrowser, phone } from "#tests/support/browser.ts";
import { expectPage } from "#tests/support/expect-page.ts";
import { startTestApp, type TestApp } from "#tests/support/test-app.ts";
import type { TestShop } from "#tests/support/test-shop.ts";
import { addPlant, becomeThemeMember, chooseTheme, drawerOf, tabTo } from "./theme-member.ts";

// Both blocks and the line in the drawer, in themes that behave as the platform's own do.

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

/** What axe finds within one part of the page, and whether something sticks out of the page sideways. */
async function findingsIn(page: Page, part: string, moment: string): Promise<string[]> {
  const { violations } = await axeOf(page)
    .setLegacyMode()
    .options({ resultTypes: ["violations"], preload: false })
    .include(part)
    .analyze();
  const excess = await page.evaluate(
    () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
  );
  return [
    ...violations.map(({ id, nodes }) => `${moment}: ${id}: ${nodes.map(({ html }) => html)}`),
    ...(excess > 0 ? [`${moment}: ${excess} pixels too wide`] : []),
  ];
}

describe.each(themeDesigns)("in a theme that is %s", (design) => {
  test.each(textDirections)("axe finds nothing in any color scheme, %s", async (direction) => {
    await chooseTheme(shop, { design });
    const member = await becomeThemeMember(browser, shop, { reducedMotion: "reduce" });
    const { page, shopper, url } = member;
    // A card with products and their pictures, too.
    await shop.createContract({ cid: shopper.cid, kind: "product", quantity: 2 });
    await shop.quiet();
    await addPlant(member);
    const findings: string[] = [];
    for (const scheme of colorSchemes) {
      await chooseTheme(shop, { design, scheme, direction });
      for (const viewport of [desktop, phone]) {
        const moment = `${scheme} ${viewport.width}`;
        await page.setViewportSize(viewport);
        // A page that is there already needs no other for another size.
        if (viewport === desktop) {
          await page.goto(`${url}/pages/membership`);
          await page.getByText("History", { exact: true }).click();
          await expectPage(page.getByText(/^\s*2 × Kitchen herb trio\b/)).toBeVisible();
        }
        findings.push(...(await findingsIn(page, "main", `${moment} blocks`)));
        await cancelButton(page).click();
        await stepIs(page, steps.reason);
        findings.push(...(await findingsIn(page, "dialog.pn-dialog", `${moment} dialog`)));
        await page.keyboard.press("Escape");
        await page.locator(".cart-link").click();
        await expectPage(
          drawerOf(page).getByRole("button", { name: "Use €10.00", exact: true }),
        ).toBeVisible();
        findings.push(...(await findingsIn(page, ".pnc-drawer", `${moment} drawer`)));
        await page.keyboard.press("Escape");
      }
    }
    expect(findings).toEqual([]);
  });

  test("nothing but a keyboard is needed for the drawer, the history and every step", async () => {
    await chooseTheme(shop, { design, scheme: "light", direction: "ltr" });
    const member = await becomeThemeMember(browser, shop, { reducedMotion: "reduce" });
    const { page, url } = member;
    await addPlant(member);
    await page.goto(`${url}/pages/membership`);
    await tabTo(page, "Cart 1");
    await page.keyboard.press("Enter");
    await tabTo(page, "Use €10.00");
    await page.keyboard.press("Space");
    const line = drawerOf(page).locator(".pnc");
    await says(line, "-€10.00");
    await expectPage(line.locator("[data-p=hold]")).toBeFocused();
    await tabTo(page, "Check out");
    await page.keyboard.press("Escape");
    await expectPage(page.locator(".cart-link")).toBeFocused();

    const card = page.getByRole("main").locator(".pnc");
    await says(card, "€10.00 reserved");
    await tabTo(page, "Cancel membership");
    await page.keyboard.press("Space");
    await stepIs(page, steps.reason);
    await page.keyboard.press("Tab");
    await page.keyboard.press("Space");
    await tabTo(page, "Continue");
    await page.keyboard.press("Enter");
    await stepIs(page, steps.offer);
    await tabTo(page, "Continue to cancel");
    await page.keyboard.press("Enter");
    await stepIs(page, steps.confirm);
    await tabTo(page, "Keep membership");
    await page.keyboard.press("Enter");
    await expectPage(dialogOf(page)).toHaveCount(0);
    await says(page.getByRole("status").first(), "Nothing has changed.");
    await tabTo(page, "History");
    await page.keyboard.press("Enter");
    await expectPage(card.getByRole("table")).toBeVisible();
  });

  test("buttons have the form of the theme's own, and the table and the marker are ours", async () => {
    await chooseTheme(shop, { design, scheme: "strong", direction: "ltr" });
    const { page } = await becomeThemeMember(browser, shop);
    await page.getByText("History", { exact: true }).click();
    const seen = await page.evaluate(() => {
      const own = document.createElement("a");
      own.className = "button button--secondary button-secondary";
      document.querySelector("main")?.append(own);
      const formOf = (element: Element | null) => {
        const { backgroundColor, borderRadius, color, fontSize, paddingInlineStart } =
          getComputedStyle(element as Element);
        return { backgroundColor, borderRadius, color, fontSize, paddingInlineStart };
      };
      const table = getComputedStyle(document.querySelector(".pnc table") as Element);
      const summary = document.querySelector(".pnc summary") as Element;
      const heading = getComputedStyle(document.querySelector(".pn h2") as Element);
      return {
        theirs: formOf(own),
        ours: [...document.querySelectorAll(".pn-flow > article .pn-button, .pnc-button")]
          .filter((button) => button.getClientRects().length > 0)
          .map(formOf),
        heading: heading.color === getComputedStyle(document.querySelector("h1") as Element).color,
        tableLayout: table.tableLayout,
        tableShadow: table.boxShadow,
        marker: getComputedStyle(summary, "::before").borderBottomWidth,
      };
    });
    expect(seen.ours.length).toBeGreaterThan(0);
    for (const form of seen.ours) expect(form).toEqual(seen.theirs);
    expect(seen).toMatchObject({
      heading: true,
      tableLayout: "auto",
      tableShadow: "none",
      marker: "2px",
    });
  });
});
