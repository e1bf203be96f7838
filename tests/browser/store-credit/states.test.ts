import type { Browser, Page, Route } from "@playwright/test";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { CREDIT_TYPES } from "#app/domain/ledger/movement.ts";
import { adjustCredit } from "#app/domain/store-credit/adjustments/adjust-credit.ts";
import { readVitals, watchVitals } from "#tests/bench/page-vitals.ts";
import { axeOf } from "#tests/browser/axe-of.ts";
import { says } from "#tests/browser/story/member.ts";
import { desktop, launchBrowser, phone, takeScreenshot } from "#tests/support/browser.ts";
import { expectPage } from "#tests/support/expect-page.ts";
import { startTestApp, type TestApp } from "#tests/support/test-app.ts";
import type { TestShop } from "#tests/support/test-shop.ts";
import { becomeBuyer, block, fillCart } from "./credit-buyer.ts";

let browser: Browser;
let testApp: TestApp;
let shop: TestShop;

beforeAll(async () => {
  testApp = await startTestApp();
  browser = await launchBrowser();
  shop = await testApp.createShop({ seed: "goods", currency: "EUR" });
});
afterAll(async () => {
  await browser.close();
  await testApp.close();
});

const endpoint = /\/storefront\/store-credit\?/;
const holding = /\/storefront\/store-credit\/hold\?/;

/** What axe finds in the whole page, each finding beginning with the moment at which it was found. */
async function barriersAt(moment: string, page: Page): Promise<string[]> {
  const { violations } = await axeOf(page).analyze();
  return violations.map(({ id, nodes }) => `${moment}: ${id}: ${nodes.map(({ html }) => html)}`);
}

describe.each([
  ["desktop", { viewport: desktop }],
  ["phone", { viewport: phone, hasTouch: true, isMobile: true }],
] as const)("on a %s", (device, options) => {
  test("axe finds nothing in the cart and on the membership page, before and after credit is applied", async () => {
    const buyer = await becomeBuyer(
      browser,
      shop,
      [
        [500, 40],
        [1000, null],
      ],
      options,
    );
    const { page, url } = buyer;
    await fillCart(buyer);
    await says(block(page), "€15.00 available");
    const barriers = await barriersAt("cart", page);
    await page.getByRole("button", { name: "Use €15.00", exact: true }).click();
    await says(block(page), "New total");
    barriers.push(...(await barriersAt("cart with a hold", page)));
    await takeScreenshot(page, `credit-cart-held-${device}`, true);
    await shop.quiet();
    await page.goto(`${url}/pages/membership`);
    await says(block(page), "€15.00 reserved");
    await block(page).getByText("History", { exact: true }).click();
    barriers.push(...(await barriersAt("membership page", page)));
    await takeScreenshot(page, `credit-page-held-${device}`, true);
    await page.goto(`${url}/checkout`);
    barriers.push(...(await barriersAt("checkout", page)));
    await takeScreenshot(page, `credit-checkout-${device}`, true);
    expect(barriers).toEqual([]);
  });

  test("nothing moves while the page loads and asks for the present state", async () => {
    const buyer = await becomeBuyer(
      browser,
      shop,
      [
        [500, 40],
        [1000, null],
      ],
      options,
    );
    const { page, url } = buyer;
    await fillCart(buyer);
    await watchVitals(page);
    for (const path of ["/cart", "/pages/membership"]) {
      const asked = page.waitForResponse(endpoint);
      await page.goto(url + path);
      await asked;
      await says(block(page), "€15.00 available");
      expect((await readVitals(page)).layoutShift, path).toBe(0);
    }
  });
});

describe("the block", () => {
  test("without credit is hidden in the cart, and says so on a page", async () => {
    const buyer = await becomeBuyer(browser, shop, []);
    const { page, url } = buyer;
    const asked = page.waitForResponse(endpoint);
    await fillCart(buyer);
    await asked;
    await expectPage(block(page)).toBeHidden();
    await page.goto(`${url}/pages/membership`);
    await says(block(page), "No store credit yet");
    await expectPage(block(page)).not.toContainText("0.00", { useInnerText: true });
  });

  test("shows credit that came after the page was published, also where it was hidden", async () => {
    const buyer = await becomeBuyer(browser, shop, []);
    await buyer.shopper.give([700, null]);
    await fillCart(buyer);
    await says(block(buyer.page), "€7.00 available");
    await expectPage(
      block(buyer.page).getByRole("button", { name: "Use €7.00", exact: true }),
    ).toBeVisible();
  });

  test("leaves a page alone that shows what is so, and draws its lines whole when it does not", async () => {
    const buyer = await becomeBuyer(browser, shop, [[1000, null]]);
    const { page, url, shopper } = buyer;
    await page.addInitScript(() => {
      addEventListener("DOMContentLoaded", () => {
        const place = document.querySelector("perennial-store-credit");
        const count = () => document.body.setAttribute("data-drawn", "");
        if (place) new MutationObserver(count).observe(place, { childList: true, subtree: true });
      });
    });
    const visit = async () => {
      const asked = page.waitForResponse(endpoint);
      await page.goto(`${url}/pages/membership`);
      await (await asked).finished();
    };
    await visit();
    await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(resolve)));
    await expectPage(page.locator("body[data-drawn]")).toHaveCount(0);
    // The page is made before the credit moves, however soon the store publishes it.
    const context = await shop.context();
    const moveFirst = async (route: Route) => {
      await adjustCredit(context, {
        customerId: shopper.customerId,
        amountMinor: 300,
        typeCode: CREDIT_TYPES.adjustment,
        reason: "Sorry for the late delivery",
      });
      await route.continue();
    };
    await page.route(endpoint, moveFirst, { times: 1 });
    await visit();
    await expectPage(page.locator("body[data-drawn]")).toHaveCount(1);
    await says(block(page), "€13.00 available");
    await block(page).getByText("History", { exact: true }).click();
    const line = block(page).getByRole("row").filter({ hasText: "+€3.00" });
    await expectPage(line.locator("small")).toHaveText("Sorry for the late delivery");
  });

  test("asks again when the shopper comes back to a page that the browser had put aside", async () => {
    const buyer = await becomeBuyer(browser, shop, [[1000, null]]);
    const { page, shopper } = buyer;
    await fillCart(buyer);
    await says(block(page), "€10.00 available");
    await shopper.hold();
    await page.evaluate(() => {
      dispatchEvent(new PageTransitionEvent("pageshow", { persisted: true }));
    });
    await says(block(page), "-€10.00");
  });

  test("tells the time until which credit is reserved by the shopper's own clock", async () => {
    const buyer = await becomeBuyer(browser, shop, [[1000, null]], {
      timezoneId: "Asia/Kolkata",
    });
    const { page, shopper } = buyer;
    const { kept_until } = (await shopper.hold()).body;
    const time = new Intl.DateTimeFormat("en", {
      timeStyle: "short",
      timeZone: "Asia/Kolkata",
    }).format(new Date(kept_until));
    await fillCart(buyer);
    await says(
      block(page),
      `${time}. What your order doesn't use is released after that, not earlier.`,
    );
    await page.reload();
    await says(block(page), `${time}. What your order doesn't use`);
  });

  test("keeps the last value with its time when the store does not answer, and claims none without one", async () => {
    const expectedErrors = [/Failed to load resource/];
    const known = await becomeBuyer(browser, shop, [[1000, null]], { expectedErrors });
    await known.page.route(endpoint, (route) => route.abort());
    await fillCart(known);
    await says(block(known.page), "€10.00 available");
    await says(block(known.page), /as of \w+ \d+, 20\d\d/);
    await takeScreenshot(known.page, "credit-stale-desktop", true);

    const unknown = await becomeBuyer(browser, shop, [], { expectedErrors });
    await unknown.page.route(endpoint, (route) => route.fulfill({ status: 500, body: "{}" }));
    await unknown.page.goto(`${unknown.url}/pages/membership`);
    await says(block(unknown.page), "Balance unavailable");
    await expectPage(block(unknown.page)).not.toContainText("No store credit yet", {
      useInnerText: true,
    });
  });

  test("of a store that has changed its currency converts nothing and applies nothing", async () => {
    const expectedErrors = [/Failed to load resource/];
    const buyer = await becomeBuyer(browser, shop, [[1000, null]], { expectedErrors });
    const { platform } = await shop.context();
    await shop.quiet();
    await platform.publishCustomerData(buyer.shopper.cid, "store_credit", {
      currency: "USD",
      available_minor: 1000,
      held_minor: 0,
      next_expiry: null,
      hold: null,
      lines: [],
      as_of: new Date().toISOString(),
    });
    await buyer.page.route(endpoint, (route) => route.abort());
    await fillCart(buyer);
    await says(block(buyer.page), "$10.00 available");
    await expectPage(block(buyer.page)).not.toContainText("converts", { useInnerText: true });
    await expectPage(block(buyer.page).getByRole("button")).toHaveCount(0);
  });

  test("holds to the cent what the cart comes to, also when the present state did not come", async () => {
    const expectedErrors = [/Failed to load resource/];
    const buyer = await becomeBuyer(browser, shop, [[2000, null]], { expectedErrors });
    const { page } = buyer;
    await page.route(endpoint, (route) => route.abort());
    await fillCart(buyer, "fern");
    const held = page.waitForResponse(holding);
    await page.getByRole("button", { name: "Use €14.90", exact: true }).click();
    expect(await (await held).json()).toMatchObject({ amount: "14.90" });
  });

  test("applies once however often it is pressed, and the focus goes to the result", async () => {
    const buyer = await becomeBuyer(browser, shop, [[1000, null]]);
    const { page } = buyer;
    await fillCart(buyer);
    let requests = 0;
    await page.route(holding, async (route) => {
      requests += 1;
      await route.continue();
    });
    const button = page.getByRole("button", { name: "Use €10.00", exact: true });
    await button.focus();
    await page.keyboard.press("Enter");
    await button.press("Enter").catch(() => undefined);
    await says(block(page), "-€10.00");
    await expectPage(block(page).locator("[data-p=hold]")).toBeFocused();
    await page.keyboard.press("Tab");
    await expectPage(page.getByRole("button", { name: "Check out", exact: true })).toBeFocused();
    expect(requests).toBe(1);
  });

  test.each([
    ["refuses", 503, { code: "platform_unavailable" }, "None of it was used. Try again."],
    ["has signed the shopper out", 401, { code: "signed_out" }, "Sign in to go on."],
    ["gives no answer", 0, {}, "nothing is reserved twice."],
  ])(
    "when the store %s says what is so, and another press works",
    async (_, status, body, words) => {
      const expectedErrors = [/Failed to load resource/];
      const buyer = await becomeBuyer(browser, shop, [[1000, null]], { expectedErrors });
      const { page } = buyer;
      await fillCart(buyer);
      await page.route(
        holding,
        (route) => (status ? route.fulfill({ status, json: body }) : route.abort()),
        { times: 1 },
      );
      const button = page.getByRole("button", { name: "Use €10.00", exact: true });
      await button.click();
      await says(block(page).getByRole("alert"), words);
      await button.click();
      await says(block(page), "-€10.00");
      await expectPage(block(page).getByRole("alert")).toBeHidden();
    },
  );

  test.each([
    ["de", "10,00 € verfügbar", "10,00 € einlösen", "Neue Summe", "29,00 €"],
    ["fr", "10,00 € disponibles", "Utiliser 10,00 €", "Nouveau total", "29,00 €"],
    ["es", "10,00 € disponibles", "Usar 10,00 €", "Nuevo total", "29,00 €"],
    ["ja", "€10.00を利用できます", "€10.00を使う", "新しい合計", "29.00"],
  ])(
    "speaks %s, by the page and by the script alike",
    async (locale, available, use, sum, total) => {
      const buyer = await becomeBuyer(browser, shop, [[1000, null]]);
      const { page, url } = buyer;
      await fillCart(buyer);
      const html = await page.evaluate(
        (path) => fetch(path).then((answer) => answer.text()),
        `/${locale}/cart`,
      );
      const words = html.replaceAll(/<[^>]+>/g, "").replaceAll(/\s+/g, " ");
      expect(words).toContain(available);
      expect(words).toContain(use);
      const asked = page.waitForResponse(endpoint);
      await page.goto(`${url}/${locale}/cart`);
      await asked;
      await says(block(page), new RegExp(spaced(available)));
      const held = page.waitForResponse(holding);
      await block(page).getByRole("button").click();
      const { kept_until } = await (await held).json();
      // Written by the script, with what the store answered.
      await says(block(page).locator("[data-p=total]"), new RegExp(spaced(total)));
      await says(block(page), sum);
      const month = new Intl.DateTimeFormat(locale, { month: "long" }).format(new Date(kept_until));
      await says(block(page).locator("[data-p=kept]"), month);
    },
  );
});

/** Languages differ in the space before a currency. */
function spaced(text: string): string {
  return text.replaceAll(/\s/g, "\\s").replaceAll(".", "\\.");
}
