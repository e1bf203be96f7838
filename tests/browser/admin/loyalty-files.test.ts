import type { Browser, Frame } from "@playwright/test";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { saveTiers } from "#tests/browser/loyalty/loyal-shopper.ts";
import { says } from "#tests/browser/story/member.ts";
import { launchBrowser, phone, takeScreenshot } from "#tests/support/browser.ts";
import { expectPage } from "#tests/support/expect-page.ts";
import { type LoyalCustomer, loyalCustomer } from "#tests/support/loyalty.ts";
import { startTestApp, type TestApp } from "#tests/support/test-app.ts";
import type { TestShop } from "#tests/support/test-shop.ts";
import { openAdminPage } from "./open-admin-page.ts";

let browser: Browser;
let testApp: TestApp;
let shop: TestShop;

beforeAll(async () => {
  testApp = await startTestApp({ pages: true });
  browser = await launchBrowser();
});
beforeEach(async () => {
  shop = await testApp.createShop();
});
afterAll(async () => {
  await browser.close();
  await testApp.close();
});

const file = (text: string) => ({
  ...{ name: "old-program.csv", mimeType: "text/csv" },
  buffer: Buffer.from(text),
});

async function customer(email: string): Promise<LoyalCustomer> {
  const { body } = await shop.control("customers", { email });
  await shop.quiet();
  return loyalCustomer(shop, body.cid);
}

async function check(frame: Frame, text: string): Promise<void> {
  await frame.getByLabel("CSV file", { exact: true }).setInputFiles(file(text));
  await frame.getByRole("button", { name: "Check file", exact: true }).click();
}

/** Where a shopper reads that they stand. */
async function standing({ cid }: LoyalCustomer) {
  const { body } = await shop.proxy(`/loyalty/customers/${cid}`, { cid });
  return body.data;
}

test("a merchant imports points from a file, leaves out what is wrong, and cannot do it twice", async () => {
  const ada = await customer("ada@example.com");
  const { frame, page } = await openAdminPage(browser, shop, "/loyalty/files");
  await frame.getByRole("button", { name: "Check file", exact: true }).click();
  await expectPage(
    frame.getByText("Choose a file that is not empty.", { exact: true }),
  ).toBeVisible();
  await check(frame, "name,points\nAda,250\n");
  await expectPage(frame.getByText(/no column “customer” or “email”/)).toBeVisible();
  const text = "email,points\nada@example.com,250\nnobody@example.com,5\n";
  await check(frame, text);
  await expectPage(frame.getByText("1 line of 2 cannot be applied", { exact: true })).toBeVisible();
  await expectPage(frame.getByText("E-mail: no customer has it.", { exact: true })).toBeVisible();
  await takeScreenshot(page, "admin-loyalty-file-checked", true);

  await frame.getByLabel(/^Leave out the 1 line with problems\b/).check();
  await frame.getByLabel("Type the points, 250", { exact: true }).fill("25");
  await frame.getByRole("button", { name: "Apply 1 line", exact: true }).click();
  await expectPage(frame.getByText(/\bType it exactly as shown\.$/).first()).toBeVisible();
  expect((await ada.points()).available).toBe(0);
  await frame.getByLabel("Type the points, 250", { exact: true }).fill("250");
  await frame.getByRole("button", { name: "Apply 1 line", exact: true }).click();
  await expectPage(
    frame.getByText("1 line applied, 1 line left out", { exact: true }),
  ).toBeVisible();
  expect((await ada.points()).available).toBe(250);

  const again = await openAdminPage(browser, shop, "/loyalty/files");
  await check(again.frame, text);
  await expectPage(
    again.frame.getByText("No line of this file can be applied", { exact: true }),
  ).toBeVisible();
  await expectPage(again.frame.getByText("Applied before", { exact: true })).toBeVisible();
  expect((await ada.points()).available).toBe(250);
});

test("a merchant puts customers into their tiers by a file: a wrong tier is named with the right ones, and nobody is taken down", async () => {
  const [ada, eve] = [await customer("ada@example.com"), await customer("eve@example.com")];
  const first = await openAdminPage(browser, shop, "/loyalty/files");
  await check(first.frame, "email,tier\nada@example.com,Gold\n");
  await expectPage(
    first.frame.getByText("Tier: the store has none.", { exact: true }),
  ).toBeVisible();
  await saveTiers(shop);

  const { frame, page } = await openAdminPage(browser, shop, "/loyalty/files");
  await check(
    frame,
    "email,points,tier\nada@example.com,120,Gold\neve@example.com,,silver\nbo@example.com,5,Platinum\n",
  );
  const wrong = "Tier: the store has no such one. There are “Silver”, “Gold”.";
  await expectPage(frame.getByText(wrong, { exact: true })).toBeVisible();
  await says(frame.locator("body"), /Lines with a tier\s*2/);
  await takeScreenshot(page, "admin-loyalty-file-tiers-checked", true);
  await frame.getByLabel(/^Leave out the 1 line with problems\b/).check();
  await frame.getByLabel("Type the points, 120", { exact: true }).fill("120");
  await frame.getByRole("button", { name: "Apply 2 lines", exact: true }).click();
  await expectPage(
    frame.getByText("2 lines applied, 1 line left out", { exact: true }),
  ).toBeVisible();
  await takeScreenshot(page, "admin-loyalty-file-tiers-applied", true);
  await shop.quiet();
  expect(await standing(ada)).toMatchObject({ tier: "Gold", points_balance: 120 });
  expect(await standing(eve)).toMatchObject({ tier: "Silver", points_balance: 0 });
  const ofAda = await openAdminPage(browser, shop, `/customers/${await ada.id()}`);
  await says(ofAda.frame.locator("body"), /Tier\s*Gold\s*in the loyalty program/);

  const lower = await openAdminPage(browser, shop, "/loyalty/files");
  await check(lower.frame, "email,tier\nada@example.com,Silver\n");
  await lower.page.setViewportSize(phone);
  await lower.frame.getByLabel("Type the points, 0", { exact: true }).fill("0");
  await takeScreenshot(lower.page, "admin-loyalty-file-tiers-phone", true);
  await lower.frame.getByRole("button", { name: "Apply 1 line", exact: true }).click();
  await expectPage(lower.frame.getByText("1 line applied", { exact: true })).toBeVisible();
  await shop.quiet();
  expect(await standing(ada)).toMatchObject({ tier: "Gold" });
});
