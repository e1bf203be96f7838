import { afterAll, beforeAll, test } from "vitest";
import { takeScreenshot } from "#tests/support/browser.ts";
import { expectPage } from "#tests/support/expect-page.ts";
import type { TestShop } from "#tests/support/test-shop.ts";
import {
  type BusyAdmin,
  expectWellMade,
  loyalCustomerId,
  newestId,
  openBusyAdmin,
} from "./busy-admin.ts";
import { openAdminPage } from "./open-admin-page.ts";

const screens: [name: string, title: string, path: (shop: TestShop) => string | Promise<string>][] =
  [
    ["overview", "Overview", () => ""],
    ["customers", "Customers", () => "/customers"],
    ["subscriptions", "Subscriptions", () => "/subscriptions"],
    ["calendar", "Calendar", () => "/subscriptions/calendar"],
    ["failed-payments", "Failed payments", () => "/subscriptions/failed"],
    ["confirmations", "Waiting for customers", () => "/subscriptions/confirmations"],
    ["retries", "Retries", () => "/subscriptions/retries"],
    ["bulk-actions", "Bulk actions", () => "/subscriptions/bulk"],
    ["plans", "Plans", () => "/plans"],
    ["price-changes", "Price changes", () => "/plans/price-changes"],
    ["new-price-change", "Change a price", () => "/plans/price-changes/new"],
    ["customer-portal", "Customer portal", () => "/plans/portal"],
    ["new-plan-group", "New plan group", () => "/plans/new"],
    ["reasons", "Cancellation reasons", () => "/churn/reasons"],
    [
      "reason",
      "Other",
      async (shop) => `/churn/reasons?reason=${await newestId(shop, "cancellation_reasons")}`,
    ],
    ["offers", "Offers", () => "/churn/offers"],
    ["new-offer", "New offer", () => "/churn/offers/new"],
    ["applied-offers", "Applied offers", () => "/churn/applied-offers"],
    ["store-credit", "Store credit", () => "/store-credit"],
    ["credit-customers", "Customers' credit", () => "/store-credit/customers"],
    ["credit-grants", "Grant to a plan", () => "/store-credit/grants"],
    ["loyalty-files", "Import", () => "/loyalty/files"],
    ["credit-files", "Bulk adjustment", () => "/store-credit/files"],
    ["credit-policies", "Plan policies", () => "/store-credit/policies"],
    ["loyalty", "Loyalty", () => "/loyalty"],
    ["loyalty-liability", "Points outstanding", () => "/loyalty/liability"],
    ["loyalty-rules", "Loyalty rules", () => "/loyalty/rules"],
    ["new-loyalty-rule", "New rule", () => "/loyalty/rules/new"],
    ["loyalty-rule-form", "New rule: Punch card", () => "/loyalty/rules/new?type=punch_card"],
    ["loyalty-customers", "Customers' points", () => "/loyalty/customers"],
    ["loyalty-coupons", "Coupons", () => "/loyalty/coupons"],
    ["loyalty-tiers", "Tiers", () => "/loyalty/tiers"],
    ["loyalty-point-rewards", "Rewards for points", () => "/loyalty/point-rewards"],
    ["new-point-reward", "New reward for points", () => "/loyalty/point-rewards/new"],
    ["loyalty-referrals", "Referrals", () => "/loyalty/referrals"],
    ["loyalty-receipts", "Receipts", () => "/loyalty/receipts"],
    ["exports", "Exports", () => "/exports"],
    ["settings", "Settings", () => "/settings"],
    ["emails", "Emails", () => "/settings/emails"],
  ];

/** The tests of every screen on one device. Each device is a file, so that they run side by side. */
export function testScreensOn(device: string, viewport: { width: number; height: number }): void {
  let stores: BusyAdmin;
  beforeAll(async () => {
    stores = await openBusyAdmin();
  });
  afterAll(() => stores.close());

  test.each(screens)(
    "the screen %s is whole, still and accessible, new and with data",
    async (name, title, path) => {
      for (const [state, shop] of [
        ["new", stores.empty],
        ["busy", stores.busy],
      ] as const) {
        const admin = await openAdminPage(stores.browser, shop, await path(shop), { viewport });
        await expectPage(admin.frame.getByRole("heading", { level: 1 })).toContainText(title);
        await expectWellMade(admin);
        await takeScreenshot(admin.page, `admin-${name}-${state}-${device}`, true);
        await admin.page.close();
      }
    },
  );

  test("the page of an applied offer is whole, still and accessible", async () => {
    const path = `/churn/applied-offers/${await newestId(stores.busy, "applied_offers")}`;
    const admin = await openAdminPage(stores.browser, stores.busy, path, { viewport });
    await expectPage(admin.frame.getByRole("heading", { level: 1 })).toContainText(
      "Every 2 months",
    );
    await expectWellMade(admin);
    await takeScreenshot(admin.page, `admin-applied-offer-${device}`, true);
  });

  test("the page of a customer's credit is whole, still and accessible", async () => {
    const path = `/store-credit/customers/${await newestId(stores.busy, "customers")}`;
    const admin = await openAdminPage(stores.browser, stores.busy, path, { viewport });
    await expectPage(admin.frame.getByRole("heading", { level: 1 })).toContainText("Test Customer");
    await expectWellMade(admin);
    await takeScreenshot(admin.page, `admin-credit-customer-${device}`, true);
  });

  test("the page of a customer is whole, still and accessible", async () => {
    const path = `/customers/${await loyalCustomerId(stores.busy)}`;
    const admin = await openAdminPage(stores.browser, stores.busy, path, { viewport });
    await expectPage(admin.frame.getByRole("heading", { level: 1 })).toContainText("Sam Shopper");
    await expectWellMade(admin);
    await takeScreenshot(admin.page, `admin-customer-${device}`, true);
  });

  test("the page of a receipt is whole, still and accessible", async () => {
    const path = `/loyalty/receipts/${await newestId(stores.busy, "loyalty_receipts")}`;
    const admin = await openAdminPage(stores.browser, stores.busy, path, { viewport });
    await expectPage(admin.frame.getByRole("heading", { level: 1 })).toContainText("Corner Shop");
    await expectPage(admin.frame.getByRole("img", { name: /^Receipt of/ })).toBeVisible();
    await expectWellMade(admin);
    await takeScreenshot(admin.page, `admin-receipt-${device}`, true);
  });

  test("the page of a reward for points is whole, still and accessible", async () => {
    const path = `/loyalty/point-rewards/${await newestId(stores.busy, "loyalty_point_rewards")}`;
    const admin = await openAdminPage(stores.browser, stores.busy, path, { viewport });
    await expectPage(admin.frame.getByRole("heading", { level: 1 })).toContainText("5 off");
    await expectWellMade(admin);
    await takeScreenshot(admin.page, `admin-point-reward-${device}`, true);
  });

  test("the page of a loyalty rule is whole, still and accessible", async () => {
    const path = `/loyalty/rules/${await newestId(stores.busy, "loyalty_rules")}`;
    const admin = await openAdminPage(stores.browser, stores.busy, path, { viewport });
    await expectPage(admin.frame.getByRole("heading", { level: 1 })).toContainText(
      "Every fifth order",
    );
    await expectWellMade(admin);
    await takeScreenshot(admin.page, `admin-loyalty-rule-${device}`, true);
  });

  test("the page of a customer's points is whole, still and accessible", async () => {
    const path = `/loyalty/customers/${await loyalCustomerId(stores.busy)}`;
    const admin = await openAdminPage(stores.browser, stores.busy, path, { viewport });
    await expectPage(admin.frame.getByRole("heading", { level: 1 })).toContainText("Sam Shopper");
    await expectWellMade(admin);
    await takeScreenshot(admin.page, `admin-points-customer-${device}`, true);
  });

  test("the page of a subscription is whole, still and accessible", async () => {
    const path = `/subscriptions/${await newestId(stores.busy, "subscriptions")}`;
    const admin = await openAdminPage(stores.browser, stores.busy, path, { viewport });
    await expectPage(admin.frame.getByRole("heading", { level: 1 })).toContainText("Sam Shopper");
    await expectWellMade(admin);
    await takeScreenshot(admin.page, `admin-subscription-${device}`, true);
  });
}
