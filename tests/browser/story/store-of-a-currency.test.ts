import { readFileSync } from "node:fs";
import type { Browser, Locator, Page } from "@playwright/test";
import { afterAll, beforeAll, describe, test } from "vitest";
import { CREDIT_TYPES } from "#app/domain/ledger/movement.ts";
import { adjustCredit } from "#app/domain/store-credit/adjustments/adjust-credit.ts";
import { contractButton, portalOf } from "#tests/browser/portal-of.ts";
import {
  AMOUNTS,
  exactly,
  LANGUAGES,
  type Language,
  plainText,
} from "#tests/support/amounts-by-language.ts";
import { launchBrowser, takePicture } from "#tests/support/browser.ts";
import { expectPage } from "#tests/support/expect-page.ts";
import { startTestApp, type TestApp } from "#tests/support/test-app.ts";
import type { TestShop } from "#tests/support/test-shop.ts";
import { becomeMember, dialogOf, press } from "./member.ts";

// Page and scripts write an amount alike, with the decimals of the store's currency, as the page's language does.

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

const says = (place: Locator, amount: string) =>
  expectPage.poll(() => plainText(place)).toMatch(exactly(amount));

/** The theme's words in a language. */
function wordsOf(language: Language) {
  const name = language === "en" ? "en.default" : language;
  const path = `extensions/storefront/locales/${name}.json`;
  return JSON.parse(readFileSync(path, "utf8"));
}

/** The page that is open, in another language. */
async function openIn(page: Page, language: Language): Promise<void> {
  const { origin, pathname } = new URL(page.url());
  await page.goto(`${origin}${language === "en" ? "" : `/${language}`}${pathname}`);
}

describe.each(AMOUNTS)("in $currency", ({ currency, price, creditMinor, written }) => {
  let shop: TestShop;

  beforeAll(async () => {
    shop = await testApp.createShop({ currency, seed: "goods" });
  });

  test.each(LANGUAGES)(
    "the card, the portal, the offer, the dialog and the credit agree in %s",
    async (language) => {
      const amounts = written[language];
      const words = wordsOf(language);
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
      await openIn(page, language);

      const card = page.getByRole("article");
      await says(card, amounts.price);
      await says(page.locator("[id*=store-credit]"), amounts.credit);
      await contractButton(page, words.card.manage).click();
      await says(portalOf(page), amounts.price);

      await contractButton(page, words.membership.cancel).click();
      await dialogOf(page).getByLabel(words.reasons.too_expensive_label, { exact: true }).check();
      await press(page, words.flow.continue);
      await says(dialogOf(page), amounts.price);
      await says(dialogOf(page), amounts.reduced);
      await takePicture(dialogOf(page), `amounts-${currency}-${language}`);
      await press(page, words.flow.decline);
      await says(dialogOf(page), amounts.credit);
    },
  );
});
