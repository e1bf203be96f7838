import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { removeExportFile } from "#app/domain/data-export/files/remove-export-file.ts";
import { requestExportFile } from "#app/domain/data-export/files/request-export-file.ts";
import { takeScreenshot } from "#tests/support/browser.ts";
import { expectPage } from "#tests/support/expect-page.ts";
import type { TestShop } from "#tests/support/test-shop.ts";
import { expectAccessible, openAdminPage } from "./open-admin-page.ts";
import { browser, testApp } from "./pages-app.ts";

/** A file of members that is made. */
async function requestFile(shop: TestShop, format: "csv" | "jsonl"): Promise<bigint> {
  const id = await requestExportFile(await shop.context(), {
    ...{ export: "members", format, fromDay: null, toDay: null, filters: {} },
    key: crypto.randomUUID(),
  });
  await shop.quiet();
  return id;
}

test("a merchant has a file made of orders of one kind, downloads it, and removes it", async () => {
  const shop = await testApp.createShop({ seed: "small" });
  const orders = (await shop.proxy("/data/orders", { key: shop.key })).body.data;
  const wanted = orders.filter((row: { order_tag: string }) => row.order_tag === "recharge");
  const admin = await openAdminPage(browser, shop, "/exports");
  const { frame, page } = admin;
  await frame.getByLabel("Order tag", { exact: true }).selectOption("recharge");
  await frame.getByRole("button", { name: "Make file", exact: true }).click();
  const row = frame
    .getByRole("table", { name: /Files of exports/ })
    .getByRole("row")
    .filter({ hasText: "Orders (recharge)" });
  await expectPage(row).toContainText(`${wanted.length} rows`);
  const [download] = await Promise.all([
    page.waitForEvent("download"),
    row.getByRole("button", { name: /^Download\b/ }).click(),
  ]);
  const lines = readFileSync(await download.path(), "utf8")
    .trimEnd()
    .split("\r\n");
  expect(lines).toHaveLength(wanted.length + 1);
  expect(download.suggestedFilename()).toMatch(/^orders-\d+\.csv$/);
  await takeScreenshot(page, "admin-exports-ready", true);
  await row
    .getByRole("button", { name: `Remove ${download.suggestedFilename()}`, exact: true })
    .click();
  const dialog = frame.getByRole("dialog", {
    name: `Remove ${download.suggestedFilename()}?`,
    exact: true,
  });
  await expectPage(dialog).toContainText("cannot be downloaded any more");
  await dialog.getByRole("button", { name: "Keep file", exact: true }).click();
  await expectPage(row.getByRole("button")).toHaveCount(2);
  await row.getByRole("button", { name: /^Remove/ }).click();
  await dialog.getByRole("button", { name: "Remove file", exact: true }).click();
  await expectPage(row).toContainText("Removed by");
  await expectPage(row.getByRole("button")).toHaveCount(0);
  await expectAccessible(admin);
});

test("a file that was removed elsewhere is said to be gone, and loses its buttons", async () => {
  const shop = await testApp.createShop();
  const context = await shop.context();
  const [first, second] = [await requestFile(shop, "csv"), await requestFile(shop, "jsonl")];
  const { frame } = await openAdminPage(browser, shop, "/exports", { expectedErrors: [/ 404 /] });
  await removeExportFile(context, first, "Removed in another tab.");
  await frame.getByRole("button", { name: `Download members-${first}.csv`, exact: true }).click();
  const banner = frame.getByText(new RegExp(`^members-${first}\\.csv is no longer kept\\.`));
  await expectPage(banner).toBeVisible();
  await expectPage(frame.getByText("Removed in another tab.", { exact: true })).toBeVisible();
  await expectPage(
    frame.getByRole("button", { name: new RegExp(`members-${first}\\b`) }),
  ).toHaveCount(0);
  await expectPage(
    frame.getByRole("button", { name: new RegExp(`members-${second}\\b`) }),
  ).toHaveCount(2);
});

test("a file whose every attempt has failed says so, and is made again at a press", async () => {
  const shop = await testApp.createShop();
  const { db, shop: row } = await shop.context();
  const id = await requestFile(shop, "csv");
  await db.prisma.exportFile.updateMany({
    where: { shopId: row.id, id },
    data: { state: "waiting" },
  });
  const key = `make-export-file/${row.id}/${id}`;
  await db.prisma.$executeRaw`
    SELECT graphile_worker.add_job('make-export-file', run_at := now() + interval '1 day', max_attempts := 1, job_key := ${key})`;
  await db.prisma
    .$executeRaw`UPDATE graphile_worker._private_jobs SET attempts = 1 WHERE key = ${key}`;
  const admin = await openAdminPage(browser, shop, "/exports");
  await expectPage(
    admin.frame.getByText("Every attempt has failed.", { exact: true }),
  ).toBeVisible();
  await expectAccessible(admin);
  await admin.frame
    .getByRole("button", { name: `Make again members-${id}.csv`, exact: true })
    .click();
  await expectPage(admin.frame.getByRole("button", { name: /^Download/ })).toBeVisible();
});

test("with as many files as there can be the page names the one that the next replaces", async () => {
  const shop = await testApp.createShop();
  const ids: bigint[] = [];
  for (let count = 0; count < 20; count += 1) ids.push(await requestFile(shop, "csv"));
  const { frame } = await openAdminPage(browser, shop, "/exports");
  await expectPage(
    frame.getByText(new RegExp(`The next one replaces members-${ids[0]}\\.csv of `)),
  ).toBeVisible();
  await frame.getByRole("button", { name: "Make file", exact: true }).click();
  await expectPage(frame.getByText("Made way for a newer file.", { exact: true })).toBeVisible();
});

test("on a phone no title breaks inside a word, and both days have the same width", async () => {
  const shop = await testApp.createShop({ seed: "small" });
  await requestExportFile(await shop.context(), {
    ...{ export: "orders", format: "csv", fromDay: "2026-01-01", toDay: null },
    ...{ filters: { checkout_type: "Product Subscription" }, key: crypto.randomUUID() },
  });
  await shop.quiet();
  const { frame, page } = await openAdminPage(browser, shop, "/exports", {
    viewport: { width: 375, height: 800 },
  });
  const title = frame
    .getByRole("table", { name: /Files of exports/ })
    .getByText("Orders", { exact: true });
  await expectPage(title).toBeVisible();
  expect(await title.evaluate((element) => element.getClientRects().length)).toBe(1);
  for (const name of ["orders", "subscriptions", "store-credits"]) {
    await frame.getByLabel("Data", { exact: true }).selectOption(name);
    const [from, to] = [
      await frame.getByLabel("From", { exact: true }).boundingBox(),
      await frame.getByLabel("To", { exact: true }).boundingBox(),
    ];
    expect(from?.width).toBeGreaterThan(100);
    expect(to?.width).toBe(from?.width);
    expect(to?.y).toBe(from?.y);
  }
  await takeScreenshot(page, "admin-exports-phone", true);
});

test("days that end before they begin are named at the field, and what was chosen stays", async () => {
  const shop = await testApp.createShop();
  const { frame } = await openAdminPage(browser, shop, "/exports");
  await frame.getByLabel("Data", { exact: true }).selectOption("store-credits");
  await frame.getByLabel("Format", { exact: true }).selectOption("parquet");
  await frame.getByLabel("From", { exact: true }).fill("2026-03-02");
  await frame.getByLabel("To", { exact: true }).fill("2026-03-01");
  await frame.getByRole("button", { name: "Make file", exact: true }).click();
  await expectPage(
    frame.getByText("Must not be before the first day.", { exact: true }).first(),
  ).toBeVisible();
  await expectPage(frame.getByLabel("Format", { exact: true })).toHaveValue("parquet");
  await expectPage(frame.getByLabel("From", { exact: true })).toHaveValue("2026-03-02");
});

test("a merchant copies a call with the name of their key, and sees how far that key has read", async () => {
  const shop = await testApp.createShop({ seed: "small" });
  const admin = await openAdminPage(browser, shop, "/exports");
  const { frame } = admin;
  await expectPage(
    frame.getByText("No key has read an export yet.", { exact: true }),
  ).toBeVisible();
  const call = frame.locator("code", { hasText: "curl" });
  await expectPage(call).toContainText('/apps/service-api/v1/data/orders" --data-urlencode');
  await expectPage(call).toContainText("since_id=0");
  await frame.getByLabel("Data to read", { exact: true }).selectOption("members");
  await expectPage(call).toContainText("/data/members");
  await expectPage(call).toContainText("page=1");
  await shop.proxy("/data/orders", { key: shop.key });
  await shop.proxy("/data/customers", { key: shop.key, query: { since_id: "999999" } });
  const again = await openAdminPage(browser, shop, "/exports");
  const table = again.frame.getByRole("table", { name: /Reads of exports/ });
  await expectPage(table.getByRole("row").filter({ hasText: "Customers" })).toContainText(
    "No rows given yet",
  );
  await expectPage(table.getByRole("row").filter({ hasText: "Orders" })).toContainText(
    "Nothing new since then",
  );
  await takeScreenshot(again.page, "admin-exports-reads", true);
  await expectAccessible(again);
});
