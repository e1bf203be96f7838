import type { Browser, Page, Route } from "@playwright/test";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { archivePointReward } from "#app/domain/loyalty/point-rewards/save-point-reward.ts";
import { readVitals, watchVitals } from "#tests/bench/page-vitals.ts";
import { says, storefrontUrl } from "#tests/browser/story/member.ts";
import { tabTo } from "#tests/browser/themes/theme-member.ts";
import { launchBrowser, openPage, phone, takeScreenshot } from "#tests/support/browser.ts";
import { expectPage } from "#tests/support/expect-page.ts";
import { startTestApp, type TestApp } from "#tests/support/test-app.ts";
import type { TestShop } from "#tests/support/test-shop.ts";
import {
  becomeLoyal,
  couponsOf,
  type LoyalShopper,
  loseAnswer,
  offerReward,
  pointsOf,
  textOfServer,
} from "./loyal-shopper.ts";

let browser: Browser;
let testApp: TestApp;
let shop: TestShop;

beforeAll(async () => {
  testApp = await startTestApp();
  browser = await launchBrowser();
});
afterAll(async () => {
  await browser.close();
  await testApp.close();
});
beforeEach(async () => {
  shop = await testApp.createShop({ seed: "goods", currency: "EUR" });
});

const path = "/pages/membership";
const coupons = /\/coupons$/;
const redemptions = /\/redemptions$/;
const percent = { reward_type: "discount", discount_type: "percentage", discount_amount: 10 };
const credit = { reward_type: "store_credit", credit_amount: 5 };
const expectedErrors = [/Failed to load resource/];

async function visit({ page, url }: Pick<LoyalShopper, "page" | "url">): Promise<void> {
  const asked = page.waitForResponse(coupons);
  await page.goto(url + path);
  await (await asked).finished();
}

const rowOf = (page: Page, text: string) =>
  couponsOf(page).locator("[data-reward]").filter({ hasText: text });
const buttonOf = (page: Page, text: string) => rowOf(page, text).getByRole("button");
const open = (page: Page) => couponsOf(page).locator("li[data-code][data-state=open]");

/** Notes the keys of what is asked for, and does with each request what the test wants. */
async function watchRedemptions(page: Page, handle: (route: Route) => Promise<void>) {
  const keys: string[] = [];
  await page.route(redemptions, async (route) => {
    keys.push(route.request().postDataJSON().key);
    await handle(route);
  });
  return keys;
}

async function redeemedTimes(): Promise<number> {
  const { db, shop: row } = await shop.context();
  return db.prisma.loyaltyReward.count({
    where: { shopId: row.id, pointRewardId: { not: null }, given: { gt: 0 } },
  });
}

describe("points", () => {
  test("become a code by the keyboard alone, which is copied, brought into the cart, and counts at the checkout", async () => {
    await offerReward(shop, { name: "Ten off", points: 500, reward: percent });
    await offerReward(shop, { name: "Five back", points: 1500, reward: credit });
    const permissions = ["clipboard-read", "clipboard-write"];
    const shopper = await becomeLoyal(browser, shop, { permissions });
    const { page, url, givePoints } = shopper;
    await givePoints(1240);
    const text = await textOfServer(page, path);
    expect(text).toContain("1,240 points");
    expect(text).toContain("Redeem for 500 points");
    expect(text).toContain("260 points to go");
    await watchVitals(page);
    await page.goto(`${url}/products/monstera`);
    await page.getByRole("button", { name: "Add to cart", exact: true }).click();
    await expectPage(page.getByRole("dialog", { name: "Your cart", exact: true })).toBeVisible();
    await visit(shopper);
    await expectPage(buttonOf(page, "Five back")).toBeHidden();
    await takeScreenshot(page, "loyalty-redeem-desktop", true);
    await tabTo(page, "Redeem for 500 points");
    await page.keyboard.press("Enter");
    await says(couponsOf(page), "Redeemed. Your code is being made.");
    await takeScreenshot(page, "loyalty-redeem-waiting-desktop", true);
    await shop.quiet();
    await says(couponsOf(page), "Your code is ready");
    const code = (await open(page).getAttribute("data-code")) ?? "";
    await says(couponsOf(page).locator("[data-p=redeemed]"), code);
    await says(couponsOf(page).locator("[data-p=have]"), "740 points");
    await says(pointsOf(page), "740 points");
    await says(rowOf(page, "Five back"), "760 points to go");
    expect((await readVitals(page)).layoutShift).toBe(0);
    await tabTo(page, "Copy code");
    await page.keyboard.press("Enter");
    await says(couponsOf(page), "The code is copied.");
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(code);
    await page.keyboard.press("Tab");
    await page.keyboard.press("Enter");
    await says(couponsOf(page), "It is in your cart and counts at the checkout.");
    await page.goto(`${url}/checkout`);
    await says(page.getByRole("main"), `Discount code ${code}`);
  });

  test("become store credit, and the focus stays where it can be heard when they are used up", async () => {
    await offerReward(shop, { name: "Five back", points: 500, reward: credit });
    const shopper = await becomeLoyal(browser, shop);
    await shopper.givePoints(600);
    await visit(shopper);
    await buttonOf(shopper.page, "Five back").click();
    await says(couponsOf(shopper.page), "Redeemed. It is in your store credit now.");
    await says(rowOf(shopper.page, "Five back"), "400 points to go");
    await expectPage(couponsOf(shopper.page).locator("[data-p=redeemed]")).toBeFocused();
    await shopper.page.setViewportSize(phone);
    await takeScreenshot(shopper.page, "loyalty-redeem-phone", true);
  });

  test("are redeemed once by a double click, and one reward after the other", async () => {
    await offerReward(shop, { name: "Five back", points: 100, reward: credit });
    await offerReward(shop, {
      name: "Six back",
      points: 100,
      reward: { ...credit, credit_amount: 6 },
    });
    const shopper = await becomeLoyal(browser, shop);
    await shopper.givePoints(1000);
    const { page } = shopper;
    await visit(shopper);
    await buttonOf(page, "Five back").dblclick();
    await says(couponsOf(page), "900 points");
    let go = () => {};
    const held = new Promise<void>((resolve) => {
      go = resolve;
    });
    const keys = await watchRedemptions(page, async (route) => {
      await held;
      await route.continue();
    });
    await buttonOf(page, "Five back").click();
    await expectPage(buttonOf(page, "Six back")).toHaveAttribute("aria-disabled", "true");
    await buttonOf(page, "Six back").click({ force: true });
    go();
    await says(couponsOf(page), "800 points");
    expect(keys).toHaveLength(1);
    expect(await redeemedTimes()).toBe(2);
  });

  test("are taken once when the answer is lost, also when the page is loaded again before the second try", async () => {
    await offerReward(shop, { name: "Five back", points: 100, reward: credit });
    const shopper = await becomeLoyal(browser, shop, { expectedErrors });
    await shopper.givePoints(1000);
    const { page } = shopper;
    const keys = await watchRedemptions(page, async (route) => {
      if (keys.length < 3) await loseAnswer(shop, route);
      else await route.continue();
    });
    await visit(shopper);
    for (let tries = 0; tries < 2; tries += 1) {
      await buttonOf(page, "Five back").click();
      await says(couponsOf(page).getByRole("alert").first(), "Try again: nothing happens twice.");
      await visit(shopper);
    }
    await buttonOf(page, "Five back").click();
    await says(couponsOf(page), "Redeemed. It is in your store credit now.");
    await says(couponsOf(page), "900 points");
    expect(new Set(keys).size).toBe(1);
    expect(await redeemedTimes()).toBe(1);
    await buttonOf(page, "Five back").click();
    await says(couponsOf(page), "800 points");
    expect(new Set(keys).size).toBe(2);
  });
});

describe("what is not given", () => {
  test("because the points are gone, the reward is, or was had, is said, and nothing has changed", async () => {
    const gone = await offerReward(shop, { name: "Gone", points: 100, reward: credit });
    await offerReward(shop, { name: "Once", points: 100, reward: credit, perCustomer: 1 });
    await offerReward(shop, { name: "Ten off", points: 150, reward: percent });
    const shopper = await becomeLoyal(browser, shop, { expectedErrors });
    const { page, givePoints } = shopper;
    await givePoints(300);
    await visit(shopper);
    const alert = couponsOf(page).locator("[data-p=not_redeemed]");
    await archivePointReward(await shop.context(), gone);
    await buttonOf(page, "Gone").click();
    await says(alert, "This reward is not offered any more.");
    await buttonOf(page, "Once").click();
    await says(couponsOf(page), "200 points");
    await buttonOf(page, "Once").click();
    await says(alert, "You have had this reward as often as it is given.");
    await givePoints(-100);
    await buttonOf(page, "Ten off").click();
    await says(alert, "You don't have enough points for this any more.");
    await says(rowOf(page, "Ten off"), "50 points to go");
    await expectPage(couponsOf(page).locator("[data-waiting]")).toHaveCount(0);
    await takeScreenshot(page, "loyalty-redeem-refused-desktop", true);
  });

  test("because the shopper is offline or signed out, or the store fails, is said, and a later try works", async () => {
    await offerReward(shop, { name: "Five back", points: 100, reward: credit });
    const shopper = await becomeLoyal(browser, shop, { expectedErrors });
    const { page } = shopper;
    await shopper.givePoints(300);
    await visit(shopper);
    const alert = couponsOf(page).locator("[data-p=not_redeemed]");
    await page.route(/loyalty-redeem\.js/, (route) => route.abort());
    await buttonOf(page, "Five back").click();
    await says(alert, "That didn't work. Nothing has changed. Try again.");
    await page.unroute(/loyalty-redeem\.js/);
    await visit(shopper);
    await buttonOf(page, "Five back").hover();
    await page.waitForFunction(() => document.querySelector("perennial-coupons template"));
    await page.route(redemptions, (route) => route.fulfill({ status: 503, body: "{}" }));
    await buttonOf(page, "Five back").click();
    await says(alert, "We can't say yet whether this went through.");
    await page.unroute(redemptions);
    await page.context().setOffline(true);
    await buttonOf(page, "Five back").click();
    await says(alert, "You are offline. Nothing has been sent yet.");
    await page.context().setOffline(false);
    await buttonOf(page, "Five back").click();
    await says(couponsOf(page), "200 points");
    await page.context().clearCookies();
    await buttonOf(page, "Five back").click();
    await says(alert, "You have been signed out. Nothing has changed.");
    await expectPage(
      couponsOf(page).getByRole("link", { name: "Sign in", exact: true }),
    ).toBeVisible();
  });
});

test("a script that did not come is asked for again by the next press, without leaving the page", async () => {
  await offerReward(shop, { name: "Five back", points: 100, reward: credit });
  const shopper = await becomeLoyal(browser, shop, { expectedErrors });
  const { page } = shopper;
  await shopper.givePoints(300);
  await visit(shopper);
  await page.route(/loyalty-redeem\.js/, (route) => route.abort());
  await buttonOf(page, "Five back").click();
  const alert = couponsOf(page).locator("[data-p=not_redeemed]");
  await says(alert, "That didn't work. Nothing has changed. Try again.");
  await page.unroute(/loyalty-redeem\.js/);
  await buttonOf(page, "Five back").click();
  await says(couponsOf(page), "200 points");
});

describe("the list of what points can be redeemed for", () => {
  test("explains itself to who is signed out, without any button", async () => {
    await offerReward(shop, { name: "Ten off", points: 500, reward: percent });
    const page = await openPage(browser);
    await page.goto(storefrontUrl(shop) + path);
    const block = page.locator(".pnl").filter({ hasText: "Redeem your points" });
    await says(block, "10% off");
    await says(block, "500 points");
    await says(block, "Sign in to see your points and rewards.");
    await expectPage(block.getByRole("button")).toHaveCount(0);
  });

  test("knows the points that came while the page was open elsewhere", async () => {
    await offerReward(shop, { name: "Ten off", points: 500, reward: percent });
    const shopper = await becomeLoyal(browser, shop);
    await visit(shopper);
    await says(rowOf(shopper.page, "Ten off"), "500 points to go");
    await shopper.givePoints(500);
    await shopper.page.evaluate(() => document.dispatchEvent(new Event("visibilitychange")));
    await expectPage(buttonOf(shopper.page, "Ten off")).toBeVisible();
  });

  test.each([
    ["de", "Für 500 Punkte einlösen", "Noch 1.000 Punkte", "Dein Code ist da"],
    ["fr", "Échanger contre 500 points", "Encore 1 000 points", "Votre code est prêt"],
    ["es", "Canjear por 500 puntos", "1000 puntos más", "Tu código está listo"],
    ["ja", "500ポイントで交換", "あと1,000ポイント", "コードができました"],
  ])("speaks %s, also of what was done", async (locale, button, missing, done) => {
    await offerReward(shop, { name: "Ten off", points: 500, reward: percent });
    await offerReward(shop, { name: "Five back", points: 2000, reward: credit });
    const shopper = await becomeLoyal(browser, shop);
    const { page, url } = shopper;
    await shopper.givePoints(1000);
    const text = await textOfServer(page, `/${locale}${path}`);
    expect(text).toContain(button);
    expect(text.replaceAll(/\s/g, " ")).toContain(missing);
    await visit({ page, url: `${url}/${locale}` });
    await buttonOf(page, "Ten off").click();
    await expect.poll(redeemedTimes).toBe(1);
    await shop.quiet();
    await says(couponsOf(page), done);
  });
});
