import type { Browser } from "@playwright/test";
import { afterAll, beforeAll, expect, test } from "vitest";
import { CREDIT_TYPES } from "#app/domain/ledger/movement.ts";
import { postCredit } from "#app/domain/ledger/post-movement.ts";
import { addDays } from "#app/lib/zoned-time.ts";
import { type BilledSubscription, billedSubscription } from "#tests/support/billed-subscription.ts";
import { launchBrowser, phone, takeScreenshot } from "#tests/support/browser.ts";
import { expectPage } from "#tests/support/expect-page.ts";
import { startTestApp, type TestApp } from "#tests/support/test-app.ts";
import type { TestShop } from "#tests/support/test-shop.ts";
import { openAdminPage } from "./open-admin-page.ts";

let browser: Browser;
let testApp: TestApp;
let shop: TestShop;

beforeAll(async () => {
  testApp = await startTestApp({ pages: true });
  browser = await launchBrowser();
  shop = await testApp.createShop({ timezone: "Europe/Berlin", currency: "EUR" });
});
afterAll(async () => {
  await browser.close();
  await testApp.close();
});

/** A customer with one contract that is charged in ten days, and some credit. */
async function subscriber() {
  const context = await shop.context();
  const due = addDays(context.clock.now(), 10, "Europe/Berlin");
  const subscription = await billedSubscription(shop, { next_billing_date: due });
  const { customerId } = await subscription.row();
  if (customerId === null) throw new Error("A contract has a customer.");
  await postCredit(context, {
    customerId,
    unit: "money",
    amountMinor: 1250,
    typeCode: CREDIT_TYPES.promotion,
    message: "A present",
    parts: [{ amountMinor: 1250, expiresAt: null }],
  });
  return { subscription, customerId, path: `/customers/${customerId}` };
}

const statusOf = async (subscription: BilledSubscription) => (await subscription.row()).status;

test("a customer's page shows what they have, hold and did, and leads to the platform's own page", async () => {
  const { subscription, path } = await subscriber();
  const { frame, page } = await openAdminPage(browser, shop, path);
  const { platformContractId, id } = await subscription.row();
  await expectPage(
    frame.getByText(`Contract ${platformContractId}`, { exact: true }),
  ).toBeVisible();
  await expectPage(frame.getByText("€12.50", { exact: true })).toBeVisible();
  await expectPage(
    frame.getByText("+€12.50 store credit: A present", { exact: true }),
  ).toBeVisible();
  await expectPage(frame.getByText("A present", { exact: true })).toHaveCount(0);
  const platform = frame.getByRole("link", { name: "Open in the store's admin", exact: true });
  expect(await platform.getAttribute("href")).toMatch(/^shopify:\/\/admin\/customers\/\d+$/);
  const contract = frame.locator(`a[href="/app/subscriptions/${id}"]`);
  await expectPage(contract).toBeVisible();
  await takeScreenshot(page, "admin-customer", true);
});

test("a charge of now that failed is said at once, with why, what comes next, and where to act", async () => {
  const { subscription, path } = await subscriber();
  const { cid, contractId } = subscription;
  const portal = `/storefront/portal/${contractId}`;
  const { charge_at } = (await shop.proxy(portal, { cid })).body;
  await subscription.nextPayments("EXPIRED_PAYMENT_METHOD");
  const body = { action: "charge_now", charge_at };
  expect((await shop.proxy(`${portal}/changes`, { cid, body })).status).toBe(200);
  await shop.quiet();
  const { frame, page } = await openAdminPage(browser, shop, path);
  const contracts = frame.getByRole("table", { name: /^Subscriptions of this customer/ });
  await expectPage(contracts.getByText("Not paid yet", { exact: true })).toBeVisible();
  await expectPage(contracts.getByText(/^The payment method has expired\./)).toBeVisible();
  await expectPage(contracts.getByText("Past due", { exact: true })).toBeVisible();
  await takeScreenshot(page, "admin-customer-owes", true);
  await contracts.getByRole("link", { name: "Charge it again, or skip it", exact: true }).click();
  await expectPage(frame.getByText(/^The payment method has expired\./).first()).toBeVisible();
});

test("every email to a customer can be found, ten at a time", async () => {
  const { customerId, path } = await subscriber();
  const { db, shop: row } = await shop.context();
  const mailOf = (n: number) => ({
    ...{ shopId: row.id, customerId, causeKey: `many-${n}`, createdAt: new Date() },
    ...{ kind: n === 0 ? "subscription_paused" : "points_earned", state: "sent" },
  });
  await db.prisma.mail.createMany({ data: Array.from({ length: 20 }, (_, n) => mailOf(n)) });
  const { frame } = await openAdminPage(browser, shop, path);
  const emails = frame.getByRole("table", { name: /^Emails to this customer\b/ });
  await expectPage(emails.getByText("Points earned", { exact: true })).toHaveCount(10);
  await frame
    .getByRole("navigation", { name: /Emails/ })
    .getByRole("link", { name: /Older/ })
    .click();
  await expectPage(emails.getByText("Subscription paused", { exact: true })).toBeVisible();
});

test("contracts are paused, resumed, skipped and canceled from the customer's page, each after a question", async () => {
  const { subscription, path } = await subscriber();
  const { frame } = await openAdminPage(browser, shop, path);
  const dialog = frame.getByRole("dialog");
  const before = (await subscription.row()).nextBillingAt;
  await frame.getByRole("button", { name: /^Skip: / }).click();
  await expectPage(dialog.getByText(/is not charged €15\.00/)).toBeVisible();
  await dialog.getByRole("button", { name: "Skip charge", exact: true }).click();
  await expectPage(dialog).toBeHidden();
  expect((await subscription.row()).nextBillingAt).not.toEqual(before);

  await frame.getByRole("button", { name: /^Pause: / }).click();
  await dialog.getByLabel("Days", { exact: true }).fill("0");
  await dialog.getByRole("button", { name: "Pause subscription", exact: true }).click();
  await expectPage(
    dialog.getByText("Write whole days, from 1 to 365.", { exact: true }),
  ).toBeVisible();
  await dialog.getByLabel("Days", { exact: true }).fill("20");
  await dialog.getByRole("button", { name: "Pause subscription", exact: true }).click();
  await expectPage(dialog).toBeHidden();
  expect(await statusOf(subscription)).toBe("paused");

  await frame.getByRole("button", { name: /^Resume: / }).click();
  await dialog.getByRole("button", { name: "Resume subscription", exact: true }).click();
  await expectPage(dialog).toBeHidden();
  expect(await statusOf(subscription)).toBe("active");

  await frame.getByRole("button", { name: /^Cancel: / }).click();
  await expectPage(dialog.getByText(/cannot be resumed/)).toBeVisible();
  await dialog.getByRole("button", { name: "Cancel subscription", exact: true }).click();
  await expectPage(dialog).toBeHidden();
  expect(await statusOf(subscription)).toBe("cancelled");
  await expectPage(frame.getByRole("button", { name: /^Pause: / })).toBeHidden();
});

test("a customer who is not there is said to be not there", async () => {
  const { frame } = await openAdminPage(browser, shop, "/customers/999999999", {
    expectedErrors: [/404/],
  });
  await expectPage(frame.getByText("There is no such customer.", { exact: true })).toBeVisible();
});

test("a note is added, changed and deleted, and says who wrote it and when", async () => {
  const { customerId, path } = await subscriber();
  const { frame, page } = await openAdminPage(browser, shop, path);
  await frame.getByRole("button", { name: "Add note", exact: true }).click();
  await expectPage(frame.getByText("Write a note.", { exact: true })).toBeVisible();
  await frame.getByLabel("Add a note", { exact: true }).fill("Calls on Mondays.\nPrefers decaf.");
  await frame.getByRole("button", { name: "Add note", exact: true }).click();
  await expectPage(frame.getByLabel("Add a note", { exact: true })).toHaveValue("");
  const note = frame.locator(".pn-note-body");
  await expectPage(note).toHaveText("Calls on Mondays.\nPrefers decaf.");
  const { db, shop: row } = await shop.context();
  const written = await db.prisma.customerNote.findFirstOrThrow({
    where: { shopId: row.id, customerId },
  });
  expect(written.authorName).toBeTruthy();
  await expectPage(frame.getByText(new RegExp(`^${written.authorName}, `)).first()).toBeVisible();

  await frame.getByRole("button", { name: /^Edit the note/ }).click();
  await frame.getByLabel(/^Note of/).fill("Calls on Tuesdays.");
  await frame.getByRole("button", { name: "Save note", exact: true }).click();
  await expectPage(note).toHaveText("Calls on Tuesdays.");
  await expectPage(frame.getByText(/changed by/)).toBeVisible();
  await takeScreenshot(page, "admin-customer-note", true);

  await frame.getByRole("button", { name: /^Delete the note/ }).click();
  await frame.getByRole("dialog").getByRole("button", { name: "Delete note", exact: true }).click();
  await expectPage(note).toBeHidden();
  expect(await db.prisma.customerNote.count({ where: { shopId: row.id, customerId } })).toBe(0);
});

test("the list is searched, narrowed and ordered by its address, and its filters are saved as a view", async () => {
  const { subscription, customerId } = await subscriber();
  const { planId } = await subscription.row();
  const { db, shop: row } = await shop.context();
  await db.prisma.customer.update({
    where: { shopId_id: { shopId: row.id, id: customerId } },
    data: { firstName: "Zoe", lastName: "Finder" },
  });
  const { frame, page } = await openAdminPage(browser, shop, "/customers?member=active&sort=name");
  await expectPage(frame.getByRole("link", { name: "Zoe Finder", exact: true })).toBeVisible();
  await frame.getByPlaceholder("Name, email or customer number", { exact: true }).fill("zoe find");
  await frame.waitForURL(/[?&]search=zoe(\+|%20)find/);
  await expectPage(frame.getByText("1 customer", { exact: true })).toBeVisible();
  await takeScreenshot(page, "admin-customers-found", true);
  await frame.getByRole("button", { name: "Save as", exact: true }).click();
  await frame.getByRole("dialog").getByLabel("Name", { exact: true }).fill("Active Zoes");
  await frame.getByRole("dialog").getByRole("button", { name: "Save", exact: true }).click();
  await expectPage(frame.getByRole("tab", { name: "Active Zoes", exact: true })).toBeVisible();
  const again = await openAdminPage(browser, shop, "/customers");
  await again.frame.getByRole("tab", { name: "Active Zoes", exact: true }).click();
  await expectPage(again.frame.getByText("1 customer", { exact: true })).toBeVisible();
  await again.frame.getByRole("link", { name: "Zoe Finder", exact: true }).press("Enter");
  await expectPage(again.frame.getByRole("heading", { level: 1 })).toHaveText("Zoe Finder");
  await again.page.goBack();
  await expectPage(again.frame.getByText("1 customer", { exact: true })).toBeVisible();
  await again.frame.getByRole("link", { name: "Members", exact: true }).click();
  await again.frame.waitForURL(/\?member=any$/);
  const planned = await openAdminPage(browser, shop, `/customers?plan=${planId}&search=zoe`);
  await expectPage(
    planned.frame.getByRole("link", { name: "Zoe Finder", exact: true }),
  ).toBeVisible();
  const unplanned = await openAdminPage(browser, shop, "/customers?plan=987654&search=zoe");
  await expectPage(unplanned.frame.getByText("No customer matches", { exact: true })).toBeVisible();
  const nothing = await openAdminPage(browser, shop, "/customers?search=nobody");
  await expectPage(nothing.frame.getByText("No customer matches", { exact: true })).toBeVisible();
});

test("chosen customers' subscriptions are paused together, by the keyboard, after saying how many", async () => {
  const store = await testApp.createShop({ timezone: "Europe/Berlin", currency: "EUR" });
  for (let n = 0; n < 2; n += 1) await store.createContract({ price: "15.00" });
  const { frame, page } = await openAdminPage(browser, store, "/customers?subscription=active", {
    viewport: phone,
  });
  await frame.getByLabel("Select all 2 on this page", { exact: true }).focus();
  await page.keyboard.press("Space");
  await expectPage(frame.getByText("2 selected", { exact: true })).toBeVisible();
  await frame.getByRole("button", { name: "Pause", exact: true }).focus();
  await page.keyboard.press("Enter");
  await expectPage(frame.getByRole("dialog").getByText(/^Each of 2 is paused\b/)).toBeVisible();
  await takeScreenshot(page, "admin-customers-bulk-phone");
  await frame
    .getByRole("dialog")
    .getByRole("button", { name: "Pause 2 subscriptions", exact: true })
    .click();
  await expectPage(frame.getByText("2 done, 0 not", { exact: true })).toBeVisible({
    timeout: 60_000,
  });
});
