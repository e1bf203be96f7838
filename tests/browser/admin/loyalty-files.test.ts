import type { Browser } from "@playwright/test";
import { expect as expectPage } from "@playwright/test";
import { afterAll, beforeAll, expect, test } from "vitest";
import { launchBrowser, takeScreenshot } from "#tests/support/browser.ts";
import { type LoyalCustomer, loyalCustomer } from "#tests/support/loyalty.ts";
import { startTestApp, type TestApp } from "#tests/support/test-app.ts";
import type { TestShop } from "#tests/support/test-shop.ts";
import { openAdminPage } from "./open-admin-page.ts";

let browser: Browser;
let testApp: TestApp;
let shop: TestShop;
let ada: LoyalCustomer;

beforeAll(async () => {
  testApp = await startTestApp({ pages: true });
  browser = await launchBrowser();
  shop = await testApp.createShop();
  const { body } = await shop.control("customers", { email: "ada@example.com" });
  await shop.quiet();
  ada = await loyalCustomer(shop, body.cid);
});
afterAll(async () => {
  await browser.close();
  await testApp.close();
});

const file = (text: string) => ({
  ...{ name: "old-program.csv", mimeType: "text/csv" },
  buffer: Buffer.from(text),
});

test("a merchant imports points from a file, leaves out what is wrong, and cannot do it twice", async () => {
  const { frame, page } = await openAdminPage(browser, shop, "/loyalty/files");
  await frame.getByRole("button", { name: "Check file" }).click();
  await expectPage(frame.getByText("Choose a file that is not empty.")).toBeVisible();
  await frame.getByLabel("CSV file").setInputFiles(file("name,points\nAda,250\n"));
  await frame.getByRole("button", { name: "Check file" }).click();
  await expectPage(frame.getByText("no column “customer” or “email”")).toBeVisible();
  const text = "email,points\nada@example.com,250\nnobody@example.com,5\n";
  await frame.getByLabel("CSV file").setInputFiles(file(text));
  await frame.getByRole("button", { name: "Check file" }).click();
  await expectPage(frame.getByText("1 line of 2 cannot be applied")).toBeVisible();
  await expectPage(frame.getByText("E-mail: no customer has it.")).toBeVisible();
  await takeScreenshot(page, "admin-loyalty-file-checked", true);

  await frame.getByLabel("Leave out the 1 line with problems").check();
  await frame.getByLabel("Type the points, 250").fill("25");
  await frame.getByRole("button", { name: "Apply 1 line" }).click();
  await expectPage(frame.getByText("Type it exactly as shown.").first()).toBeVisible();
  expect((await ada.points()).available).toBe(0);
  await frame.getByLabel("Type the points, 250").fill("250");
  await frame.getByRole("button", { name: "Apply 1 line" }).click();
  await expectPage(frame.getByText("1 line applied, 1 line left out")).toBeVisible();
  expect((await ada.points()).available).toBe(250);

  const again = await openAdminPage(browser, shop, "/loyalty/files");
  await again.frame.getByLabel("CSV file").setInputFiles(file(text));
  await again.frame.getByRole("button", { name: "Check file" }).click();
  await expectPage(again.frame.getByText("No line of this file can be applied")).toBeVisible();
  await expectPage(again.frame.getByText("Applied before", { exact: true })).toBeVisible();
  expect((await ada.points()).available).toBe(250);
});
