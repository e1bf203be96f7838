import type { Browser } from "@playwright/test";
import { afterAll, beforeAll, expect, test } from "vitest";
import { addDays, formatDate } from "#app/lib/zoned-time.ts";
import { billedSubscription, goTo } from "#tests/support/billed-subscription.ts";
import { launchBrowser, takeScreenshot } from "#tests/support/browser.ts";
import { expectPage } from "#tests/support/expect-page.ts";
import { startTestApp, type TestApp } from "#tests/support/test-app.ts";
import type { TestShop } from "#tests/support/test-shop.ts";
import { expectWellMade } from "./busy-admin.ts";
import { expectAccessible, openAdminPage } from "./open-admin-page.ts";

const zone = "Europe/Berlin";
const COUNT = 27;
let browser: Browser;
let testApp: TestApp;
let shop: TestShop;
let contracts: number[];

beforeAll(async () => {
  testApp = await startTestApp({ pages: true });
  browser = await launchBrowser();
  shop = await testApp.createShop({ timezone: zone, currency: "EUR" });
  const due = await inDays(40);
  const contract = { price: "15.00", next_billing_date: due };
  const made = await Promise.all(
    Array.from({ length: COUNT }, () => shop.control("contracts", contract)),
  );
  contracts = made.map(({ body }) => body.contract_id);
  await shop.quiet();
});
afterAll(async () => {
  await browser.close();
  await testApp.close();
});

const inDays = async (days: number) => addDays((await shop.context()).clock.now(), days, zone);
const statesOf = async () => {
  const { db, shop: row } = await shop.context();
  const rows = await db.prisma.subscription.findMany({ where: { shopId: row.id } });
  return new Set(rows.map(({ status }) => status));
};

test("the state of a list is its address: back undoes one change, and a reload keeps it", {
  meta: { slow: "six loads of a list" },
}, async () => {
  const { frame, page } = await openAdminPage(browser, shop, "/subscriptions");
  await expectPage(frame.getByText(`1–25 of ${COUNT}`, { exact: true })).toBeVisible();
  await frame.getByRole("link", { name: "Created", exact: true }).click();
  await expectPage(
    frame.getByRole("columnheader", { name: "Created", exact: true }),
  ).toHaveAttribute("aria-sort", "ascending");
  await frame.getByRole("link", { name: "Next", exact: true }).click();
  await expectPage(frame.getByText(`26–27 of ${COUNT}`, { exact: true })).toBeVisible();
  await page.goBack();
  await expectPage(frame.getByText(`1–25 of ${COUNT}`, { exact: true })).toBeVisible();
  await page.goBack();
  await expectPage(
    frame.getByRole("columnheader", { name: "Created", exact: true }),
  ).not.toHaveAttribute("aria-sort", "ascending");
  await frame.getByRole("button", { name: "Search and filter results", exact: true }).click();
  const contract = String(contracts[3]);
  await frame
    .getByPlaceholder("Name, email, contract number or API id", { exact: true })
    .fill(contract);
  await expectPage(frame.getByText("1–1 of 1", { exact: true })).toBeVisible();
  await frame
    .getByRole("row", { name: new RegExp(`, contract ${contract} `) })
    .getByText("€15.00", { exact: true })
    .click({ force: true });
  await expectPage(frame.getByRole("heading", { level: 1 })).toHaveText("Sam Shopper");
  await page.goBack();
  await expectPage(frame.getByText("1–1 of 1", { exact: true })).toBeVisible();
});

test("a view is saved, is there after a reload, is renamed and deleted", {
  meta: { slow: "four forms and a reload" },
}, async () => {
  const path = "/subscriptions?status=paused";
  const { frame } = await openAdminPage(browser, shop, path);
  await frame.getByRole("button", { name: "Save as", exact: true }).click();
  await frame.getByRole("dialog").getByLabel("Name", { exact: true }).fill("On hold");
  await frame.getByRole("dialog").getByRole("button", { name: "Save", exact: true }).click();
  const tab = frame.getByRole("tab", { name: "On hold", exact: true });
  await expectPage(tab).toBeVisible();
  const again = await openAdminPage(browser, shop, "/subscriptions");
  await takeScreenshot(again.page, "admin-lists-saved-view", true);
  await again.frame.getByRole("tab", { name: "On hold", exact: true }).click();
  await expectPage(again.frame.getByText("No subscription matches", { exact: true })).toBeVisible();
  await again.frame.getByRole("tab", { name: "All", exact: true }).click();
  await expectPage(again.frame.getByText(`1–25 of ${COUNT}`, { exact: true })).toBeVisible();
  const { db, shop: row } = await shop.context();
  const views = await db.prisma.savedView.findMany({ where: { shopId: row.id } });
  expect(views).toMatchObject([{ name: "On hold", query: { status: "paused" } }]);
});

test("all of a list is paused by the keyboard, on a phone of 320 pixels, with what happened to each", {
  meta: { slow: "a whole list is paused on the platform" },
}, async () => {
  const viewport = { width: 320, height: 640 };
  const admin = await openAdminPage(browser, shop, "/subscriptions", { viewport });
  const { frame, page } = admin;
  await expectWellMade(admin);
  await frame.getByLabel("Select all 25 on this page", { exact: true }).focus();
  await page.keyboard.press("Space");
  await expectPage(frame.getByText("25 selected", { exact: true })).toBeVisible();
  await frame
    .getByRole("button", { name: `Select all ${COUNT} of this list`, exact: true })
    .focus();
  await page.keyboard.press("Enter");
  await expectPage(frame.getByText(`All ${COUNT} selected`, { exact: true })).toBeVisible();
  await takeScreenshot(page, "admin-lists-selected-320", true);
  await frame.getByRole("button", { name: "Pause", exact: true }).focus();
  await page.keyboard.press("Enter");
  const dialog = frame.getByRole("dialog");
  await expectPage(dialog.getByText(new RegExp(`^Each of ${COUNT} is paused\\b`))).toBeVisible();
  await takeScreenshot(page, "admin-lists-question-320");
  await expectAccessible(admin);
  await page.keyboard.press("Escape");
  await expectPage(dialog).toBeHidden();
  await expectPage(frame.getByRole("button", { name: "Pause", exact: true })).toBeFocused();
  await page.keyboard.press("Enter");
  await dialog.getByRole("button", { name: `Pause ${COUNT} subscriptions`, exact: true }).click();
  await expectPage(frame.getByText(`${COUNT} done, 0 not`, { exact: true })).toBeVisible({
    timeout: 60_000,
  });
  await expectPage(frame.getByRole("heading", { level: 1 })).toHaveText(
    `Paused ${COUNT} subscriptions for 30 days`,
  );
  const { pathname } = new URL(frame.url());
  const done = await openAdminPage(browser, shop, pathname.replace("/app", ""), { viewport });
  await expectWellMade(done);
  await takeScreenshot(done.page, "admin-lists-done-320", true);
  expect(await statesOf()).toEqual(new Set(["paused"]));
});

test("to cancel is asked twice, and for the number", {
  meta: { slow: "a list, two questions and what the platform ends" },
}, async () => {
  const { frame, page } = await openAdminPage(browser, shop, "/subscriptions");
  await frame
    .getByRole("checkbox", { name: /^Select Sam Shopper/ })
    .first()
    .click();
  await takeScreenshot(page, "admin-lists-one-selected", true);
  await frame.getByRole("button", { name: "Cancel subscriptions", exact: true }).click();
  const dialog = frame.getByRole("dialog");
  await dialog.getByRole("button", { name: "Continue", exact: true }).click();
  const confirm = dialog.getByRole("button", { name: "Cancel 1 subscription", exact: true });
  await expectPage(confirm).toBeDisabled();
  await dialog.getByLabel("This cannot be undone. Type 1 to confirm.", { exact: true }).fill("1");
  await confirm.click();
  await expectPage(frame.getByText("1 done, 0 not", { exact: true })).toBeVisible();
  expect(await statesOf()).toEqual(new Set(["paused", "cancelled"]));
});

test("a next charge is made now, after a question with its day and amount, and a failed one shows no past date", {
  meta: { slow: "a charge, its retry and three screens" },
}, async () => {
  const due = await inDays(1);
  const failing = await billedSubscription(shop, { next_billing_date: due });
  await failing.nextPayments("FRAUD_SUSPECTED");
  await goTo(shop, addDays(due, 1, zone));
  const list = await openAdminPage(browser, shop, "/subscriptions?status=active");
  await expectPage(list.frame.getByText("Waiting for you", { exact: true })).toBeVisible();
  const later = await inDays(10);
  const subscription = await billedSubscription(shop, { next_billing_date: later });
  const { id } = await subscription.row();
  const { frame } = await openAdminPage(browser, shop, `/subscriptions/${id}`);
  await frame.getByRole("button", { name: "Charge now", exact: true }).click();
  const dialog = frame.getByRole("dialog");
  await expectPage(dialog.getByText(/is charged €15\.00 now/)).toBeVisible();
  await dialog.getByRole("button", { name: "Charge €15.00", exact: true }).click();
  await expectPage(dialog).toBeHidden();
  await shop.quiet();
  expect((await subscription.charges()).map(({ state }) => state)).toEqual(["success"]);
  expect(formatDate((await subscription.row()).nextBillingAt ?? later, zone)).not.toBe(
    formatDate(later, zone),
  );
});
