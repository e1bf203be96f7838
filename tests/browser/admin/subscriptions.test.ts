import type { Browser } from "@playwright/test";
import { afterAll, beforeAll, expect, test } from "vitest";
import { addDays, addInterval, formatDate } from "#app/lib/zoned-time.ts";
import {
  type BilledSubscription,
  billedSubscription,
  goTo,
} from "#tests/support/billed-subscription.ts";
import { launchBrowser, takeScreenshot } from "#tests/support/browser.ts";
import { expectPage } from "#tests/support/expect-page.ts";
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
  await frame.getByRole("button", { name: "Move charge", exact: true }).click();
  const dialog = frame.getByRole("dialog");
  await dialog.getByLabel("New day", { exact: true }).fill("2020-01-01");
  await dialog.getByRole("button", { name: "Move charge", exact: true }).click();
  await expectPage(
    dialog.getByText("This time has passed. Choose a later day.", { exact: true }),
  ).toBeVisible();
  const to = await inDays(14);
  await dialog.getByLabel("New day", { exact: true }).fill(formatDate(to, zone));
  await dialog.getByRole("button", { name: "Move charge", exact: true }).click();
  await expectPage(dialog).toBeHidden();
  expect(await next(subscription)).toBe(dayOf(to));

  await frame.getByRole("button", { name: "Skip charge", exact: true }).click();
  await expectPage(dialog.getByText(/is not charged €15\.00/)).toBeVisible();
  await dialog.getByRole("button", { name: "Skip charge", exact: true }).click();
  await expectPage(dialog).toBeHidden();
  expect(await next(subscription)).toBe(dayOf(addInterval(to, { unit: "month", count: 1 }, zone)));
  await expectPage(
    frame.getByText(new RegExp(`^The charge of ${formatDate(to, zone)} is skipped\\.`)),
  ).toBeVisible();
});

test("a subscription is paused, resumed, and canceled after a question", async () => {
  const subscription = await billedSubscription(shop, { next_billing_date: await inDays(10) });
  const { id } = await subscription.row();
  const { frame } = await openAdminPage(browser, shop, `/subscriptions/${id}`);
  const dialog = frame.getByRole("dialog");
  await frame.getByRole("button", { name: "Pause", exact: true }).click();
  await dialog.getByRole("button", { name: "Pause subscription", exact: true }).click();
  await frame.getByRole("button", { name: "Resume", exact: true }).click();
  await expectPage(frame.getByRole("button", { name: "Pause", exact: true })).toBeVisible();
  await frame.getByRole("button", { name: "Cancel subscription", exact: true }).click();
  await expectPage(dialog.getByText(/cannot be resumed/)).toBeVisible();
  await dialog.getByRole("button", { name: "Cancel subscription", exact: true }).click();
  await expectPage(dialog).toBeHidden();
  await expectPage(frame.getByRole("button", { name: "Pause", exact: true })).toBeHidden();
  expect((await subscription.row()).status).toBe("cancelled");
});

test("a failed payment is found in its list, charged again from there, and then counts as recovered", async () => {
  const due = await inDays(1);
  const subscription = await billedSubscription(shop, { next_billing_date: due });
  await subscription.nextPayments("EXPIRED_CARD");
  await goTo(shop, addDays(due, 1, zone));
  const { frame, page } = await openAdminPage(browser, shop, "/subscriptions/failed");
  await expectPage(frame.getByText(/The card has expired\./)).toBeVisible();
  await takeScreenshot(page, "admin-failed-payments", true);
  await frame.getByRole("button", { name: /^Charge now: / }).click();
  const dialog = frame.getByRole("dialog");
  await expectPage(dialog.getByText(/is charged €15\.00 again/)).toBeVisible();
  await expectPage(dialog.getByText(/The card has expired\./)).toBeVisible();
  await dialog.getByRole("button", { name: "Charge €15.00", exact: true }).click();
  // The platform may still be working on it.
  const after = frame
    .getByText(/^2 attempts\b/)
    .or(frame.getByText("No payment is failing", { exact: true }));
  await expectPage(after).toBeVisible();
  await shop.quiet();
  expect((await subscription.charges()).map(({ state }) => state)).toEqual(["failed", "success"]);
  const { frame: later, page: laterPage } = await openAdminPage(
    browser,
    shop,
    "/subscriptions/failed",
  );
  await expectPage(later.getByText("Recovered in the last 30 days", { exact: true })).toBeVisible();
  await expectPage(later.getByText("€15.00", { exact: true })).toBeVisible();
  await expectPage(later.getByText("1 charge paid after a failure", { exact: true })).toBeVisible();
  await takeScreenshot(laterPage, "admin-recovered", true);
  await laterPage.setViewportSize({ width: 390, height: 844 });
  await takeScreenshot(laterPage, "admin-recovered-phone", true);
});

test("suspected fraud is named on the start page, charged only after a warning, and not twice from a list of before", async () => {
  const store = await testApp.createShop({ timezone: zone, currency: "EUR" });
  const due = addDays((await store.context()).clock.now(), 1, zone);
  const subscription = await billedSubscription(store, { next_billing_date: due });
  await subscription.nextPayments("FRAUD_SUSPECTED", "FRAUD_SUSPECTED");
  await goTo(store, addDays(due, 1, zone));
  const { frame, page } = await openAdminPage(browser, store);
  const waits =
    "1 failed payment waits for you and is not retried. The payment is suspected to be fraudulent.";
  await expectPage(frame.getByText(waits, { exact: true })).toBeVisible();
  await takeScreenshot(page, "admin-overview-fraud", true);
  await frame.getByRole("link", { name: `Open: ${waits}`, exact: true }).click();
  await expectPage(frame.getByText("Waits for you", { exact: true })).toBeVisible();
  const stale = await openAdminPage(browser, store, "/subscriptions/failed");
  const dialog = frame.getByRole("dialog");
  await frame.getByRole("button", { name: /^Charge now: / }).click();
  await expectPage(dialog.getByText(/^The payment provider suspects fraud\./)).toBeVisible();
  await takeScreenshot(page, "admin-charge-fraud");
  await page.setViewportSize({ width: 375, height: 740 });
  await takeScreenshot(page, "admin-charge-fraud-phone");
  expect(await subscription.charges()).toHaveLength(1);
  await dialog.getByRole("button", { name: "Charge €15.00", exact: true }).click();
  await expectPage(dialog).toBeHidden();
  await expectPage(frame.getByText(/^2 attempts\b/)).toBeVisible();
  await store.quiet();
  const { frame: older } = stale;
  await older.getByRole("button", { name: /^Charge now: / }).click();
  await older
    .getByRole("dialog")
    .getByRole("button", { name: "Charge €15.00", exact: true })
    .click();
  await expectPage(older.getByText(/made or changed meanwhile/)).toBeVisible();
  expect(await subscription.charges()).toHaveLength(2);
});

test("a double click on the last button of a dialog opens no page beneath it", async () => {
  const store = await testApp.createShop({ timezone: zone, currency: "EUR" });
  const due = addDays((await store.context()).clock.now(), 1, zone);
  const failing: BilledSubscription[] = [];
  for (let n = 0; n < 12; n += 1) {
    failing.push(await billedSubscription(store, { next_billing_date: due }));
  }
  for (const one of failing) await one.nextPayments("EXPIRED_CARD");
  await goTo(store, addDays(due, 1, zone));
  const { frame } = await openAdminPage(browser, store, "/subscriptions/failed");
  const dialog = frame.getByRole("dialog");
  for (const row of [1, 2]) {
    await frame
      .getByRole("button", { name: /^Skip: / })
      .nth(row)
      .click();
    await dialog.getByRole("button", { name: "Skip charge", exact: true }).dblclick();
    await expectPage(dialog).toBeHidden();
    await expectPage(
      frame.getByText(`1–${12 - row} of ${12 - row}`, { exact: true }),
    ).toBeVisible();
    await expectPage(frame.getByRole("heading", { level: 1 })).toHaveText("Failed payments");
  }
});

test("a contract from before the app lists its orders, and says who has charged them", async () => {
  const store = await testApp.createShop({ timezone: zone, currency: "EUR" });
  const { db, shop: row, clock } = await store.context();
  const subscription = await billedSubscription(store, { next_billing_date: await inDays(10) });
  const { id, customerId } = await subscription.row();
  const began = addDays(clock.now(), -400, zone);
  await db.prisma.subscription.update({
    where: { shopId_id: { shopId: row.id, id } },
    data: { platformCreatedAt: began },
  });
  const paid = { processedAt: began, platformCreatedAt: began, platformUpdatedAt: began };
  const order = await db.prisma.order.create({
    data: {
      ...{ shopId: row.id, customerId, platformOrderId: 77001n, name: "#77001", ...paid },
      ...{ isTest: false, isRenewal: false, financialStatus: "paid", currency: "EUR" },
      ...{ totalMinor: 1500n, subtotalMinor: 1500n, taxMinor: 0n, discountMinor: 0n },
      ...{ deliveryMinor: 0n, presentmentCurrency: "EUR", presentmentTotalMinor: 1500n },
      ...{ gateways: [], discountCodes: [], lines: [], transactions: [], factsHash: "" },
      ...{ createdAt: began, updatedAt: began },
    },
  });
  await db.prisma.orderSubscription.create({
    data: {
      ...{ shopId: row.id, orderId: order.id, subscriptionId: id, isFirst: true },
      ...{ platformContractId: BigInt(subscription.contractId), processedAt: began },
      ...{ totalMinor: 1500n, isRenewal: false },
    },
  });
  const { frame, page } = await openAdminPage(browser, store, `/subscriptions/${id}`);
  await expectPage(frame.getByText(/^No charge has been made here yet\./)).toBeVisible();
  await expectPage(frame.getByText(/were made by the platform or another app/)).toBeVisible();
  const link = frame.getByRole("link", { name: "#77001", exact: true });
  await expectPage(link).toHaveAttribute("href", "shopify://admin/orders/77001");
  await takeScreenshot(page, "admin-subscription-orders", true);
  await page.setViewportSize({ width: 375, height: 740 });
  await takeScreenshot(page, "admin-subscription-orders-phone", true);
});
