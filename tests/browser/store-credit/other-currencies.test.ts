import type { Browser, Page } from "@playwright/test";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { says } from "#tests/browser/story/member.ts";
import { launchBrowser, takeScreenshot } from "#tests/support/browser.ts";
import { expectPage } from "#tests/support/expect-page.ts";
import { startTestApp, type TestApp } from "#tests/support/test-app.ts";
import type { TestShop } from "#tests/support/test-shop.ts";
import { becomeBuyer, block, type CreditBuyer, fillCart } from "./credit-buyer.ts";

// A store of euros that also sells in yen: credit stays in euros, and what it comes to in a cart of yen is the platform's to say.

let browser: Browser;
let testApp: TestApp;
let shop: TestShop;
let giftCard: { handle: string; variant_id: number };
let buyer: CreditBuyer;

beforeAll(async () => {
  testApp = await startTestApp();
  browser = await launchBrowser();
  shop = await testApp.createShop({ seed: "goods", currency: "EUR" });
  await shop.act("currencies", { rates: { JPY: 160 } });
  const card = { title: "Gift card", price: "25.00", gift_card: true };
  giftCard = (await shop.control("products", card)).body;
});
afterAll(async () => {
  await browser.close();
  await testApp.close();
});
beforeEach(async () => {
  buyer = await becomeBuyer(browser, shop, [[5000, null]]);
});

const sentence =
  "Your store credit is in EUR. The checkout converts it into the currency of your cart.";
const button = (page: Page) => block(page).getByRole("button");
const part = (page: Page, name: string) => block(page).locator(`[data-p=${name}]`);
const heldAmount = async () => (await buyer.shopper.look()).body.hold?.amount ?? null;
/** As the choice of a country in another tab does it. */
const turnTo = (currency: string) =>
  buyer.page.evaluate((chosen) => fetch(`/?currency=${chosen}`).then(() => {}), currency);

describe("a cart in yen", () => {
  beforeEach(async () => {
    await turnTo("JPY");
  });

  test("takes what its goods are worth in euros, and shows the total that the platform has", async () => {
    const { page } = buyer;
    await fillCart(buyer);
    await says(block(page), "€50.00 available");
    await says(block(page), sentence);
    await expectPage(button(page)).toHaveText("Use €39.00");
    await button(page).click();
    await says(block(page), "New total");
    await expectPage(part(page, "off")).toHaveText("-¥6,240");
    await expectPage(part(page, "total")).toHaveText("¥0");
    expect(await heldAmount()).toBe("39.00");
    await takeScreenshot(page, "credit-cart-other-currency", true);
    await page.reload();
    await expectPage(part(page, "off")).toHaveText("-¥6,240");
    await expectPage(part(page, "total")).toHaveText("¥0");
  });

  test("is paid with that much credit, and the order takes it in euros", async () => {
    const { page, url } = buyer;
    await fillCart(buyer);
    await button(page).click();
    await says(block(page), "New total");
    await page.goto(`${url}/checkout`);
    await page.getByRole("button", { name: "Pay ¥784", exact: true }).click();
    await expectPage(page.getByRole("strong").getByText("¥784", { exact: true })).toBeVisible();
    await shop.quiet();
    expect(await buyer.shopper.balance()).toEqual([1100, 0]);
  });

  test("takes for its goods alone where it holds gift cards as well", async () => {
    const { page } = buyer;
    await fillCart(buyer);
    await fillCart(buyer, giftCard.handle);
    await expectPage(button(page)).toHaveText("Use €39.00");
    await button(page).click();
    await expectPage(part(page, "off")).toHaveText("-¥6,240");
    await expectPage(part(page, "total")).toHaveText("¥4,000");
    expect(await heldAmount()).toBe("39.00");
  });

  test("of a shopper whose credit the page does not know yet is not taken for one in euros", async () => {
    const { page } = await newcomer();
    await expectPage(button(page)).toHaveText("Use €39.00");
    await says(block(page), sentence);
    await button(page).click();
    await expectPage(part(page, "off")).toHaveText("-¥6,240");
    expect(await heldAmount()).toBe("39.00");
  });

  /** A shopper whose credit the page does not know yet. */
  async function newcomer(): Promise<CreditBuyer> {
    buyer = await becomeBuyer(browser, shop, []);
    await buyer.shopper.give([5000, null]);
    await turnTo("JPY");
    await fillCart(buyer);
    return buyer;
  }
});

describe("a currency that is changed meanwhile", () => {
  test.each([
    ["the page knows the credit", false],
    ["the page waits for it", true],
  ])(
    "in another tab holds nothing: a page in euros knows no rate for yen (%s)",
    async (_, waits) => {
      const { page } = buyer;
      const { promise: pressed, resolve: press } = Promise.withResolvers<void>();
      if (waits)
        await page.route(/store-credit\?/, (route) => pressed.then(() => route.continue()));
      else press();
      const answered = page.waitForResponse(/store-credit\?/);
      await fillCart(buyer);
      if (!waits) await answered;
      await expectPage(button(page)).toHaveText("Use €39.00");
      await turnTo("JPY");
      await button(page).click();
      press();
      await says(block(page), sentence);
      await expectPage(button(page)).toHaveCount(0);
      expect(await heldAmount()).toBeNull();
    },
  );

  test("after the credit was applied leaves the hold and its code, and the sum follows", async () => {
    const { page, url } = buyer;
    await fillCart(buyer);
    await button(page).click();
    await expectPage(part(page, "total")).toHaveText("€0.00");
    const { code } = (await buyer.shopper.look()).body.hold;
    await page.goto(`${url}/cart?currency=JPY`);
    await expectPage(part(page, "off")).toHaveText("-¥6,240");
    await expectPage(part(page, "total")).toHaveText("¥0");
    expect((await buyer.shopper.look()).body.hold).toMatchObject({ code, amount: "39.00" });
    await page.goto(`${url}/cart?currency=EUR`);
    await expectPage(part(page, "off")).toHaveText("-€39.00");
    expect((await buyer.shopper.look()).body.hold).toMatchObject({ code, amount: "39.00" });
  });

  test("with gift cards in the cart goes on paying the other goods alone", async () => {
    const { page, url } = buyer;
    await fillCart(buyer);
    await fillCart(buyer, giftCard.handle);
    await button(page).click();
    await expectPage(part(page, "total")).toHaveText("€25.00");
    await page.goto(`${url}/cart?currency=JPY`);
    await expectPage(part(page, "off")).toHaveText("-¥6,240");
    await expectPage(part(page, "total")).toHaveText("¥4,000");
    expect(await heldAmount()).toBe("39.00");
  });
});

test("the card of the account says in which currency the credit is", async () => {
  const { page, url } = buyer;
  await page.goto(`${url}/pages/membership?currency=JPY`);
  await says(block(page), "€50.00 available");
  await says(block(page), sentence);
  await page.goto(`${url}/pages/membership?currency=EUR`);
  await says(block(page), "€50.00 available");
  await expectPage(part(page, "other_currency")).toBeHidden();
});
