import type { Browser, Page } from "@playwright/test";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { axeOf } from "#tests/browser/axe-of.ts";
import { desktop, launchBrowser, phone } from "#tests/support/browser.ts";
import { expectPage } from "#tests/support/expect-page.ts";
import { startTestApp, type TestApp } from "#tests/support/test-app.ts";
import type { TestShop } from "#tests/support/test-shop.ts";
import {
  becomeMember,
  cancelButton,
  confirmButton,
  dialogOf,
  press,
  says,
  stepIs,
  steps,
  walkToOffer,
} from "./member.ts";

// In the theme with its fonts and colors, and around a dialog that the browser shows above the page.

let browser: Browser;
let testApp: TestApp;
let shop: TestShop;

beforeAll(async () => {
  testApp = await startTestApp();
  browser = await launchBrowser();
  shop = await testApp.createShop({ currency: "EUR" });
});
afterAll(async () => {
  await browser.close();
  await testApp.close();
});

/** What axe finds in the whole page, each finding beginning with the step at which it was found. */
async function barriersAt(step: string, page: Page): Promise<string[]> {
  await page.evaluate(() => Promise.all(document.getAnimations().map(({ finished }) => finished)));
  const { violations } = await axeOf(page).analyze();
  return violations.map(({ id, nodes }) => `${step}: ${id}: ${nodes.map(({ html }) => html)}`);
}

/** Presses Tab until the focus is on what bears this name, as somebody does who cannot use a mouse. */
async function tabTo(page: Page, name: string): Promise<void> {
  for (let presses = 0; presses < 40; presses += 1) {
    await page.keyboard.press("Tab");
    const focused = await page.evaluate(() => document.activeElement?.textContent?.trim() ?? "");
    if (focused === name) return;
  }
  throw new Error(`Tab never reached “${name}”`);
}

describe.each([
  ["desktop", { viewport: desktop }],
  ["phone", { viewport: phone, hasTouch: true, isMobile: true }],
] as const)("on a %s", (_, options) => {
  test("axe finds nothing at any step, with an offer declined", async () => {
    const { page } = await becomeMember(browser, shop, options);
    const barriers = await barriersAt("card", page);
    await cancelButton(page).click();
    await stepIs(page, steps.reason);
    barriers.push(...(await barriersAt("reason", page)));
    await page.getByLabel("It's too expensive", { exact: true }).check();
    await press(page, "Continue");
    await stepIs(page, steps.offer);
    barriers.push(...(await barriersAt("offer", page)));
    await press(page, "Continue to cancel");
    await stepIs(page, steps.confirm);
    barriers.push(...(await barriersAt("confirm", page)));
    await confirmButton(page).click();
    await stepIs(page, steps.done);
    barriers.push(...(await barriersAt("done", page)));
    await shop.quiet();
    await page.reload();
    await says(page.getByRole("article"), "Canceled");
    barriers.push(...(await barriersAt("ended card", page)));
    expect(barriers).toEqual([]);
  });

  test("axe finds nothing with an offer accepted", async () => {
    const { page } = await becomeMember(browser, shop, options);
    await walkToOffer(page);
    await press(page, "Accept");
    await stepIs(page, steps.saved);
    const barriers = await barriersAt("saved", page);
    await shop.quiet();
    await page.reload();
    await says(page.getByRole("article"), "Your offer");
    barriers.push(...(await barriersAt("card with an offer", page)));
    expect(barriers).toEqual([]);
  });
});

test("from the button to cancelled nothing but a keyboard is needed", async () => {
  const { page, contractId } = await becomeMember(browser, shop);
  await page.reload();
  await tabTo(page, "Cancel membership");
  await page.keyboard.press("Enter");
  await stepIs(page, steps.reason);
  await page.keyboard.press("Tab");
  await page.keyboard.press("Space");
  await expectPage(page.getByLabel("It's too expensive", { exact: true })).toBeChecked();
  await tabTo(page, "Continue");
  await page.keyboard.press("Enter");
  await stepIs(page, steps.offer);
  await tabTo(page, "Continue to cancel");
  await page.keyboard.press("Space");
  await stepIs(page, steps.confirm);
  await tabTo(page, "Cancel membership");
  await page.keyboard.press("Enter");
  await stepIs(page, steps.done);
  expect((await shop.platformContract(contractId))?.status).toBe("cancelled");
  await page.keyboard.press("Escape");
  await expectPage(dialogOf(page)).toHaveCount(0);
  const news = page.getByRole("status").filter({ hasText: `Reference: ${contractId}-` });
  await expectPage(news).toBeFocused();
});
