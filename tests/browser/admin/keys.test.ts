import type { Browser } from "@playwright/test";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { isApiKey } from "#app/domain/api-keys/api-key-format.ts";
import { launchBrowser, takeScreenshot } from "#tests/support/browser.ts";
import { expectPage } from "#tests/support/expect-page.ts";
import { startTestApp, type TestApp } from "#tests/support/test-app.ts";
import type { TestShop } from "#tests/support/test-shop.ts";
import { type AdminPage, expectAccessible, openAdminPage } from "./open-admin-page.ts";

let browser: Browser;
let testApp: TestApp;
let shop: TestShop;

beforeAll(async () => {
  testApp = await startTestApp({ pages: true });
  browser = await launchBrowser();
  shop = await testApp.createShop();
});
afterAll(async () => {
  await browser.close();
  await testApp.close();
});

const dialogOf = ({ frame }: AdminPage) => frame.locator("dialog[open]");
const statusWith = async (key: string) =>
  (await shop.proxy("/membership/churn/offers", { key })).status;

/** Creates a key as a merchant does. @returns what the dialog shows. */
async function createKey(admin: AdminPage, name: string): Promise<string> {
  await admin.frame.getByRole("button", { name: "Create key", exact: true }).click();
  const dialog = dialogOf(admin);
  await dialog.getByLabel("Name", { exact: true }).fill(name);
  await dialog.getByRole("button", { name: "Create key", exact: true }).click();
  return readSecret(admin);
}

async function readSecret(admin: AdminPage): Promise<string> {
  const dialog = dialogOf(admin);
  await expectPage(
    dialog.getByText("Copy this key now. You won't see it again.", { exact: true }),
  ).toBeVisible();
  return dialog.getByTestId("new-key").innerText();
}

async function confirmSaved(admin: AdminPage): Promise<void> {
  await dialogOf(admin)
    .getByLabel("I have saved this key in a safe place", { exact: true })
    .check();
  await dialogOf(admin).getByRole("button", { name: "Done", exact: true }).click();
  await expectPage(dialogOf(admin)).toHaveCount(0);
}

describe("API keys in the settings", () => {
  test("a new key is shown once, works at once, and its dialog stays until it is saved", async () => {
    const admin = await openAdminPage(browser, shop, "/settings");
    const secret = await createKey(admin, "Helpdesk");
    expect(isApiKey(secret)).toBe(true);
    expect(await statusWith(secret)).toBe(200);
    await takeScreenshot(admin.page, "admin-new-key");
    await expectAccessible(admin);

    await admin.page.keyboard.press("Escape");
    await expectPage(dialogOf(admin)).toBeVisible();
    await expectPage(
      dialogOf(admin).getByRole("button", { name: "Done", exact: true }),
    ).toBeDisabled();
    await confirmSaved(admin);

    const row = admin.frame.getByRole("row").filter({ hasText: "Helpdesk" });
    await expectPage(row).toContainText(`pk_live_…${secret.slice(-4)}`);
    await expectPage(row).toContainText("All");
    expect(await admin.frame.content()).not.toContain(secret);
    await admin.page.reload();
    await expectPage(
      admin.page.frameLocator("#app").getByText("Helpdesk", { exact: true }),
    ).toBeVisible();
    expect(await admin.page.frames().at(-1)?.content()).not.toContain(secret);
  });

  test("a key without a name is refused beside the field, and what was chosen stays", async () => {
    const admin = await openAdminPage(browser, shop, "/settings");
    await admin.frame.getByRole("button", { name: "Create key", exact: true }).click();
    const dialog = dialogOf(admin);
    const scope = dialog.getByLabel(/^Read members/);
    await scope.uncheck();
    await dialog.getByRole("button", { name: "Create key", exact: true }).click();
    await expectPage(dialog.getByText(/^Give the key a name\b/)).toBeVisible();
    await expectPage(scope).not.toBeChecked();
    await dialog.getByRole("button", { name: "Cancel", exact: true }).click();
    await expectPage(dialog).toHaveCount(0);
  });

  test("a rotated key works beside the new one, and the list says until when", async () => {
    const admin = await openAdminPage(browser, shop, "/settings");
    const old = await createKey(admin, "Warehouse");
    await confirmSaved(admin);
    await admin.frame.getByRole("button", { name: "Rotate Warehouse", exact: true }).click();
    await dialogOf(admin)
      .getByLabel("The old key goes on working for", { exact: true })
      .selectOption("1");
    await dialogOf(admin).getByRole("button", { name: "Rotate key", exact: true }).click();
    const fresh = await readSecret(admin);
    await expectPage(dialogOf(admin).getByText(/^The key it replaces works until\b/)).toBeVisible();
    await confirmSaved(admin);
    expect(fresh).not.toBe(old);
    expect([await statusWith(old), await statusWith(fresh)]).toEqual([200, 200]);
    const replaced = admin.frame.getByRole("row").filter({ hasText: `…${old.slice(-4)}` });
    await expectPage(replaced).toContainText("Replaced works until");
  });

  test("revoking asks first, tells when the key was last used, and ends it at once", async () => {
    const admin = await openAdminPage(browser, shop, "/settings");
    const secret = await createKey(admin, "Old system");
    await confirmSaved(admin);
    await admin.frame.getByRole("button", { name: /^Revoke Old system/ }).click();
    await expectPage(
      dialogOf(admin).getByText("It has never been used.", { exact: true }),
    ).toBeVisible();
    await dialogOf(admin).getByRole("button", { name: "Keep key", exact: true }).click();
    expect(await statusWith(secret)).toBe(200);

    await admin.frame.getByRole("button", { name: /^Revoke Old system/ }).click();
    await dialogOf(admin).getByRole("button", { name: "Revoke key", exact: true }).click();
    await expectPage(admin.frame.getByRole("button", { name: /^Revoke Old system/ })).toHaveCount(
      0,
    );
    expect(await statusWith(secret)).toBe(401);
    await admin.frame.getByText("Ended keys", { exact: true }).click();
    await expectPage(admin.frame.getByRole("row").filter({ hasText: "Old system" })).toContainText(
      "Revoked",
    );
  });
});

describe("the test clock", () => {
  test("moves a development store's time on, and says what time it is", async () => {
    const admin = await openAdminPage(browser, shop, "/settings");
    await expectPage(admin.frame.getByText(/\bwhich is real time\.$/)).toBeVisible();
    const before = (await shop.context()).clock.now();
    await admin.frame
      .getByRole("button", { name: "Advance the clock by 1 day", exact: true })
      .click();
    await expectPage(admin.frame.getByText(/\bahead of real time\.$/)).toBeVisible();
    const movedMs = (await shop.context()).clock.now().getTime() - before.getTime();
    expect(movedMs).toBeGreaterThanOrEqual(23 * 3_600_000);
    expect(movedMs).toBeLessThan(25 * 3_600_000 + 60_000);
  });
});
