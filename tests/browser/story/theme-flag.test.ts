import type { Browser } from "@playwright/test";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { launchBrowser, openPage } from "#tests/support/browser.ts";
import { expectPage } from "#tests/support/expect-page.ts";
import { startTestApp, type TestApp } from "#tests/support/test-app.ts";
import type { TestShop } from "#tests/support/test-shop.ts";
import {
  becomeMember,
  cancelButton,
  dialogOf,
  type Member,
  stepIs,
  steps,
  storefrontUrl,
} from "./member.ts";

// The theme's flag, as the app embed sets it in the head of every page and as a theme's own code may.

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
  shop = await testApp.createShop({ currency: "EUR" });
});

/** The merchant switches the app embed on in the theme editor, with a mode. */
async function switchEmbedOn(mode: string): Promise<void> {
  const page = await openPage(browser);
  await page.goto(`${storefrontUrl(shop)}/__dev/theme`);
  const embed = page.locator("details", { hasText: "Cancel mode" });
  const saved = page.getByText("Saved.", { exact: true });
  await embed.getByLabel("The cancel button", { exact: true }).selectOption(mode);
  await expectPage(saved).toBeVisible();
  await page.reload();
  await embed.getByLabel("Switched on", { exact: true }).check();
  await expectPage(saved).toBeVisible();
  await page.close();
}

/** The theme has its own line in the head that sets the flag. */
async function setFlag({ page }: Member, value: unknown): Promise<void> {
  await page.addInitScript((flag) => {
    Object.assign(window, { __sdrfMode: flag });
  }, value);
  await page.reload();
}

const flagOf = ({ page }: Member) => page.evaluate(() => Reflect.get(window, "__sdrfMode"));
const statusOf = async ({ contractId }: Member) =>
  (await shop.platformContract(contractId))?.status;

describe("window.__sdrfMode", () => {
  test('"b" from the app embed cancels at the first press, without the modal, and shows the receipt', async () => {
    await switchEmbedOn("Cancels at once");
    const member = await becomeMember(browser, shop);
    expect(await flagOf(member)).toBe("b");
    await cancelButton(member.page).click();
    await expectPage(
      member.page.getByText(new RegExp(`Reference: ${member.contractId}-\\d{8}`)),
    ).toBeVisible();
    await expectPage(dialogOf(member.page)).toHaveCount(0);
    await expectPage(cancelButton(member.page)).toHaveCount(0);
    expect(await statusOf(member)).toBe("cancelled");
  });

  test("absent, because the app embed is off, opens the modal", async () => {
    const member = await becomeMember(browser, shop);
    expect(await flagOf(member)).toBeUndefined();
    await cancelButton(member.page).click();
    await stepIs(member.page, steps.reason);
    expect(await statusOf(member)).toBe("active");
  });

  test("absent, because the app embed is on in its standard mode, opens the modal", async () => {
    await switchEmbedOn("Opens the cancel flow");
    const member = await becomeMember(browser, shop);
    expect(await flagOf(member)).toBeUndefined();
    await cancelButton(member.page).click();
    await stepIs(member.page, steps.reason);
    expect(await statusOf(member)).toBe("active");
  });

  test.each(["B", true])("%o, which a theme may set by mistake, opens the modal", async (value) => {
    const member = await becomeMember(browser, shop);
    await setFlag(member, value);
    expect(await flagOf(member)).toBe(value);
    await cancelButton(member.page).click();
    await stepIs(member.page, steps.reason);
    expect(await statusOf(member)).toBe("active");
  });
});
