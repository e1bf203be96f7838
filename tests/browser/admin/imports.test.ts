import type { Browser } from "@playwright/test";
import { afterAll, beforeAll, expect, test } from "vitest";
import { IMPORT_COLUMNS } from "#app/domain/contract-imports/lines/import-columns.ts";
import { csvLine } from "#app/lib/csv.ts";
import { launchBrowser, takeScreenshot } from "#tests/support/browser.ts";
import { type ImportingShop, importingShop } from "#tests/support/contract-import.ts";
import { expectPage } from "#tests/support/expect-page.ts";
import { startTestApp, type TestApp } from "#tests/support/test-app.ts";
import type { TestShop } from "#tests/support/test-shop.ts";
import { openAdminPage } from "./open-admin-page.ts";

let browser: Browser;
let testApp: TestApp;
let shop: TestShop;
let at: ImportingShop;

beforeAll(async () => {
  testApp = await startTestApp({ pages: true });
  browser = await launchBrowser();
  shop = await testApp.createShop({ seed: "goods" });
  at = await importingShop(shop);
});
afterAll(async () => {
  await browser.close();
  await testApp.close();
});

test("a merchant imports a file, leaves out what is wrong, and activates once the old app has stopped", async () => {
  const cid = await at.newCustomer({ first_name: "Ada", last_name: "Byron" });
  const lines = [await at.line({ customer: String(cid) }), await at.line({ price: "a lot" })];
  const text = [
    csvLine(IMPORT_COLUMNS),
    ...lines.map((cells) => csvLine(IMPORT_COLUMNS.map((column) => cells[column] ?? ""))),
  ].join("");
  const { frame, page } = await openAdminPage(browser, shop, "/subscriptions/imports");
  await frame.getByLabel("CSV file", { exact: true }).setInputFiles({
    name: "old-app.csv",
    mimeType: "text/csv",
    buffer: Buffer.from(text),
  });
  await frame.getByRole("button", { name: "Check file", exact: true }).click();
  await expectPage(
    frame.getByText("1 line of 2 cannot be imported", { exact: true }),
  ).toBeVisible();
  await expectPage(frame.getByText(/^Price: must be a plain decimal in EUR\b/)).toBeVisible();
  await takeScreenshot(page, "admin-import-checked", true);

  await frame.getByRole("button", { name: "Import as paused", exact: true }).click();
  await expectPage(
    frame.getByText(/^Say that the lines with problems are left out\b/),
  ).toBeVisible();
  await frame.getByLabel("Leave out 1 line with problems", { exact: true }).check();
  await frame.getByRole("button", { name: "Import as paused", exact: true }).click();
  await expectPage(
    frame.getByText("Waiting: 1 subscription. Nothing is charged.", { exact: true }),
  ).toBeVisible();
  await takeScreenshot(page, "admin-import-waiting", true);

  await frame.getByRole("button", { name: "Activate", exact: true }).click();
  await expectPage(frame.getByText(/^Stop the old app first\b/)).toBeVisible();
  expect(await at.contracts(cid)).toMatchObject([{ status: "PAUSED" }]);
  await frame.getByLabel(/^The old app has stopped\b/).check();
  await frame.getByRole("button", { name: "Activate", exact: true }).click();
  await expectPage(frame.getByText("Activated", { exact: true })).toBeVisible();
  await frame.getByRole("link", { name: "Ada Byron", exact: true }).click();
  await expectPage(frame.getByText("Began at the old app", { exact: true })).toBeVisible();
  await takeScreenshot(page, "admin-import-subscription", true);
  expect(await at.contracts(cid)).toMatchObject([{ status: "ACTIVE" }]);
});

test("an import that could not be taken back altogether names the lines that are left and why, and is taken back again from its page", async () => {
  const left = await at.newCustomer({ first_name: "Mary", last_name: "Left" });
  const gone = await at.newCustomer({ first_name: "Tom", last_name: "Gone" });
  const lines = [
    await at.line({ customer: String(left) }),
    await at.line({ customer: String(gone) }),
  ];
  const importId = await at.upload(lines, "in-part.csv");
  await at.confirm(importId);
  const refusal = { operation: "subscriptionContractCancel", code: "INVALID", message: "Not now" };
  expect((await shop.control("refuse-next", refusal)).status).toBe(200);
  const path = `/subscriptions/imports/${importId}`;
  const { frame, page } = await openAdminPage(browser, shop, path);
  const takeBack = async () => {
    await frame.getByRole("button", { name: "Take the import back", exact: true }).click();
    await frame.getByRole("button", { name: "Take back", exact: true }).click();
  };
  await takeBack();
  await expectPage(
    frame.getByText("Waiting, with a problem: 1 subscription. Nothing is charged.", {
      exact: true,
    }),
  ).toBeVisible();
  await expectPage(
    frame.getByText(/^not canceled: the platform does not allow it\b/),
  ).toBeVisible();
  await expectPage(frame.getByRole("link", { name: "Mary Left", exact: true })).toBeVisible();
  await expectPage(frame.getByRole("link", { name: "Tom Gone", exact: true })).toBeHidden();
  await takeScreenshot(page, "admin-import-in-part", true);
  await takeBack();
  await expectPage(frame.getByRole("link", { name: "Tom Gone", exact: true })).toBeVisible();
  await expectPage(
    frame.getByRole("button", { name: "Take the import back", exact: true }),
  ).toBeHidden();
  expect(await at.contracts(left)).toMatchObject([{ status: "CANCELLED" }]);
});
