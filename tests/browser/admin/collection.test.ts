import { expect, test } from "vitest";
import { takeScreenshot } from "#tests/support/browser.ts";
import { collect } from "#tests/support/collect.ts";
import { expectPage } from "#tests/support/expect-page.ts";
import { expectAccessible, openAdminPage } from "./open-admin-page.ts";
import { browser, testApp } from "./pages-app.ts";

test("a merchant sees who still calls the Collection API, turns it off, and on again", async () => {
  const shop = await testApp.createShop();
  await shop.createContract({ price: "15.00" });
  await shop.createKey(["core:read"]);
  expect((await collect(testApp, shop, "member")).status).toBe(200);
  // The key is used for something else since.
  expect((await shop.proxy("/data/store-credits", { key: shop.key })).status).toBe(200);

  const admin = await openAdminPage(browser, shop, "/settings");
  const hint = `pk_live_…${shop.key.slice(-4)}`;
  const table = admin.frame.getByRole("table", { name: /have called the Collection API/ });
  await expectPage(table.getByRole("row").filter({ hasText: hint })).toBeVisible();
  await expectPage(table.getByRole("row")).toHaveCount(2);
  await admin.frame
    .getByRole("button", { name: "Turn off the Collection API", exact: true })
    .click();
  const dialog = admin.frame.locator("dialog[open]");
  await expectPage(dialog.getByRole("listitem")).toContainText(hint);
  await takeScreenshot(admin.page, "admin-turn-off-collection");
  await expectAccessible(admin);
  await dialog.getByRole("button", { name: "Keep it on", exact: true }).click();
  await expectPage(dialog).toHaveCount(0);
  expect((await collect(testApp, shop, "member")).status).toBe(200);

  await admin.frame
    .getByRole("button", { name: "Turn off the Collection API", exact: true })
    .click();
  await dialog.getByRole("button", { name: "Turn off", exact: true }).click();
  await expectPage(dialog).toHaveCount(0);
  await expectPage(admin.frame.getByText(/^Off since /)).toBeVisible();
  const refused = await collect(testApp, shop, "member");
  expect([refused.status, refused.body.message]).toEqual([
    410,
    expect.stringContaining("/data/members"),
  ]);
  await expectAccessible(admin);
  await takeScreenshot(admin.page, "admin-collection-off", true);

  await admin.frame
    .getByRole("button", { name: "Turn on the Collection API", exact: true })
    .click();
  await expectPage(admin.frame.getByText(/^Deprecated: the Data API replaces it\./)).toBeVisible();
  expect((await collect(testApp, shop, "member")).status).toBe(200);
});

test("a store whose keys have never called it is told so", async () => {
  const shop = await testApp.createShop();
  const admin = await openAdminPage(browser, shop, "/settings");
  await expectPage(
    admin.frame.getByText("None of your keys has called it.", { exact: true }),
  ).toBeVisible();
  await admin.frame
    .getByRole("button", { name: "Turn off the Collection API", exact: true })
    .click();
  await expectPage(admin.frame.getByText(/\bso no system should miss it\.$/)).toBeVisible();
});
