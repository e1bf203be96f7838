import { readFileSync } from "node:fs";
import { expect as expectPage } from "@playwright/test";
import { expect, test } from "vitest";
import { takeScreenshot } from "#tests/support/browser.ts";
import { expectAccessible, openAdminPage } from "./open-admin-page.ts";
import { browser, testApp } from "./pages-app.ts";

test("a merchant has a file made of orders of one kind, downloads it, and removes it", async () => {
  const shop = await testApp.createShop({ seed: "small" });
  const orders = (await shop.proxy("/data/orders", { key: shop.key })).body.data;
  const wanted = orders.filter((row: { order_tag: string }) => row.order_tag === "recharge");
  const admin = await openAdminPage(browser, shop, "/exports");
  const { frame, page } = admin;
  await frame.getByLabel("Order tag").selectOption("recharge");
  await frame.getByRole("button", { name: "Make file" }).click();
  const row = frame
    .getByRole("table", { name: /Files of exports/ })
    .getByRole("row")
    .filter({ hasText: "Orders (recharge)" });
  await expectPage(row).toContainText(`${wanted.length} rows`);
  const [download] = await Promise.all([
    page.waitForEvent("download"),
    row.getByRole("button", { name: "Download" }).click(),
  ]);
  const lines = readFileSync(await download.path(), "utf8")
    .trimEnd()
    .split("\r\n");
  expect(lines).toHaveLength(wanted.length + 1);
  expect(download.suggestedFilename()).toMatch(/^orders-\d+\.csv$/);
  await takeScreenshot(page, "admin-exports-ready", true);
  await row.getByRole("button", { name: /Remove/ }).click();
  await expectPage(row).toContainText("Removed by");
  await expectPage(row.getByRole("button")).toHaveCount(0);
  await expectAccessible(admin);
});

test("days that end before they begin are named at the field, and what was chosen stays", async () => {
  const shop = await testApp.createShop();
  const { frame } = await openAdminPage(browser, shop, "/exports");
  await frame.getByLabel("Data", { exact: true }).selectOption("store-credits");
  await frame.getByLabel("Format").selectOption("parquet");
  await frame.getByLabel("From").fill("2026-03-02");
  await frame.getByLabel("To", { exact: true }).fill("2026-03-01");
  await frame.getByRole("button", { name: "Make file" }).click();
  await expectPage(frame.getByText("Must not be before the first day.").first()).toBeVisible();
  await expectPage(frame.getByLabel("Format")).toHaveValue("parquet");
  await expectPage(frame.getByLabel("From")).toHaveValue("2026-03-02");
});

test("a merchant copies a call with the name of their key, and sees how far that key has read", async () => {
  const shop = await testApp.createShop({ seed: "small" });
  const admin = await openAdminPage(browser, shop, "/exports");
  const { frame } = admin;
  await expectPage(frame.getByText("No key has read an export yet.")).toBeVisible();
  const call = frame.locator("code", { hasText: "curl" });
  await expectPage(call).toContainText('/apps/service-api/v1/data/orders" --data-urlencode');
  await expectPage(call).toContainText("since_id=0");
  await frame.getByLabel("Data to read").selectOption("members");
  await expectPage(call).toContainText("/data/members");
  await expectPage(call).toContainText("page=1");
  await shop.proxy("/data/orders", { key: shop.key });
  const again = await openAdminPage(browser, shop, "/exports");
  const table = again.frame.getByRole("table", { name: /Reads of exports/ });
  await expectPage(table.getByRole("row").nth(1)).toContainText("Everything until now");
  await takeScreenshot(again.page, "admin-exports-reads", true);
  await expectAccessible(again);
});
