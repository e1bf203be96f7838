import type { Browser } from "@playwright/test";
import { afterAll, beforeAll, test } from "vitest";
import { CREDIT_TYPES } from "#app/domain/ledger/movement.ts";
import { adjustCredit } from "#app/domain/store-credit/adjustments/adjust-credit.ts";
import { contractButton, portalOf } from "#tests/browser/portal-of.ts";
import { launchBrowser } from "#tests/support/browser.ts";
import { startTestApp, type TestApp } from "#tests/support/test-app.ts";
import { becomeMember, dialogOf, says, walkToConfirm } from "./member.ts";

// Page and scripts write an amount alike, with the decimals of the store's currency.

let browser: Browser;
let testApp: TestApp;

beforeAll(async () => {
  testApp = await startTestApp();
  browser = await launchBrowser();
});
afterAll(async () => {
  await browser.close();
  await testApp.close();
});

test.each([
  ["HUF", "1299.50", 1250, "HUF 1,299.50", "HUF 12.50"],
  ["KWD", "12.345", 2250, "KWD 12.345", "KWD 2.250"],
  ["JPY", "1250", 500, "¥1,250", "¥500"],
])(
  "in %s the card, the portal, the dialog and the credit agree",
  async (currency, price, creditMinor, shownPrice, shownCredit) => {
    const shop = await testApp.createShop({ currency, seed: "goods" });
    const { page, cid } = await becomeMember(browser, shop, {}, { price });
    const context = await shop.context();
    const customer = await context.db.prisma.customer.findFirstOrThrow({
      where: { shopId: context.shop.id, platformCustomerId: BigInt(cid) },
    });
    await adjustCredit(context, {
      customerId: customer.id,
      amountMinor: creditMinor,
      typeCode: CREDIT_TYPES.adjustment,
      reason: "Sorry",
    });
    await shop.quiet();
    await page.reload();
    await says(page.getByRole("main"), `${shownPrice} every month`);
    await contractButton(page, "Manage").click();
    await says(portalOf(page), shownPrice);
    await walkToConfirm(page);
    await says(dialogOf(page), shownCredit);
  },
);
