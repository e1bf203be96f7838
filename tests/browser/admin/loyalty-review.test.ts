import { beforeEach, describe, expect, test } from "vitest";
import {
  MOST_ROOM_BYTES,
  removeOldFiles,
} from "#app/domain/loyalty/triggers/receipts/receipt-room.ts";
import {
  approveReceipt,
  getReceiptInReview,
  rejectReceipt,
} from "#app/domain/loyalty/triggers/receipts/review-receipts.ts";
import {
  approveReferral,
  listReferrals,
} from "#app/domain/loyalty/triggers/referrals/review-referrals.ts";
import { takeScreenshot } from "#tests/support/browser.ts";
import { expectPage } from "#tests/support/expect-page.ts";
import { type LoyalCustomer, loyalCustomer, makeRule } from "#tests/support/loyalty.ts";
import { holdReferral, sendReceipt } from "#tests/support/loyalty-queues.ts";
import type { TestShop } from "#tests/support/test-shop.ts";
import { expectAccessible, openAdminPage } from "./open-admin-page.ts";
import { browser, testApp } from "./pages-app.ts";

let shop: TestShop;
let customer: LoyalCustomer;

beforeEach(async () => {
  shop = await testApp.createShop();
  customer = await loyalCustomer(shop);
});

const open = (path: string, options = {}) =>
  openAdminPage(browser, shop, `/loyalty${path}`, options);
const statusOf = async (id: bigint) =>
  (await getReceiptInReview(await shop.context(), id)).receipt.status;

describe("the queue of referrals", () => {
  test("says why a referral waits; it is rejected with a reason, which stands beside it", async () => {
    await holdReferral(shop, customer);
    const admin = await open("/referrals");
    const { page, frame } = admin;
    const row = frame.getByRole("row").filter({ hasText: "Themselves" });
    await expectPage(row).toContainText("The customer ordered through their own link.");
    await frame
      .getByRole("button", { name: "Reject the referral of Sam Shopper", exact: true })
      .click();
    const question = frame.getByRole("dialog");
    await question.getByRole("button", { name: "Reject referral", exact: true }).click();
    await expectPage(question.getByText("Say why.", { exact: true })).toBeVisible();
    await expectAccessible(admin);
    await takeScreenshot(page, "admin-reject-referral");
    await question.getByLabel("Reason", { exact: true }).fill("Ordered for himself");
    await question.getByRole("button", { name: "Reject referral", exact: true }).click();
    await expectPage(frame.getByText("No referral waits for you", { exact: true })).toBeVisible();
    await frame.getByRole("link", { name: "Rejected", exact: true }).click();
    await expectPage(page).toHaveURL(/status=rejected/);
    const decided = frame.getByRole("row").filter({ hasText: "Ordered for himself" });
    await expectPage(decided).toContainText("Mia Example");
    await expectAccessible(admin);
  });

  test("is worked through by the keyboard alone: an approval counts, and the focus stays on the list", async () => {
    await holdReferral(shop, customer);
    const { page, frame } = await open("/referrals");
    await frame
      .getByRole("button", { name: "Approve the referral of Sam Shopper", exact: true })
      .focus();
    await page.keyboard.press("Enter");
    await expectPage(frame.getByText("No referral waits for you", { exact: true })).toBeVisible();
    const focused = await frame.evaluate(() => document.activeElement?.textContent ?? "");
    expect(focused).toContain("No referral waits for you");
    expect(await listReferrals(await shop.context(), "approved")).toHaveLength(1);
  });

  test("shows the decision of another merchant who was faster, and changes nothing of it", async () => {
    await holdReferral(shop, customer);
    const { frame } = await open("/referrals");
    const context = await shop.context();
    const [held] = await listReferrals(context, "review");
    await approveReferral(context, held?.id ?? 0n);
    await frame.getByRole("button", { name: /^Reject the referral/ }).click();
    await frame.getByLabel("Reason", { exact: true }).fill("Too late");
    await frame.getByRole("button", { name: "Reject referral", exact: true }).click();
    await expectPage(
      frame.getByText(/^Somebody else has decided about this referral\b/),
    ).toBeVisible();
    await expectPage(frame.getByText("No referral waits for you", { exact: true })).toBeVisible();
    expect(await listReferrals(context, "rejected")).toEqual([]);
  });
});

describe("the queue of receipts", () => {
  beforeEach(() => makeRule(shop, { type: "upload_receipt", settings: { points_per_dollar: 2 } }));

  test("leads from one receipt to the next, each with its picture, until none waits", async () => {
    const first = await sendReceipt(shop, customer, { purchasedOn: "2026-01-15" });
    const second = await sendReceipt(shop, customer, { purchasedOn: "2026-01-16" });
    const { page, frame } = await open("/receipts");
    await frame.getByRole("link", { name: "Corner Shop", exact: true }).first().click();
    const picture = frame.getByRole("img", {
      name: "Receipt of Corner Shop over €23.90",
      exact: true,
    });
    await expectPage
      .poll(() => picture.evaluate((image: HTMLImageElement) => image.naturalWidth))
      .toBe(1);
    await expectPage(frame.getByText("1 waiting", { exact: true })).toBeVisible();
    await takeScreenshot(page, "admin-receipt-review");
    await frame.getByRole("button", { name: "Approve", exact: true }).click();
    await expectPage(page).toHaveURL(new RegExp(`/receipts/${second}$`));
    await expectPage(frame.getByText("1 approved", { exact: true })).toBeVisible();
    expect(await statusOf(first)).toBe("approved");
    await frame.getByRole("button", { name: "Reject", exact: true }).click();
    await frame.getByLabel("Reason", { exact: true }).fill("The total cannot be read.");
    await frame.getByRole("button", { name: "Reject receipt", exact: true }).click();
    await expectPage(frame.getByText("No receipt waits for you", { exact: true })).toBeVisible();
    await frame.getByRole("link", { name: "Rejected", exact: true }).click();
    await expectPage(frame.getByText("The total cannot be read.", { exact: true })).toBeVisible();
    await shop.quiet();
    expect((await customer.points()).available).toBe(47);
  });

  test("downloads a PDF rather than opening it", async () => {
    const file = Buffer.from("%PDF-1.4\n%%EOF\n");
    const id = await sendReceipt(shop, customer, { purchasedOn: "2026-01-15", file });
    const { page, frame } = await open(`/receipts/${id}`);
    await expectPage(frame.getByRole("img", { name: /^Receipt of/ })).toHaveCount(0);
    const download = page.waitForEvent("download");
    await frame.getByRole("button", { name: "Download PDF", exact: true }).click();
    expect((await download).suggestedFilename()).toBe(`receipt-${id}.pdf`);
  });

  test("says that the file of an old receipt was removed, and how full the room for files is", async () => {
    const id = await sendReceipt(shop, customer, { purchasedOn: "2026-01-15" });
    const { db, shop: row } = await shop.context();
    await approveReceipt(await shop.context(), id);
    await shop.control("clock", { advance: "P91D" });
    await removeOldFiles(testApp.app);
    await db.prisma.loyaltyReceiptRoom.update({
      where: { shopId: row.id },
      data: { byteSize: Math.round(0.9 * MOST_ROOM_BYTES) },
    });
    const { frame } = await open("/receipts?status=approved");
    await expectPage(
      frame.getByText("The room for receipts is 90% full", { exact: true }),
    ).toBeVisible();
    await frame.getByRole("link", { name: "Corner Shop", exact: true }).click();
    await expectPage(
      frame.getByText(
        "Files are removed 90 days after the decision. What the customer said stays.",
        { exact: true },
      ),
    ).toBeVisible();
    await expectPage(frame.getByRole("img", { name: /^Receipt of/ })).toHaveCount(0);
  });

  test("says where the picture's address has ended, and asks for another", async () => {
    const id = await sendReceipt(shop, customer, { purchasedOn: "2026-01-15" });
    const expectedErrors = [/ERR_FAILED|404/];
    const { page, frame } = await open("/receipts", { expectedErrors });
    await page.context().route("**/receipts/receipt-*", (route) => route.abort("failed"));
    await frame.getByRole("link", { name: "Corner Shop", exact: true }).click();
    await expectPage(frame.getByText(/^The picture could not be shown\./)).toBeVisible();
    await page.context().unroute("**/receipts/receipt-*");
    await frame.getByRole("button", { name: "Load it again", exact: true }).click();
    await expectPage(frame.getByRole("img", { name: /^Receipt of/ })).toBeVisible();
    expect(await statusOf(id)).toBe("pending");
  });

  test("shows the decision of another merchant who was faster", async () => {
    const id = await sendReceipt(shop, customer, { purchasedOn: "2026-01-15" });
    const { frame } = await open(`/receipts/${id}`);
    await rejectReceipt(await shop.context(), id, "Not our shop");
    await frame.getByRole("button", { name: "Approve", exact: true }).click();
    await expectPage(
      frame.getByText(/^Somebody else has decided about this receipt\b/),
    ).toBeVisible();
    await expectPage(frame.getByText("Not our shop", { exact: true })).toBeVisible();
    await expectPage(frame.getByRole("button", { name: "Approve", exact: true })).toHaveCount(0);
    expect(await statusOf(id)).toBe("rejected");
  });

  test("of another store does not exist here", async () => {
    const id = await sendReceipt(shop, customer, { purchasedOn: "2026-01-15" });
    shop = await testApp.createShop();
    const { frame } = await open(`/receipts/${id}`, { expectedErrors: [/404/] });
    await expectPage(frame.getByRole("heading", { level: 1 })).toHaveText(
      "This page does not exist",
    );
  });
});
