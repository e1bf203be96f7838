import { describe, test } from "vitest";
import { CREDIT_TYPES } from "#app/domain/ledger/movement.ts";
import { adjustCredit } from "#app/domain/store-credit/adjustments/adjust-credit.ts";
import { AMOUNTS, exactly, plainText } from "#tests/support/amounts-by-language.ts";
import { expectPage } from "#tests/support/expect-page.ts";
import { CAMILLE, JONAS, MIA, openAs } from "./open-as.ts";
import { browser, testApp } from "./pages-app.ts";

describe.each(AMOUNTS)("in $currency", ({ currency, price, creditMinor, written }) => {
  test.each([
    ["en", MIA],
    ["de", JONAS],
    ["fr", CAMILLE],
  ] as const)(
    "a price and a credit have the store's decimals for who reads %s, and are the shopper's amounts",
    async (language, staff) => {
      const shop = await testApp.createShop({ currency });
      const { cid } = await shop.createContract({ price });
      const context = await shop.context();
      const { id } = await context.db.prisma.customer.findFirstOrThrow({
        where: { shopId: context.shop.id, platformCustomerId: BigInt(cid) },
      });
      const typeCode = CREDIT_TYPES.adjustment;
      await adjustCredit(context, {
        customerId: id,
        amountMinor: creditMinor,
        typeCode,
        reason: "Sorry",
      });
      for (const [path, amount] of [
        ["/subscriptions", written[language].price],
        [`/customers/${id}`, written[language].price],
        [`/customers/${id}`, written[language].credit],
        ["/store-credit", written[language].credit],
      ] as const) {
        const frame = await openAs(staff, browser, shop, path);
        await expectPage.poll(() => plainText(frame.locator("main"))).toMatch(exactly(amount));
      }
    },
  );
});
