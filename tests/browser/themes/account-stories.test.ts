import type { Browser } from "@playwright/test";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import {
  cancelButton,
  confirmButton,
  press,
  says,
  stepIs,
  steps,
  storefrontUrl,
  walkToConfirm,
} from "#tests/browser/story/member.ts";
import { launchBrowser, openPage } from "#tests/support/browser.ts";
import { expectPage } from "#tests/support/expect-page.ts";
import { startTestApp, type TestApp } from "#tests/support/test-app.ts";
import type { TestShop } from "#tests/support/test-shop.ts";
import { addPlant, becomeThemeMember, chooseTheme, drawerOf } from "./theme-member.ts";

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

describe("a store with new customer accounts and a cart drawer", () => {
  test("the credit is used in the drawer and paid with, and the membership page shows it and cancels", async () => {
    const shop = await openShop();
    await chooseTheme(shop, {});
    const member = await becomeThemeMember(browser, shop);
    const { page, shopper, contractId, url } = member;
    await addPlant(member);
    const line = drawerOf(page).locator(".pnc");
    await line.getByRole("button", { name: "Use €10.00", exact: true }).click();
    await expectPage(line.locator("[data-p=total]")).toHaveText("€29.00");
    await drawerOf(page).getByRole("button", { name: "Check out", exact: true }).click();
    await page.getByRole("button", { name: "Pay €33.90", exact: true }).click();
    await expectPage(page.getByRole("heading", { level: 1 })).toHaveText("Thank you");
    await shop.quiet();
    expect(await shopper.balance()).toEqual([0, 0]);

    await page.goto(`${url}/pages/membership`);
    await says(page.getByRole("main").locator(".pnc"), "No store credit at the moment");
    await walkToConfirm(page);
    await confirmButton(page).click();
    await stepIs(page, steps.done);
    await press(page, "Close");
    expect((await shop.platformContract(contractId))?.status).toBe("cancelled");
  });

  test("the account is the platform's own page, with nothing of the app on it", async () => {
    const shop = await openShop();
    const { page, url } = await becomeThemeMember(browser, shop);
    await page.goto(`${url}/account`);
    await expectPage(page.getByRole("heading", { level: 1 })).toHaveText("Hello, Ada");
    await expectPage(page.locator(".shopify-app-block, perennial-cart-credit")).toHaveCount(0);
    await page.getByRole("link", { name: "Membership", exact: true }).click();
    await expectPage(cancelButton(page)).toBeVisible();
  });
});

describe("a store with legacy accounts and a cart page", () => {
  test("the credit is used on the cart page, and the theme's account page shows it and cancels", async () => {
    const shop = await openShop();
    await shop.control("customer-accounts", { version: "legacy" });
    await chooseTheme(shop, { cart: "page" });
    const { page, shopper, contractId, url } = await becomeThemeMember(browser, shop);
    await page.goto(`${url}/products/monstera`);
    await page.getByRole("button", { name: "Add to cart", exact: true }).click();
    await expectPage(page).toHaveURL(`${url}/cart`);
    await expectPage(page.locator(".pnc")).toHaveCount(1);
    await page.getByRole("button", { name: "Use €10.00", exact: true }).click();
    await expectPage(page.locator("[data-p=total]")).toHaveText("€29.00");
    await page.getByRole("button", { name: "Check out", exact: true }).click();
    await page.getByRole("button", { name: "Pay €33.90", exact: true }).click();
    await expectPage(page.getByRole("heading", { level: 1 })).toHaveText("Thank you");
    await shop.quiet();
    expect(await shopper.balance()).toEqual([0, 0]);

    await page.getByRole("main").getByRole("link", { name: "Account", exact: true }).click();
    await says(page.locator(".pnc"), "No store credit at the moment");
    await walkToConfirm(page);
    await confirmButton(page).click();
    await stepIs(page, steps.done);
    expect((await shop.platformContract(contractId))?.status).toBe("cancelled");
  });
});

describe("the line in the drawer", () => {
  test("is there for nobody who is signed out", async () => {
    const shop = await openShop();
    await chooseTheme(shop, {});
    const page = await openPage(browser);
    await addPlant({ page, url: storefrontUrl(shop) });
    await expectPage(
      drawerOf(page).getByRole("link", { name: "Sign in to check out", exact: true }),
    ).toBeVisible();
    await expectPage(page.locator(".pnc, perennial-cart-credit")).toHaveCount(0);
  });

  test("comes back each time the theme draws its drawer, asks only when it is seen, and hides without credit", async () => {
    const shop = await openShop();
    await chooseTheme(shop, {});
    const member = await becomeThemeMember(browser, shop);
    const { page, shopper } = member;
    let asked = 0;
    await page.route(/\/storefront\/store-credit\?/, async (route) => {
      asked += 1;
      await route.continue();
    });
    await addPlant(member);
    const line = drawerOf(page).locator(".pnc");
    await says(line, "€10.00 available");
    await page.reload({ waitUntil: "commit" });
    // The page before may have asked until it was left.
    asked = 0;
    await page.waitForLoadState();
    await expectPage(page.locator(".pnc-drawer")).toHaveCount(1);
    await page.evaluate(() => new Promise((done) => requestAnimationFrame(done)));
    expect(asked).toBe(0);
    await page.getByLabel("Quantity", { exact: true }).fill("2");
    await page.getByRole("button", { name: "Add to cart", exact: true }).click();
    await says(drawerOf(page), "3 × €39.00");
    await says(line, "€10.00 available");
    await expectPage(line).toHaveCount(1);
    await drawerOf(page)
      .getByRole("button", { name: "Remove Monstera deliciosa", exact: true })
      .click();
    await says(drawerOf(page), "Your cart is empty.");
    await expectPage(line).toHaveCount(0);

    await shopper.hold();
    await shop.control("clock", { advance: "P60D" });
    await shop.quiet();
    await addPlant(member);
    await expectPage(line).toBeHidden();
  });

  test("stands where the merchant says, and a text that is no selector is none", async () => {
    const shop = await openShop();
    await chooseTheme(shop, {});
    const member = await becomeThemeMember(browser, shop);
    const { page } = member;
    await setPlace(shop, ".drawer__inner");
    await addPlant(member);
    await expectPage(page.locator(".drawer__inner > .pnc:last-child")).toBeVisible();
    await setPlace(shop, "}{");
    await page.reload();
    await page.locator(".cart-link").click();
    await expectPage(page.locator(".drawer__footer > .pnc + .cart__ctas")).toBeVisible();
  });

  test("leaves a theme alone that throws it out again and again", async () => {
    const shop = await openShop();
    await chooseTheme(shop, {});
    const member = await becomeThemeMember(browser, shop);
    const { page } = member;
    await addPlant(member);
    await page.evaluate(async () => {
      Object.assign(window, { thrown: 0 });
      new MutationObserver(() => {
        const line = document.querySelector(".pnc-drawer");
        if (line === null) return;
        line.remove();
        Reflect.set(window, "thrown", Reflect.get(window, "thrown") + 1);
      }).observe(document.body, { childList: true, subtree: true });
      document.querySelector(".pnc-drawer")?.remove();
    });
    await expectPage(page.locator(".pnc-drawer")).toHaveCount(0);
    expect(await page.evaluate(() => Reflect.get(window, "thrown"))).toBeLessThan(30);
  });
});

async function setPlace(shop: TestShop, at: string): Promise<void> {
  const answer = await fetch(`${shop.devstoreUrl}/__dev/theme`, {
    method: "POST",
    headers: { "content-type": "application/json", "x-forwarded-host": shop.domain },
    body: JSON.stringify({ embeds: [{ handle: "cart-credit", settings: { at } }] }),
  });
  expect(answer.status).toBe(200);
}
