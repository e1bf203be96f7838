import type { Browser } from "@playwright/test";
import { expect as expectPage } from "@playwright/test";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { desktop, launchBrowser, openPage, phone, takeScreenshot } from "#tests/support/browser.ts";
import { createOffer } from "#tests/support/create-offer.ts";
import { seedCreditHistory } from "#tests/support/seed-credit-history.ts";
import { startTestApp, type TestApp } from "#tests/support/test-app.ts";
import type { TestShop } from "#tests/support/test-shop.ts";
import { type AdminPage, expectAccessible, openAdminPage, readFeel } from "./open-admin-page.ts";

let browser: Browser;
let testApp: TestApp;
/** A store right after its installation. */
let empty: TestShop;
/** A store on which things have happened. */
let busy: TestShop;

beforeAll(async () => {
  testApp = await startTestApp({ pages: true });
  browser = await launchBrowser();
  empty = await testApp.createShop();
  busy = await testApp.createShop();
  const rules = { type: "change_frequency", interval_count: 2, interval_name: "month" } as const;
  const offerId = await createOffer(busy, rules, "Every 2 months");
  for (let n = 0; n < 3; n += 1) {
    const { contractId, cid } = await busy.createContract({ price: "15.00" });
    const path = `/membership/churn/${contractId}/offers/${offerId}/activation`;
    await busy.proxy(path, { key: busy.key, method: "POST" });
    const body = { reason: "other", idempotency_key: crypto.randomUUID() };
    if (n === 0) await busy.proxy(`/storefront/cancel-flow/${contractId}/cancel`, { cid, body });
  }
  await seedCreditHistory(await busy.context(), 12);
  await busy.quiet();
});
afterAll(async () => {
  await browser.close();
  await testApp.close();
});

const idOf = async (
  shop: TestShop,
  table: "applied_offers" | "churn_offers" | "cancellation_reasons" | "customers",
) => {
  const { shop: row, db } = await shop.context();
  const { rows } = await db.pool.query<{ id: string }>(
    `SELECT id FROM ${table} WHERE shop_id = $1 ORDER BY id DESC LIMIT 1`,
    [row.id],
  );
  return rows[0]?.id ?? "";
};

const screens: [name: string, title: string, path: (shop: TestShop) => string | Promise<string>][] =
  [
    ["overview", "Overview", () => ""],
    ["reasons", "Cancellation reasons", () => "/churn/reasons"],
    [
      "reason",
      "Other",
      async (shop) => `/churn/reasons?reason=${await idOf(shop, "cancellation_reasons")}`,
    ],
    ["offers", "Offers", () => "/churn/offers"],
    ["new-offer", "New offer", () => "/churn/offers/new"],
    ["applied-offers", "Applied offers", () => "/churn/applied-offers"],
    ["store-credit", "Store credit", () => "/store-credit"],
    ["credit-customers", "Customers' credit", () => "/store-credit/customers"],
    ["credit-grants", "Grant to a plan", () => "/store-credit/grants"],
    ["credit-files", "Bulk adjustment", () => "/store-credit/files"],
    ["credit-policies", "Plan policies", () => "/store-credit/policies"],
    ["settings", "Settings", () => "/settings"],
  ];

/** No layout shift, no horizontal overflow, no accessibility violation. */
async function expectWellMade(admin: AdminPage): Promise<void> {
  await expectAccessible(admin);
  expect((await readFeel(admin)).layoutShift).toBeLessThanOrEqual(0.01);
  const overflow = await admin.frame.evaluate(
    () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
  );
  expect(overflow).toBeLessThanOrEqual(0);
}

describe.each([
  ["desktop", desktop],
  ["phone", phone],
] as const)("on a %s", (device, viewport) => {
  test.each(screens)(
    "the screen %s is whole, still and accessible, new and with data",
    async (name, title, path) => {
      for (const [state, shop] of [
        ["new", empty],
        ["busy", busy],
      ] as const) {
        const admin = await openAdminPage(browser, shop, await path(shop), { viewport });
        await expectPage(admin.frame.getByRole("heading", { level: 1 })).toContainText(title);
        await expectWellMade(admin);
        await takeScreenshot(admin.page, `admin-${name}-${state}-${device}`, true);
        await admin.page.close();
      }
    },
  );

  test("the page of an applied offer is whole, still and accessible", async () => {
    const path = `/churn/applied-offers/${await idOf(busy, "applied_offers")}`;
    const admin = await openAdminPage(browser, busy, path, { viewport });
    await expectPage(admin.frame.getByRole("heading", { level: 1 })).toContainText(
      "Every 2 months",
    );
    await expectWellMade(admin);
    await takeScreenshot(admin.page, `admin-applied-offer-${device}`, true);
  });

  test("the page of a customer's credit is whole, still and accessible", async () => {
    const path = `/store-credit/customers/${await idOf(busy, "customers")}`;
    const admin = await openAdminPage(browser, busy, path, { viewport });
    await expectPage(admin.frame.getByRole("heading", { level: 1 })).toContainText("Test Customer");
    await expectWellMade(admin);
    await takeScreenshot(admin.page, `admin-credit-customer-${device}`, true);
  });
});

describe("the way between screens", () => {
  test("the admin's menu leads to each screen without a new document", async () => {
    const { page, frame } = await openAdminPage(browser, busy);
    await frame.evaluate(() => Object.assign(window, { sameDocument: true }));
    for (const [link, title] of [
      ["Cancellation reasons", "Cancellation reasons"],
      ["Offers", "Offers"],
      ["Applied offers", "Applied offers"],
      ["Store credit", "Store credit"],
      ["Settings", "Settings"],
    ] as const) {
      await page.getByRole("link", { name: link, exact: true }).click();
      await expectPage(frame.getByRole("heading", { level: 1 })).toHaveText(title);
    }
    expect(await frame.evaluate(() => "sameDocument" in window)).toBe(true);
  });

  test("what does not exist says so, and leads back", async () => {
    const { frame } = await openAdminPage(browser, busy, "/churn/applied-offers/987654321", {
      expectedErrors: [/404/],
    });
    await expectPage(frame.getByRole("heading", { level: 1 })).toHaveText(
      "This page does not exist",
    );
    await frame.getByRole("link", { name: "Go to the overview" }).click();
    await expectPage(frame.getByRole("heading", { level: 1 })).toHaveText("Overview");
  });

  test("an address that no screen has says so in plain words, and leads back", async () => {
    const admin = await openAdminPage(browser, busy, "/nope/there", { expectedErrors: [/404/] });
    const { page, frame } = admin;
    const title = frame.getByRole("heading", { level: 1 });
    await expectPage(title).toHaveText("This page does not exist");
    await expectPage(frame.getByText("It may have been removed, or the address is")).toBeVisible();
    await expectPage(frame.getByText("nope")).toHaveCount(0);
    await expectWellMade(admin);
    await page.getByRole("link", { name: "Offers", exact: true }).click();
    await expectPage(title).toHaveText("Offers");
    await page.goBack();
    await frame.getByRole("link", { name: "Go to the overview" }).click();
    await expectPage(title).toHaveText("Overview");
  });

  test.each([
    ["a screen", "cancellation_reasons"],
    ["even the frame", "shops"],
  ])(
    "where %s cannot be loaded, the page says so, and trying again brings it",
    async (_what, table) => {
      const { pool } = testApp.app.db;
      await pool.query(`ALTER TABLE ${table} RENAME TO away`);
      const admin = await openAdminPage(browser, busy, "/churn/reasons", {
        expectedErrors: [/500/],
      }).finally(() => pool.query(`ALTER TABLE away RENAME TO ${table}`));
      await expectPage(admin.frame.getByRole("heading", { level: 1 })).toHaveText(
        "This page could not be loaded",
      );
      await expectAccessible(admin);
      await takeScreenshot(admin.page, `admin-trouble-${table}`);
      await admin.frame.getByRole("button", { name: "Try again" }).click();
      await expectPage(
        admin.page.frameLocator("#app").getByRole("heading", { level: 1 }),
      ).toHaveText("Cancellation reasons");
      await expectPage(admin.page.getByRole("link", { name: "Offers", exact: true })).toBeVisible();
    },
  );

  test.each([
    ["/app", 200, "Open Perennial from your store", "In the admin, choose Apps, then Perennial."],
    ["/nope", 404, "This page does not exist", "Go to the start page"],
  ])("outside of the admin, %s answers in plain words", async (path, status, title, way) => {
    const page = await openPage(browser, { expectedErrors: [/404/] });
    const answer = await page.goto(`${testApp.url}${path}`);
    expect(answer?.status()).toBe(status);
    await expectPage(page.getByRole("heading", { level: 1 })).toHaveText(title);
    await expectPage(page.getByText(way)).toBeVisible();
    await expectPage(page.getByText("Error")).toHaveCount(0);
  });

  test("another store's applied offer does not exist here", async () => {
    const path = `/churn/applied-offers/${await idOf(busy, "applied_offers")}`;
    const { frame } = await openAdminPage(browser, empty, path, { expectedErrors: [/404/] });
    await expectPage(frame.getByRole("heading", { level: 1 })).toHaveText(
      "This page does not exist",
    );
  });
});

describe("the overview", () => {
  test("the setup guide's steps can be ticked off, put away, and brought back", async () => {
    const { frame } = await openAdminPage(browser, empty);
    await expectPage(frame.getByText("1 of 3 done")).toBeVisible();
    await frame.getByRole("button", { name: "Mark as done: Review your offers" }).click();
    await expectPage(frame.getByText("2 of 3 done")).toBeVisible();
    await frame.getByRole("button", { name: "Dismiss setup guide" }).click();
    await expectPage(frame.getByRole("heading", { name: "Setup guide" })).toHaveCount(0);
    await frame.getByRole("button", { name: "Show setup guide" }).click();
    await expectPage(frame.getByText("2 of 3 done")).toBeVisible();
  });

  test("has no figures, not even zeros, before the first flow", async () => {
    const { frame } = await openAdminPage(browser, empty);
    await expectPage(
      frame.getByText("Figures appear when the first shopper presses “Cancel membership”"),
    ).toBeVisible();
    await expectPage(frame.getByText("Save rate")).toHaveCount(0);
  });
});
