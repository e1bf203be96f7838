import type { Browser } from "@playwright/test";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import type { ShopContext } from "#app/domain/context.ts";
import { launchBrowser } from "#tests/support/browser.ts";
import { expectPage } from "#tests/support/expect-page.ts";
import { seedCreditHistory } from "#tests/support/seed-credit-history.ts";
import { startTestApp, type TestApp } from "#tests/support/test-app.ts";
import type { TestShop } from "#tests/support/test-shop.ts";
import { JONAS, openAs } from "./open-as.ts";

let browser: Browser;
let testApp: TestApp;
let shop: TestShop;
let context: ShopContext;
let customers: bigint[];

beforeAll(async () => {
  testApp = await startTestApp({ pages: true });
  browser = await launchBrowser();
});
afterAll(async () => {
  await browser.close();
  await testApp.close();
});
beforeEach(async () => {
  shop = await testApp.createShop();
  context = await shop.context();
  customers = await seedCreditHistory(context, 6);
});

const openAsJonas = (path: string) => openAs(JONAS, browser, shop, path);

describe("in the locale of the staff member who is signed in", () => {
  test("every screen is drawn by the browser as the server sent it", async () => {
    const paths = ["", "/churn/offers/new", "/store-credit", "/store-credit/files"];
    for (const path of [...paths, `/store-credit/customers/${customers[0]}`, "/settings"]) {
      // A text that differs is an error in the console, with which the test fails.
      await openAsJonas(path);
    }
  });

  test("an amount is typed: 12,50 counts, 12.50 too, and 1.234 is refused with the reason", async () => {
    const frame = await openAsJonas(`/store-credit/customers/${customers[0]}`);
    const amount = frame.getByLabel("Amount", { exact: true });
    const adjust = frame.getByRole("button", { name: "Adjust credit", exact: true });
    await expectPage(amount).toHaveAttribute("placeholder", "10,00 or -5,50");
    await frame.getByLabel("Reason", { exact: true }).fill("A present");
    await amount.fill("1.234");
    await adjust.click();
    await expectPage(
      frame.getByText(/without a thousands separator, for example 1234,50/).first(),
    ).toBeVisible();
    await expectPage(amount).toHaveValue("1.234");
    for (const typed of ["12,50", "12.50"]) {
      const reason = `Typed as ${typed}`;
      await amount.fill(typed);
      await frame.getByLabel("Reason", { exact: true }).fill(reason);
      await expectPage(frame.getByText(/^Balance [\d.]+,\d\d\s€\. This leaves /)).toBeVisible();
      await adjust.click();
      const entries = frame.getByRole("table", { name: /^Entries/ });
      const row = entries.getByRole("row").filter({ hasText: reason });
      await expectPage(row).toContainText(/\+12,50\s€/);
      await expectPage(row).toContainText("Jonas Beispiel");
      await expectPage(amount).toHaveValue("");
    }
    const where = { shopId: context.shop.id, reason: { startsWith: "Typed as" } };
    const entries = await context.db.prisma.creditEntry.findMany({ where });
    expect(entries.map(({ amountMinor }) => amountMinor)).toEqual([1250n, 1250n]);
  });

  test("an offer's amount is typed and shown again, and the shopper gets what was meant", async () => {
    const frame = await openAsJonas("/churn/offers/new");
    await frame.getByLabel(/^Store credit/).check();
    await frame.getByLabel("Name", { exact: true }).fill("A present");
    const credit = frame.getByLabel("Credit", { exact: true });
    await credit.fill("1.234");
    await expectPage(frame.getByText(/without a thousands separator/)).toBeVisible();
    await credit.fill("7,50");
    await expectPage(frame.getByText(/without a thousands separator/)).toHaveCount(0);
    const page = frame.page();
    await page.getByRole("button", { name: "Save", exact: true }).click();
    await expectPage(page).toHaveURL(/\/offers\/\d+$/);
    await expectPage(frame.getByLabel("Credit", { exact: true })).toHaveValue(/^7,50?$/);
    const where = { shopId: context.shop.id, name: "A present" };
    const { rules } = await context.db.prisma.churnOffer.findFirstOrThrow({ where });
    expect(JSON.stringify(rules)).toMatch(/"7\.50?"/);
  });
});
