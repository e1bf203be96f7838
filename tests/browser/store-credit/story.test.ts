import type { Browser, Page } from "@playwright/test";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { says, storefrontUrl } from "#tests/browser/story/member.ts";
import { launchBrowser, openPage, takeScreenshot } from "#tests/support/browser.ts";
import { expectPage } from "#tests/support/expect-page.ts";
import { startTestApp, type TestApp } from "#tests/support/test-app.ts";
import type { TestShop } from "#tests/support/test-shop.ts";
import { becomeBuyer, block, fillCart } from "./credit-buyer.ts";

// From the cart to the receipt on the real storefront: what the shopper sees is what the ledger holds.

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

const openShop = (): Promise<TestShop> => testApp.createShop({ seed: "goods", currency: "EUR" });

const sum = (page: Page, part: "off" | "total") => block(page).locator(`[data-p=${part}]`);

async function codeOf(shop: TestShop, customerId: bigint): Promise<string> {
  const live = (await holdsOf(shop, customerId)).find(({ state }) => state === "live");
  return live?.code ?? "";
}

async function holdsOf(shop: TestShop, customerId: bigint) {
  const { db, shop: row } = await shop.context();
  return db.prisma.creditHold.findMany({ where: { shopId: row.id, customerId } });
}

describe("a shopper with store credit", () => {
  test("applies it in the cart, pays the rest, and gets half of both back with half of what it paid for the goods", {
    meta: { slow: "a story from the cart to the refund" },
  }, async () => {
    const shop = await openShop();
    const buyer = await becomeBuyer(browser, shop, [[1000, null]]);
    const { page, shopper, url } = buyer;
    await fillCart(buyer);
    await says(block(page), "€10.00 available");
    await takeScreenshot(page, "credit-cart-desktop", true);
    await block(page).getByRole("button", { name: "Use €10.00", exact: true }).click();
    await expectPage(sum(page, "off")).toHaveText("-€10.00");
    await expectPage(sum(page, "total")).toHaveText("€29.00");
    await says(block(page), "Delivery is extra: store credit pays for goods only.");
    const code = await codeOf(shop, shopper.customerId);
    await expectPage(block(page)).not.toContainText(code, { useInnerText: true });
    await expectPage(block(page).getByRole("button")).toHaveCount(0);
    await takeScreenshot(page, "credit-cart-held-desktop", true);
    await page.getByRole("button", { name: "Check out", exact: true }).click();

    await expectPage(page.getByRole("heading", { level: 1 })).toHaveText("Checkout");
    await says(page.getByRole("main"), `Discount code ${code}`);
    await takeScreenshot(page, "credit-checkout-desktop", true);
    await page.getByRole("button", { name: "Pay €33.90", exact: true }).click();
    await expectPage(page.getByRole("heading", { level: 1 })).toHaveText("Thank you");
    const name = /#\d+/.exec(await page.getByRole("status").innerText())?.[0] ?? "";
    await takeScreenshot(page, "credit-thanks-desktop", true);
    await shop.quiet();
    expect(await shopper.balance()).toEqual([0, 0]);

    await page.goto(`${url}/pages/membership`);
    await says(block(page), "No store credit at the moment");
    await block(page).getByText("History", { exact: true }).click();
    await says(block(page).getByRole("row", { name: /Used for order/ }), name);
    const [{ orderGid } = { orderGid: "" }] = await holdsOf(shop, shopper.customerId);
    const id = Number(orderGid?.split("/").at(-1));
    await shopper.refund({ id, name, totalMinor: 3390 }, "14.50");
    expect(await shopper.balance()).toEqual([500, 0]);
    await page.reload();
    await says(block(page), "€5.00 available");
    await block(page).getByText("History", { exact: true }).click();
    await says(block(page), `Returned from order ${name}`);
    await takeScreenshot(page, "credit-page-desktop", true);
  });

  test("with more of it than the cart costs uses what the goods cost, and more as the cart grows", {
    meta: { slow: "a story of two carts" },
  }, async () => {
    const shop = await openShop();
    const buyer = await becomeBuyer(browser, shop, [[9000, null]]);
    const { page, shopper, url } = buyer;
    await fillCart(buyer);
    await says(block(page), "€90.00 available");
    await block(page).getByRole("button", { name: "Use €39.00", exact: true }).click();
    await expectPage(sum(page, "total")).toHaveText("€0.00");
    expect(await shopper.balance()).toEqual([5100, 3900]);
    const code = await codeOf(shop, shopper.customerId);

    await fillCart(buyer);
    await expectPage(sum(page, "off")).toHaveText("-€78.00");
    await expectPage(sum(page, "total")).toHaveText("€0.00");
    expect(await shopper.balance()).toEqual([1200, 7800]);
    expect(await codeOf(shop, shopper.customerId)).toBe(code);

    await page.goto(`${url}/cart`);
    await page
      .getByRole("button", { name: "Remove Monstera deliciosa", exact: true })
      .first()
      .click();
    await says(page.getByRole("main"), "Your cart is empty.");
    expect(await shopper.balance()).toEqual([1200, 7800]);
    await fillCart(buyer);
    await expectPage(sum(page, "off")).toHaveText("-€39.00");
    await page.getByRole("button", { name: "Check out", exact: true }).click();
    await page.getByRole("button", { name: "Pay €4.90", exact: true }).click();
    await expectPage(page.getByRole("heading", { level: 1 })).toHaveText("Thank you");
    await shop.quiet();
    expect(await shopper.balance()).toEqual([5100, 0]);
  });

  test("keeps the codes that the cart has already, and both count", async () => {
    const shop = await openShop();
    const buyer = await becomeBuyer(browser, shop, [[1000, null]]);
    const { page, url } = buyer;
    await page.goto(`${url}/discount/FREESHIP`);
    await fillCart(buyer);
    await block(page).getByRole("button", { name: "Use €10.00", exact: true }).click();
    await expectPage(sum(page, "total")).toHaveText("€29.00");
    await page.getByRole("button", { name: "Check out", exact: true }).click();
    await expectPage(page.getByRole("button", { name: "Pay €29.00", exact: true })).toBeVisible();
  });

  test("uses it again after its time was over, without what is left of the first code", async () => {
    const shop = await openShop();
    const buyer = await becomeBuyer(browser, shop, [[1000, null]]);
    const { page, shopper, url } = buyer;
    await page.goto(`${url}/discount/NOBODY-KNOWS`);
    await fillCart(buyer);
    await block(page).getByRole("button", { name: "Use €10.00", exact: true }).click();
    await expectPage(sum(page, "total")).toHaveText("€29.00");
    await shop.control("clock", { advance: "PT31M" });
    await page.reload();
    await block(page).getByRole("button", { name: "Use €10.00", exact: true }).click();
    await expectPage(sum(page, "total")).toHaveText("€29.00");
    await expectPage(block(page).getByRole("alert")).toBeHidden();
    const code = await codeOf(shop, shopper.customerId);
    const cart = await page.evaluate(() => fetch("/cart.js").then((answer) => answer.json()));
    expect(cart.discount_codes).toEqual([
      { code, applicable: true },
      { code: "NOBODY-KNOWS", applicable: false },
    ]);
  });

  test("holds what the button said: after a change in another tab it says so first", async () => {
    const shop = await openShop();
    const buyer = await becomeBuyer(browser, shop, [[9000, null]]);
    const { page, shopper } = buyer;
    await fillCart(buyer);
    const read = page.waitForResponse(/\/cart\.js/);
    await page.reload();
    await read;
    const button = block(page).getByRole("button");
    await expectPage(button).toHaveText("Use €39.00");
    await page.evaluate(async () => {
      await fetch("/cart/change.js", { method: "POST", body: new URLSearchParams({ line: "1" }) });
    });
    await button.click();
    await expectPage(button).toBeHidden();
    expect(await shopper.balance()).toEqual([9000, 0]);
    await expectPage(block(page).getByRole("alert")).toBeHidden();
  });

  test("hears before the checkout that another discount keeps it from counting", async () => {
    const shop = await openShop();
    await shop.control("automatic-discount", { title: "Autumn sale", percentage: 10 });
    const buyer = await becomeBuyer(browser, shop, [[1000, null]]);
    const { page } = buyer;
    await fillCart(buyer);
    await block(page).getByRole("button", { name: "Use €10.00", exact: true }).click();
    await says(
      block(page).getByRole("alert"),
      "Another discount in this cart can't be combined with store credit, so your credit would not count at the checkout.",
    );
    await expectPage(sum(page, "total")).toBeHidden();
  });

  test("who walks away still has it reserved after 29 minutes, and has it back after 31", async () => {
    const shop = await openShop();
    const buyer = await becomeBuyer(browser, shop, [[1000, 90]]);
    const { page, shopper } = buyer;
    await fillCart(buyer);
    await block(page).getByRole("button", { name: "Use €10.00", exact: true }).click();
    await expectPage(sum(page, "total")).toHaveText("€29.00");
    const code = await codeOf(shop, shopper.customerId);
    await shop.control("clock", { advance: "PT29M" });
    await page.reload();
    await expectPage(sum(page, "total")).toHaveText("€29.00");
    expect(await shopper.balance()).toEqual([0, 1000]);

    await shop.control("clock", { advance: "PT2M" });
    expect(await shopper.balance()).toEqual([1000, 0]);
    await page.reload();
    await says(block(page), "€10.00 available");
    await says(block(page), "€10.00 expires on");
    await expectPage(sum(page, "total")).toBeHidden();

    await page.goto(`${storefrontUrl(shop)}/discount/${code}?redirect=/checkout`);
    await says(page.getByRole("alert"), `The discount code ${code} is no longer valid.`);
    await expectPage(page.getByRole("button", { name: "Pay €43.90", exact: true })).toBeVisible();
  });

  test("who lends the code to somebody else finds that it is theirs alone", async () => {
    const shop = await openShop();
    const owner = await becomeBuyer(browser, shop, [[1000, null]]);
    const { code } = (await owner.shopper.hold()).body;
    const friend = await becomeBuyer(browser, shop, []);
    await fillCart(friend);
    await friend.page.goto(`${friend.url}/discount/${code}?redirect=/checkout`);
    await says(friend.page.getByRole("alert"), `${code} isn't available to you.`);
    expect(await owner.shopper.balance()).toEqual([0, 1000]);
  });

  test("signed out is asked to sign in, and shown no amount", async () => {
    const shop = await openShop();
    const page = await openPage(browser);
    await fillCart({ page, url: storefrontUrl(shop), shopper: {} as never });
    await says(block(page), "Sign in to see your store credit.");
    await expectPage(block(page)).not.toContainText("0.00");
    await block(page).getByRole("link", { name: "Sign in", exact: true }).click();
    await expectPage(page).toHaveURL(/return_to=%2Fcart/);
  });
});
