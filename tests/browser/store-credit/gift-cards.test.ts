import type { Browser } from "@playwright/test";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { says } from "#tests/browser/story/member.ts";
import { launchBrowser, takeScreenshot } from "#tests/support/browser.ts";
import { expectPage } from "#tests/support/expect-page.ts";
import { startTestApp, type TestApp } from "#tests/support/test-app.ts";
import type { TestShop } from "#tests/support/test-shop.ts";
import { becomeBuyer, block, type CreditBuyer, fillCart } from "./credit-buyer.ts";

// Store credit does not pay gift cards, in the cart, in its drawer and on the membership page.

let browser: Browser;
let testApp: TestApp;
let shop: TestShop;
let giftCard: { handle: string; variant_id: number };
let buyer: CreditBuyer;

beforeAll(async () => {
  testApp = await startTestApp();
  browser = await launchBrowser();
  shop = await testApp.createShop({ seed: "goods", currency: "EUR" });
  const card = { title: "Gift card", price: "25.00", gift_card: true };
  giftCard = (await shop.control("products", card)).body;
});
afterAll(async () => {
  await browser.close();
  await testApp.close();
});
beforeEach(async () => {
  buyer = await becomeBuyer(browser, shop, [[6000, null]]);
});

const sentence = "Store credit doesn’t pay for gift cards.";
const use = (amount: string) =>
  buyer.page.getByRole("button", { name: `Use ${amount}`, exact: true });
const codes = () =>
  buyer.page.evaluate(async () => {
    const cart = await (await fetch("/cart.js")).json();
    return cart.discount_codes.map(({ code }: { code: string }) => code);
  });
const heldAmount = async () => (await buyer.shopper.look()).body.hold?.amount ?? null;

test("a cart with a plant and a gift card takes what the plant costs, and the total has the rest", async () => {
  const { page } = buyer;
  await fillCart(buyer);
  await fillCart(buyer, giftCard.handle);
  await says(block(page), sentence);
  await use("€39.00").click();
  await says(block(page), "New total");
  await expectPage(block(page).locator("[data-p=off]")).toHaveText("-€39.00");
  await expectPage(block(page).locator("[data-p=total]")).toHaveText("€25.00");
  await takeScreenshot(page, "credit-cart-gift-card");
  expect(await heldAmount()).toBe("39.00");
});

test("a cart with gift cards alone takes none, and says why", async () => {
  const { page } = buyer;
  await fillCart(buyer, giftCard.handle);
  await says(block(page), sentence);
  await says(block(page), "€60.00 available");
  await expectPage(block(page).getByRole("button")).toHaveCount(0);
  await takeScreenshot(page, "credit-cart-gift-cards-alone");
});

test("a hold that was made for more is made smaller, before its code comes into the cart", async () => {
  const { page } = buyer;
  const large = (await buyer.shopper.hold("50.00")).body;
  await fillCart(buyer, giftCard.handle);
  await fillCart(buyer);
  await expectPage.poll(heldAmount).toBe("39.00");
  await expectPage.poll(codes).toHaveLength(1);
  await expectPage(block(page).locator("[data-p=total]")).toHaveText("€25.00");
  const [code] = await codes();
  expect(code).toMatch(/^CREDIT-/);
  expect(code).not.toBe(large.code);
});

test("the code leaves a cart in which only gift cards are left", async () => {
  const { page, url } = buyer;
  await fillCart(buyer, giftCard.handle);
  await fillCart(buyer);
  await use("€39.00").click();
  await says(block(page), "New total");
  expect(await codes()).toHaveLength(1);
  await page.evaluate(async () => {
    const { items } = await (await fetch("/cart.js")).json();
    const line = 1 + items.findIndex((item: { gift_card: boolean }) => !item.gift_card);
    const body = JSON.stringify({ line, quantity: 0 });
    const headers = { "content-type": "application/json" };
    await fetch("/cart/change.js", { method: "POST", headers, body });
  });
  await page.goto(`${url}/cart`);
  await says(block(page), sentence);
  await expectPage.poll(codes).toEqual([]);
  await expectPage(block(page).locator("[data-p=sum]")).toBeHidden();
});

test("the membership page offers no checkout with a code for gift cards alone", async () => {
  const { page, url } = buyer;
  await buyer.shopper.hold("20.00");
  await fillCart(buyer, giftCard.handle);
  await page.goto(`${url}/pages/membership`);
  await says(block(page), sentence);
  await expectPage(block(page).locator("[data-p=link]")).toBeHidden();
});
