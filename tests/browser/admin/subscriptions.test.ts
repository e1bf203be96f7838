import type { Browser } from "@playwright/test";
import { expect as expectPage } from "@playwright/test";
import { afterAll, beforeAll, expect, test } from "vitest";
import { addDays, addInterval, formatDate } from "#app/lib/zoned-time.ts";
import {
  type BilledSubscription,
  billedSubscription,
  goTo,
} from "#tests/support/billed-subscription.ts";
import { launchBrowser, takeScreenshot } from "#tests/support/browser.ts";
import { startTestApp, type TestApp } from "#tests/support/test-app.ts";
import type { TestShop } from "#tests/support/test-shop.ts";
import { openAdminPage } from "./open-admin-page.ts";

const zone = "Europe/Berlin";
let browser: Browser;
let testApp: TestApp;
let shop: TestShop;

beforeAll(async () => {
  testApp = await startTestApp({ pages: true });
  browser = await launchBrowser();
  shop = await testApp.createShop({ timezone: zone, currency: "EUR" });
});
afterAll(async () => {
  await browser.close();
  await testApp.close();
});

const inDays = async (days: number) => addDays((await shop.context()).clock.now(), days, zone);
const dayOf = (date: Date | null) => date && formatDate(date, zone);
const next = async (subscription: BilledSubscription) =>
  dayOf((await subscription.row()).nextBillingAt);

test("the next charge is moved to another day and then skipped, each after a question", async () => {
  const subscription = await billedSubscription(shop, { next_billing_date: await inDays(10) });
  const { id } = await subscription.row();
  const { frame } = await openAdminPage(browser, shop, `/subscriptions/${id}`);
  await frame.getByRole("button", { name: "Move charge" }).click();
  const dialog = frame.getByRole("dialog");
  await dialog.getByLabel("New day").fill("2020-01-01");
  await dialog.getByRole("button", { name: "Move charge" }).click();
  await expectPage(dialog.getByText("This time has passed. Choose a later day.")).toBeVisible();
  const to = await inDays(14);
  await dialog.getByLabel("New day").fill(formatDate(to, zone));
  await dialog.getByRole("button", { name: "Move charge" }).click();
  await expectPage(dialog).toBeHidden();
  expect(await next(subscription)).toBe(dayOf(to));

  await frame.getByRole("button", { name: "Skip charge" }).click();
  await expectPage(dialog.getByText("is not charged €15.00")).toBeVisible();
  await dialog.getByRole("button", { name: "Skip charge" }).click();
  await expectPage(dialog).toBeHidden();
  expect(await next(subscription)).toBe(dayOf(addInterval(to, { unit: "month", count: 1 }, zone)));
  await expectPage(
    frame.getByText(`The charge of ${formatDate(to, zone)} is skipped.`),
  ).toBeVisible();
});

test("a subscription is paused, resumed, and canceled after a question", async () => {
  const subscription = await billedSubscription(shop, { next_billing_date: await inDays(10) });
  const { id } = await subscription.row();
  const { frame } = await openAdminPage(browser, shop, `/subscriptions/${id}`);
  const dialog = frame.getByRole("dialog");
  await frame.getByRole("button", { name: "Pause" }).click();
  await dialog.getByRole("button", { name: "Pause subscription" }).click();
  await frame.getByRole("button", { name: "Resume" }).click();
  await expectPage(frame.getByRole("button", { name: "Pause" })).toBeVisible();
  await frame.getByRole("button", { name: "Cancel subscription" }).click();
  await expectPage(dialog.getByText("cannot be resumed")).toBeVisible();
  await dialog.getByRole("button", { name: "Cancel subscription" }).click();
  await expectPage(dialog).toBeHidden();
  await expectPage(frame.getByRole("button", { name: "Pause" })).toBeHidden();
  expect((await subscription.row()).status).toBe("cancelled");
});

test("a failed payment is found in its list, charged again from there, and then counts as recovered", async () => {
  const due = await inDays(1);
  const subscription = await billedSubscription(shop, { next_billing_date: due });
  await subscription.nextPayments("EXPIRED_CARD");
  await goTo(shop, addDays(due, 1, zone));
  const { frame, page } = await openAdminPage(browser, shop, "/subscriptions/failed");
  await expectPage(frame.getByText("The card has expired.")).toBeVisible();
  await takeScreenshot(page, "admin-failed-payments", true);
  await frame.getByRole("button", { name: /^Charge now: / }).click();
  // The platform may still be working on it.
  const after = frame.getByText("2 attempts").or(frame.getByText("No payment is failing"));
  await expectPage(after).toBeVisible({ timeout: 15_000 });
  await shop.quiet();
  expect((await subscription.charges()).map(({ state }) => state)).toEqual(["failed", "success"]);
  const { frame: later, page: laterPage } = await openAdminPage(
    browser,
    shop,
    "/subscriptions/failed",
  );
  await expectPage(later.getByText("Recovered in the last 30 days")).toBeVisible();
  await expectPage(later.getByText("€15.00")).toBeVisible();
  await expectPage(later.getByText("1 charge paid after a failure")).toBeVisible();
  await takeScreenshot(laterPage, "admin-recovered", true);
  await laterPage.setViewportSize({ width: 390, height: 844 });
  await takeScreenshot(laterPage, "admin-recovered-phone", true);
});
