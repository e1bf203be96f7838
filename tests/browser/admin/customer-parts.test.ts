import { expect, test } from "vitest";
import type { OfferRules } from "#app/domain/churn/offers/types/offer-types.ts";
import { CREDIT_TYPES } from "#app/domain/ledger/movement.ts";
import { postCredit } from "#app/domain/ledger/post-movement.ts";
import { readCreditAccount } from "#app/domain/ledger/read-account.ts";
import { phone, takeScreenshot } from "#tests/support/browser.ts";
import { createOffer } from "#tests/support/create-offer.ts";
import { expectPage } from "#tests/support/expect-page.ts";
import { loyalCustomer, makeRule } from "#tests/support/loyalty.ts";
import type { TestShop } from "#tests/support/test-shop.ts";
import { expectWellMade } from "./busy-admin.ts";
import { openAdminPage } from "./open-admin-page.ts";
import { browser, testApp } from "./pages-app.ts";

// What a customer's page shows of orders and loyalty, what is asked before a balance is changed by much, and where names lead.

/** A customer with eleven orders, the latest refunded in part, a coupon, a friend, and a receipt. */
async function busyCustomer(shop: TestShop) {
  await makeRule(shop, {
    ...{ name: "Big order", type: "goal_spend", settings: { goal_amount: 50 } },
    reward: { reward_type: "free_shipping" },
  });
  const customer = await loyalCustomer(shop);
  const friend = await loyalCustomer(shop);
  for (let number = 0; number < 10; number += 1) await customer.order("10.00");
  const latest = await customer.order("119.00");
  const { db, shop: row, clock } = await shop.context();
  const [customerId, friendId] = [await customer.id(), await friend.id()];
  const now = clock.now();
  const order = await db.prisma.order.findFirstOrThrow({
    where: { shopId: row.id, platformOrderId: BigInt(latest) },
  });
  await db.prisma.orderRefund.create({
    data: {
      ...{ shopId: row.id, orderId: order.id, platformRefundId: 1n },
      ...{ refundedAt: now, amountMinor: 1900n },
    },
  });
  await db.prisma.loyaltyReferral.create({
    data: {
      ...{ shopId: row.id, advocateId: customerId, friendId, orderId: order.id, code: "ADA" },
      ...{ status: "review", reasons: ["same_email"], referredAt: now, countsAt: now },
      ...{ createdAt: now, updatedAt: now },
    },
  });
  const receipt = await db.prisma.loyaltyReceipt.create({
    data: {
      ...{ shopId: row.id, customerId, status: "rejected", retailer: "Corner Shop" },
      ...{ retailerKey: "cornershop", purchasedOn: now, totalMinor: 2350n, byteSize: 1 },
      ...{ contentType: "image/png", reason: "The date cannot be read." },
      ...{ createdAt: now, updatedAt: now, decidedAt: now, decidedBy: "Mia Example" },
    },
  });
  await db.prisma.mail.create({
    data: {
      ...{ shopId: row.id, customerId, causeKey: "one", kind: "points_earned", state: "sent" },
      ...{ locale: "de", createdAt: now, sentAt: now },
    },
  });
  return { customerId, friendId, receipt, path: `/customers/${customerId}` };
}

test("a customer's page lists orders with what was refunded, coupons, referrals and receipts, each with its page", async () => {
  const shop = await testApp.createShop();
  const { path, friendId, receipt, customerId } = await busyCustomer(shop);
  const admin = await openAdminPage(browser, shop, path);
  const { frame, page } = admin;
  const table = (name: string) => frame.getByRole("table", { name, exact: true });
  const orders = table("Orders of this customer, the latest first");
  await expectPage(orders.getByRole("row", { name: /119\.00.*19\.00 refunded/ })).toBeVisible();
  await expectPage(orders.getByRole("link").first()).toHaveAttribute(
    "href",
    /^shopify:\/\/admin\/orders\/\d+$/,
  );
  await expectPage(
    table("Coupons of this customer, the newest first").getByText("Active", { exact: true }),
  ).toBeVisible();
  const friends = table("Friends whom this customer has referred, the latest first");
  await expectPage(friends.locator(`a[href="/app/customers/${friendId}"]`)).toBeVisible();
  await expectPage(
    friends.getByRole("link", { name: "Waiting for you", exact: true }),
  ).toBeVisible();
  const receipts = table("Receipts of this customer, the newest first");
  await expectPage(receipts.getByText("The date cannot be read.", { exact: true })).toBeVisible();
  await expectPage(receipts.getByRole("link")).toHaveAttribute(
    "href",
    `/app/loyalty/receipts/${receipt.id}`,
  );
  await expectWellMade(admin);
  await receipts.scrollIntoViewIfNeeded();
  await takeScreenshot(page, "admin-customer-parts");
  await frame
    .getByRole("navigation", { name: "Pages: Orders", exact: true })
    .getByRole("link", { name: "Older", exact: true })
    .click();
  await expectPage(orders.getByRole("row")).toHaveCount(2);
  await table("Emails to this customer, the newest first")
    .getByRole("link", { name: /^Preview Points earned/ })
    .click();
  await expectPage(frame.getByRole("heading", { level: 1 })).toHaveText("Emails");
  await expectPage(frame.getByRole("combobox", { name: "Language", exact: true })).toHaveValue(
    "de",
  );
  await expectPage(frame.getByRole("combobox", { name: "Email", exact: true })).toHaveValue(
    "points_earned",
  );
  await page.close();
  const small = await openAdminPage(browser, shop, path, { viewport: phone });
  await expectPage(
    small.frame.getByText("The date cannot be read.", { exact: true }),
  ).toBeVisible();
  await expectWellMade(small);
  await small.frame.getByText("The date cannot be read.", { exact: true }).scrollIntoViewIfNeeded();
  await takeScreenshot(small.page, "admin-customer-parts-phone");
  await small.page.close();
  const other = await openAdminPage(browser, shop, `/customers/${friendId}`);
  await expectPage(other.frame.getByText(/^Referred by\b/)).toBeVisible();
  await expectPage(other.frame.locator(`a[href="/app/customers/${customerId}"]`)).toBeVisible();
  await other.page.close();
});

test("every offer of a customer can be found, ten at a time", async () => {
  const shop = await testApp.createShop();
  const customer = await loyalCustomer(shop);
  const { db, shop: row, clock } = await shop.context();
  const { id: subscriptionId } = await db.prisma.subscription.findFirstOrThrow({
    where: { shopId: row.id, platformContractId: BigInt(customer.contractId) },
  });
  const rules: OfferRules = { type: "pause", pause_cycles: 2 };
  const offerId = BigInt(await createOffer(shop, rules));
  await db.prisma.appliedOffer.createMany({
    data: Array.from({ length: 11 }, () => ({
      ...{ shopId: row.id, subscriptionId, offerId, state: "refused", source: "api" },
      ...{
        offerSnapshot: { id: String(offerId), name: "A present", description: "", rules },
        priceMinor: 1500n,
        currency: "EUR",
      },
      ...{ priceWithOfferMinor: 1500n, requestedAt: clock.now(), failureReason: "Not now" },
    })),
  });
  const { frame } = await openAdminPage(browser, shop, `/customers/${await customer.id()}`);
  const offers = frame.getByRole("table", { name: /^Offers applied for this customer\b/ });
  await expectPage(offers.getByRole("row")).toHaveCount(11);
  await frame
    .getByRole("navigation", { name: "Pages: Offers", exact: true })
    .getByRole("link", { name: "Older", exact: true })
    .click();
  await expectPage(offers.getByRole("row")).toHaveCount(2);
});

test.each([
  ["desktop", {}],
  ["phone", { viewport: phone }],
] as const)(
  "taking all of a balance, more than it, or moving a lot is asked first, by keyboard too, %s",
  async (device, options) => {
    const shop = await testApp.createShop();
    const customer = await loyalCustomer(shop);
    const customerId = await customer.id();
    const context = await shop.context();
    await postCredit(context, {
      ...{ customerId, unit: "money", amountMinor: 250_000, typeCode: CREDIT_TYPES.promotion },
      ...{ message: "A present", parts: [{ amountMinor: 250_000, expiresAt: null }] },
    });
    const credit = async () =>
      (await readCreditAccount(await shop.context(), customerId, "money")).availableMinor;
    const path = `/store-credit/customers/${customerId}`;
    const admin = await openAdminPage(browser, shop, path, options);
    const { frame, page } = admin;
    const dialog = frame.getByRole("dialog");
    await frame.getByLabel("Reason", { exact: true }).fill("Complaint");
    await frame.getByLabel("Amount", { exact: true }).fill("-100000");
    await page.keyboard.press("Enter");
    await expectPage(dialog).toContainText("You typed €100,000.00, and the customer has €2,500.00");
    await expectPage(dialog).toContainText("€0.00");
    await expectWellMade(admin);
    await takeScreenshot(page, `admin-credit-question-${device}`);
    await page.keyboard.press("Escape");
    await expectPage(dialog).toBeHidden();
    expect(await credit()).toBe(250_000);
    await expectPage(frame.getByLabel("Amount", { exact: true })).toHaveValue("-100000");
    await frame.getByLabel("Amount", { exact: true }).fill("500");
    await page.keyboard.press("Enter");
    await expectPage(dialog).toContainText("is a large amount");
    await expectPage(dialog).toContainText("€3,000.00");
    await page.keyboard.press("Tab");
    await page.keyboard.press("Enter");
    await expectPage(frame.getByRole("row").filter({ hasText: "+€500.00" })).toHaveCount(1);
    expect(await credit()).toBe(300_000);
    await frame.getByLabel("Reason", { exact: true }).fill("Complaint");
    await frame.getByLabel("Amount", { exact: true }).fill("-3000");
    await frame.getByRole("button", { name: "Adjust credit", exact: true }).click();
    await expectPage(dialog).toContainText("all of the credit");
    await dialog.getByRole("button", { name: "Take €3,000.00", exact: true }).click();
    await expectPage(
      frame.getByText(/Balance €0\.00/).or(frame.getByText("€0.00 now.", { exact: true })),
    ).toBeVisible();
    expect(await credit()).toBe(0);
    await page.close();

    const points = await openAdminPage(browser, shop, `/loyalty/customers/${customerId}`, options);
    const asked = points.frame.getByRole("dialog");
    await points.frame.getByLabel("Reason", { exact: true }).fill("Thank you");
    await points.frame.getByLabel("Points", { exact: true }).fill("10000");
    await points.frame.getByRole("button", { name: "Adjust points", exact: true }).click();
    await expectPage(asked).toContainText("10,000 points are many");
    await asked.getByRole("button", { name: "Go back", exact: true }).click();
    expect((await customer.points()).available).toBe(0);
    await points.frame.getByLabel("Points", { exact: true }).fill("100");
    await points.frame.getByRole("button", { name: "Adjust points", exact: true }).click();
    await expectPage(points.frame.getByRole("row").filter({ hasText: "+100" })).toHaveCount(1);
    await expectPage(asked).toBeHidden();
    await points.frame.getByLabel("Reason", { exact: true }).fill("Returned");
    await points.frame.getByLabel("Points", { exact: true }).fill("-500");
    await points.frame.getByRole("button", { name: "Adjust points", exact: true }).click();
    await expectPage(asked).toContainText("You typed 500 points, and the customer has 100 points");
    await takeScreenshot(points.page, `admin-points-question-${device}`);
    await asked.getByRole("button", { name: "Take 100 points", exact: true }).click();
    await expectPage(points.frame.getByRole("row").filter({ hasText: "Returned" })).toHaveCount(1);
    expect((await customer.points()).available).toBe(0);
    await points.page.close();
  },
);

test.each([
  ["desktop", {}],
  ["phone", { viewport: phone }],
] as const)(
  "in a list of subscriptions the name leads to the customer, and the contract and the rest of the row to the contract, %s",
  async (device, options) => {
    const shop = await testApp.createShop();
    const customer = await loyalCustomer(shop);
    const customerId = await customer.id();
    const { db, shop: row } = await shop.context();
    const { id } = await db.prisma.subscription.findFirstOrThrow({ where: { shopId: row.id } });
    const admin = await openAdminPage(browser, shop, "/subscriptions", options);
    const { frame, page } = admin;
    await expectWellMade(admin);
    await takeScreenshot(page, `admin-subscriptions-names-${device}`);
    const contract = frame.getByRole("link", { name: /^Contract \d+, / });
    await expectPage(contract).toHaveAttribute("href", `/app/subscriptions/${id}`);
    await frame.locator(`td[data-lead] a[href="/app/customers/${customerId}"]`).click();
    await expectPage(page).toHaveURL(new RegExp(`/customers/${customerId}$`));
    await page.goBack();
    await expectPage(contract).toBeVisible();
    // The contract's link lies over the row, so that the badge itself cannot be hit.
    await frame.locator("td[data-title=Status]").click({ force: true });
    await expectPage(page).toHaveURL(new RegExp(`/subscriptions/${id}$`));
    await page.close();
  },
);
