import type { Browser } from "@playwright/test";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { launchBrowser, openPage } from "#tests/support/browser.ts";
import { expectPage } from "#tests/support/expect-page.ts";
import { startTestApp, type TestApp } from "#tests/support/test-app.ts";
import { callJson, type TestShop } from "#tests/support/test-shop.ts";
import {
  appliedOffers,
  becomeMember,
  cancelButton,
  confirmButton,
  dialogOf,
  longDate,
  press,
  says,
  stepIs,
  steps,
  storefrontUrl,
  walkToConfirm,
  walkToOffer,
} from "./member.ts";

// The whole way, on the real storefront, proxy, app, worker and admin: what the shopper presses is what
// the platform does, the merchant sees and the API tells.

const timezone = "Europe/Berlin";
const offerLine = "20% off your next 3 renewals: €12.00 instead of €15.00.";

let browser: Browser;
let testApp: TestApp;
let shop: TestShop;

beforeAll(async () => {
  testApp = await startTestApp({ pages: true });
  browser = await launchBrowser();
  shop = await testApp.createShop({ timezone, currency: "EUR" });
});
afterAll(async () => {
  await browser.close();
  await testApp.close();
});

/** The merchant opens the app in the admin and goes where its menu leads. */
async function openAdmin(menuEntry: string) {
  const page = await openPage(browser);
  await page.goto(`${storefrontUrl(shop)}/admin/apps/perennial`);
  const frame = page.frameLocator("#app");
  await expectPage(frame.getByRole("heading", { level: 1 })).toHaveText("Overview");
  await page.getByRole("link", { name: menuEntry, exact: true }).click();
  await expectPage(frame.getByRole("heading", { level: 1 })).toHaveText(menuEntry);
  return frame;
}

/** The subscription as the core REST API tells it. */
async function coreRecord(contractId: number) {
  const { db, shop: row } = await shop.context();
  const { id } = await db.prisma.subscription.findFirstOrThrow({
    where: { shopId: row.id, platformContractId: BigInt(contractId) },
  });
  const headers = { authorization: `Bearer ${shop.key}` };
  const { body } = await callJson(`${testApp.url}/api/v1/subscriptions/sub_${id}`, { headers });
  return body.data;
}

describe("a shopper who accepts the offer", () => {
  test("pays less from the next renewal on; card, admin and Churn API say so", {
    meta: { slow: "a story from the card to the next renewal" },
  }, async () => {
    const { page, contractId, name } = await becomeMember(browser, shop);
    await says(page.getByRole("article"), "€15.00 every month");
    await walkToOffer(page);
    await says(dialogOf(page), offerLine);
    await press(page, "Accept");
    await stepIs(page, steps.saved);
    await says(dialogOf(page), offerLine);

    const contract = await shop.platformContract(contractId);
    expect(contract?.status).toBe("active");
    expect(contract?.discounts).toMatchObject([
      {
        targetType: "LINE_ITEM",
        recurringCycleLimit: 3,
        value: { kind: "percentage", percentage: 20 },
      },
    ]);

    await shop.quiet();
    await page.reload();
    await says(page.getByRole("article"), "Your offer");
    await says(page.getByRole("article"), offerLine);
    await expectPage(cancelButton(page)).toBeVisible();

    const admin = await openAdmin("Applied offers");
    const row = admin.getByRole("row", { name: new RegExp(`^${name} `) });
    await expectPage(row).toContainText("20% off");
    await expectPage(row).toContainText("It's too expensive");
    await expectPage(row).toContainText("Active");
    await row.getByRole("link", { name, exact: true }).click();
    await expectPage(admin.getByText(new RegExp(`^${contractId}, `))).toBeVisible();

    expect(await appliedOffers(shop, contractId)).toMatchObject([
      { status: "Active", deleted_at: null, reward: { deleted_at: null } },
    ]);
  });

  test("may cancel later all the same, and the discount leaves the contract 24 hours after", {
    meta: { slow: "a story from the card to the end of the discount" },
  }, async () => {
    const { page, contractId, name } = await becomeMember(browser, shop);
    await walkToOffer(page);
    await press(page, "Accept");
    await stepIs(page, steps.saved);
    await press(page, "Close");

    await page.reload();
    await cancelButton(page).click();
    await press(page, "Skip and cancel");
    await stepIs(page, steps.confirm);
    await says(dialogOf(page), "You already have an offer:");
    await says(dialogOf(page), offerLine);
    await confirmButton(page).click();
    await stepIs(page, steps.done);

    expect(await appliedOffers(shop, contractId)).toMatchObject([{ status: "Cancelled" }]);
    const cancelled = await shop.platformContract(contractId);
    expect(cancelled?.status).toBe("cancelled");
    expect(cancelled?.discounts).toHaveLength(1);
    const admin = await openAdmin("Applied offers");
    await expectPage(admin.getByRole("row", { name: new RegExp(`^${name} `) })).toContainText(
      "Canceled",
    );

    expect(await shop.control("clock", { advance: "P1D" })).toMatchObject({ status: 200 });
    expect((await shop.platformContract(contractId))?.discounts).toEqual([]);
    expect((await appliedOffers(shop, contractId))[0].reward.deleted_at).toEqual(
      expect.any(String),
    );
  });
});

describe("a shopper who declines the offer", () => {
  test("is cancelled with a receipt that says when it ends; platform, card and API agree", {
    meta: { slow: "a story from the card to the receipt" },
  }, async () => {
    const { page, contractId } = await becomeMember(browser, shop);
    const before = await shop.platformContract(contractId);
    const lastDay = longDate(before?.nextBillingAt ?? new Date(0), timezone);
    await walkToConfirm(page);
    await says(dialogOf(page), `Your membership ends on ${lastDay}. You won't be charged again.`);
    expect((await shop.platformContract(contractId))?.status).toBe("active");
    await confirmButton(page).click();
    await stepIs(page, steps.done);
    const today = (await shop.context()).clock.now();
    const stamp = new Intl.DateTimeFormat("sv-SE", { timeZone: timezone }).format(today);
    for (const line of [
      `Reference: ${contractId}-${stamp.replaceAll("-", "")}`,
      `Your membership ends on ${lastDay}. You won't be charged again.`,
      `Last charge: €15.00 on ${longDate(before?.lastCharge?.at ?? new Date(0), timezone)}.`,
    ]) {
      await says(dialogOf(page), line);
    }
    await press(page, "Close");
    await expectPage(cancelButton(page)).toHaveCount(0);

    expect((await shop.platformContract(contractId))?.status).toBe("cancelled");
    await shop.quiet();
    await page.reload();
    await says(page.getByRole("article"), "Canceled");
    await says(page.getByRole("article"), `Ends on ${lastDay}`);
    await expectPage(cancelButton(page)).toHaveCount(0);

    expect(await appliedOffers(shop, contractId)).toEqual([]);
    expect(await coreRecord(contractId)).toMatchObject({
      status: "cancelled",
      cancel_reason: "too_expensive",
      active_offer: null,
    });
  });

  test("needs no more than three presses from the card to cancelled", async () => {
    const { page, contractId } = await becomeMember(browser, shop);
    await cancelButton(page).click();
    await press(page, "Skip and cancel");
    await confirmButton(page).click();
    await stepIs(page, steps.done);
    expect((await shop.platformContract(contractId))?.status).toBe("cancelled");
    expect(await coreRecord(contractId)).toMatchObject({ cancel_reason: null });
  });
});
