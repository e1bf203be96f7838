import type { Browser } from "@playwright/test";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { openPage, takeScreenshot } from "#tests/support/browser.ts";
import { expectPage } from "#tests/support/expect-page.ts";
import type { TestApp } from "#tests/support/test-app.ts";
import type { TestShop } from "#tests/support/test-shop.ts";
import { type BusyAdmin, expectWellMade, newestId, openBusyAdmin } from "./busy-admin.ts";
import { expectAccessible, openAdminPage } from "./open-admin-page.ts";

let stores: BusyAdmin;
let browser: Browser;
let testApp: TestApp;
let empty: TestShop;
let busy: TestShop;

beforeAll(async () => {
  stores = await openBusyAdmin();
  ({ browser, testApp, empty, busy } = stores);
});
afterAll(() => stores.close());

describe("the way between screens", () => {
  test("the admin's menu leads to each screen without a new document", async () => {
    const { page, frame } = await openAdminPage(browser, busy);
    await frame.evaluate(() => Object.assign(window, { sameDocument: true }));
    for (const [link, title] of [
      ["Cancellation reasons", "Cancellation reasons"],
      ["Offers", "Offers"],
      ["Applied offers", "Applied offers"],
      ["Store credit", "Store credit"],
      ["Loyalty", "Loyalty"],
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
    await frame.getByRole("link", { name: "Go to the overview", exact: true }).click();
    await expectPage(frame.getByRole("heading", { level: 1 })).toHaveText("Overview");
  });

  test("an address that no screen has says so in plain words, and leads back", async () => {
    const admin = await openAdminPage(browser, busy, "/nope/there", { expectedErrors: [/404/] });
    const { page, frame } = admin;
    const title = frame.getByRole("heading", { level: 1 });
    await expectPage(title).toHaveText("This page does not exist");
    await expectPage(
      frame.getByText(/^It may have been removed, or the address is\b/),
    ).toBeVisible();
    await expectPage(frame.getByText(/nope/i)).toHaveCount(0);
    await expectWellMade(admin);
    await page.getByRole("link", { name: "Offers", exact: true }).click();
    await expectPage(title).toHaveText("Offers");
    await page.goBack();
    await frame.getByRole("link", { name: "Go to the overview", exact: true }).click();
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
      await admin.frame.getByRole("button", { name: "Try again", exact: true }).click();
      await expectPage(
        admin.page.frameLocator("#app").getByRole("heading", { level: 1 }),
      ).toHaveText("Cancellation reasons");
      await expectPage(admin.page.getByRole("link", { name: "Offers", exact: true })).toBeVisible();
    },
  );

  test.each([
    [
      "/app",
      200,
      "Open Perennial from your store",
      "This page was opened outside of your store's admin. In the admin, choose Apps, then Perennial.",
    ],
    ["/nope", 404, "This page does not exist", "Go to the start page"],
  ])("outside of the admin, %s answers in plain words", async (path, status, title, way) => {
    const page = await openPage(browser, { expectedErrors: [/404/] });
    const answer = await page.goto(`${testApp.url}${path}`);
    expect(answer?.status()).toBe(status);
    await expectPage(page.getByRole("heading", { level: 1 })).toHaveText(title);
    await expectPage(page.getByText(way, { exact: true })).toBeVisible();
    await expectPage(page.getByText(/error/i)).toHaveCount(0);
  });

  test("another store's applied offer does not exist here", async () => {
    const path = `/churn/applied-offers/${await newestId(busy, "applied_offers")}`;
    const { frame } = await openAdminPage(browser, empty, path, { expectedErrors: [/404/] });
    await expectPage(frame.getByRole("heading", { level: 1 })).toHaveText(
      "This page does not exist",
    );
  });
});

describe("the overview", () => {
  test("the setup guide's steps can be ticked off, put away, and brought back", async () => {
    const { frame } = await openAdminPage(browser, empty);
    await expectPage(frame.getByText("1 of 3 done", { exact: true })).toBeVisible();
    await frame
      .getByRole("button", { name: "Mark as done: Review your offers", exact: true })
      .click();
    await expectPage(frame.getByText("2 of 3 done", { exact: true })).toBeVisible();
    await frame.getByRole("button", { name: "Dismiss setup guide", exact: true }).click();
    await expectPage(frame.getByRole("heading", { name: /Setup guide/i })).toHaveCount(0);
    await frame.getByRole("button", { name: "Show setup guide", exact: true }).click();
    await expectPage(frame.getByText("2 of 3 done", { exact: true })).toBeVisible();
  });

  test("has no figures, not even zeros, before the first flow", async () => {
    const { frame } = await openAdminPage(browser, empty);
    await expectPage(
      frame.getByText(/^Figures appear when the first shopper presses “Cancel membership”/),
    ).toBeVisible();
    await expectPage(frame.getByText(/Save rate/i)).toHaveCount(0);
  });
});
