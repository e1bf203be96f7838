import type { Browser, Locator, Page } from "@playwright/test";
import { afterAll, beforeAll, expect, test } from "vitest";
import { axeOf } from "#tests/browser/axe-of.ts";
import { storefrontUrl } from "#tests/browser/story/member.ts";
import { launchBrowser, openPage, phone } from "#tests/support/browser.ts";
import { expectPage } from "#tests/support/expect-page.ts";
import { makeRule } from "#tests/support/loyalty.ts";
import { readState } from "#tests/support/read-state.ts";
import { startTestApp, type TestApp } from "#tests/support/test-app.ts";
import type { TestShop } from "#tests/support/test-shop.ts";

let browser: Browser;
let testApp: TestApp;
let shop: TestShop;
let small: TestShop;

beforeAll(async () => {
  testApp = await startTestApp({ pages: true });
  browser = await launchBrowser();
  [shop, small] = await Promise.all([
    testApp.createShop({ currency: "EUR", seed: "goods", plan: "enterprise" }),
    testApp.createShop({ plan: "starter" }),
  ]);
  await makeRule(shop, {
    ...{ type: "goal_spend", name: "Spend a little", settings: { goal_amount: 0.01 } },
    reward: { reward_type: "points", points: 10 },
  });
});
afterAll(async () => {
  await browser.close();
  await testApp.close();
});

interface Places {
  storefront: string | RegExp;
  admin: string | RegExp;
  api: string | RegExp;
}

async function openTour(tour: string, viewport = { width: 1280, height: 800 }): Promise<Page> {
  const page = await openPage(browser, { viewport, expectedErrors: [/Failed to load resource/] });
  await page.goto(`${storefrontUrl(shop)}/__dev/tour/${tour}`);
  await page.getByLabel("API key", { exact: true }).fill(shop.key);
  await page.getByLabel(/^API key of a store on a small plan\b/).fill(small.key);
  return page;
}

const cardOf = (page: Page) => page.locator("article:visible");
const place = (card: Locator, name: string) => card.locator(`[data-place="${name}"] [data-what]`);

/** Presses the step's button, and sees what it says and shows. */
async function take(
  page: Page,
  title: string,
  shows: Places,
  said: string | RegExp = "Done.",
): Promise<string> {
  const card = cardOf(page);
  await expectPage(card.getByRole("heading", { level: 2 })).toHaveText(title);
  await card.getByRole("button").click();
  const status = card.getByRole("status");
  await expectPage(status).toContainText(said, { timeout: 80_000 });
  await expectPage(status).not.toContainText("Nothing has changed yet");
  for (const [name, text] of Object.entries(shows)) {
    await expectPage(place(card, name)).not.toContainText("to see what changes here");
    await expectPage(place(card, name)).toContainText(text);
  }
  const words = (await status.textContent()) ?? "";
  await card.getByRole("link", { name: /^Next:/ }).click();
  return words;
}

test("a shopper's month shows each step in the storefront, the admin and the API", async () => {
  const page = await openTour("shopper");
  await take(page, "Sign in as a member", {
    storefront: /Cancel|€15\.00/,
    admin: "Tour",
    api: '"status": "active"',
  });
  await take(page, "Move the next charge", {
    storefront: "€15.00",
    admin: "moves to",
    api: '"next_billing_date"',
  });
  await take(page, "Buy something and earn points", {
    storefront: /points more/,
    admin: /#\d+/,
    api: '"points_balance"',
  });
  await take(page, "Pay with store credit", {
    storefront: "12.50",
    admin: "12.50",
    api: '"balance": "0.00"',
  });
  await take(page, "Let the day of the charge come", {
    storefront: "€15.00",
    admin: "Paid",
    api: '"status": "success"',
  });
  // Whose month is paid has no charge that could fail: the step says that somebody else takes over.
  await take(
    page,
    "Have the card declined",
    {
      storefront: "Mail to",
      admin: /funds|money/i,
      api: '"status": "failed"',
    },
    /From here on this is about .+, instead of .+, whose month is paid/,
  );
  await take(page, "Put in another card", {
    storefront: "€15.00",
    admin: "Paid",
    api: '"status": "success"',
  });
  await take(page, "Find it too expensive, and take the offer", {
    storefront: /off|offer/i,
    admin: /offer/i,
    api: '"active_offer": {',
  });
  await take(page, "Cancel after all, and let a day pass", {
    storefront: /Mail to/,
    admin: /Cancel/,
    api: '"status": "cancelled"',
  });
  // The last step leads to the next tour; what was done is still known there and after coming back.
  await expectPage(page).toHaveURL(/\/__dev\/tour\/merchant$/);
  await page.goBack();
  await expectPage(page.locator("[data-done]", { hasText: "done" })).toHaveCount(9);
}, 240_000);

test("what a step has shown is still there when the page is loaded again, until one starts again", async () => {
  const page = await openTour("shopper");
  const card = cardOf(page);
  await card.getByRole("button").click();
  await expectPage(card.getByRole("status")).toContainText(/You are \w+ Tour/, { timeout: 80_000 });
  const who =
    /You are (.+)\./.exec((await card.getByRole("status").textContent()) ?? "")?.[1] ?? "";
  await page.reload();
  await expectPage(card.getByRole("status")).toContainText(`You are ${who}`);
  await expectPage(place(card, "admin")).toContainText(who);
  await expectPage(place(card, "api")).toContainText('"status": "active"');
  await expectPage(page.getByText(`This is about ${who}.`, { exact: true })).toBeVisible();
  await page.getByRole("button", { name: "Start again", exact: true }).click();
  await expectPage(place(card, "api")).toContainText("to see what changes here");
  await expectPage(page.getByText(/This is about/)).toHaveCount(0);
});

test("a merchant's morning shows each step in the three places", async () => {
  const page = await openTour("merchant");
  await take(page, "See what the night has left", {
    storefront: "Mail to",
    admin: "did not have enough funds",
    api: '"status": "failed"',
  });
  await take(page, "Understand a failed payment, and try again", {
    storefront: "€15.00",
    admin: "Paid",
    api: '"status": "success"',
  });
  await take(page, "Say sorry with store credit", {
    storefront: "Parcel arrived late",
    admin: "Parcel arrived late",
    api: '"balance": "5.00"',
  });
  await take(page, "Pause for somebody on holiday", {
    storefront: /paused/i,
    admin: /paused/i,
    api: '"status": "paused"',
  });
  await take(
    page,
    "Switch a loyalty rule",
    {
      storefront: /Nothing changed here|Spend a little/,
      admin: /off|inactive/i,
      // On one line: a rule that is gone.
      api: /\[\s*\{"id":\d+,"name":"Spend a little"\}\s*\]/,
    },
    "is on again",
  );
  const { body } = await shop.proxy("/loyalty/rules", { key: shop.key });
  expect(JSON.stringify(body)).toContain("Spend a little");
  await take(page, "Hand the books over", {
    storefront: "Nothing of this",
    admin: /members/i,
    api: '"email"',
  });
}, 240_000);

test("an integrator's first hour shows each step in the three places, in as many calls as it says", async () => {
  const page = await openTour("integrator");
  await take(page, "Make the first call", {
    storefront: "Nothing of this",
    admin: "Customers",
    api: '"has_more"',
  });
  const read = await take(
    page,
    "Read an export to its end",
    {
      storefront: "Nothing of this",
      // What the key has read, where that is new since the page was looked at before.
      admin: /· Orders ·|A row for each order/,
      api: '"has_more": false',
    },
    "the next run begins there",
  );
  // From the id with which the step before has ended.
  const lastId = /The last id is (\d+)/.exec(read)?.[1] ?? "none";
  await take(page, "Ask only for what is new", {
    storefront: /#\d+/,
    admin: /#\d+/,
    api: `since_id=${lastId}&`,
  });
  await take(page, "Give credit through the API", {
    storefront: "Late parcel",
    admin: "Late parcel",
    api: '"balance": "5.00"',
  });
  await take(
    page,
    "Send the same request again",
    {
      storefront: "Nothing changed here",
      admin: "Nothing changed here",
      api: '"balance": "5.00"',
    },
    "Idempotent-Replayed: true",
  );
  await take(page, "Pause a subscription", {
    storefront: /paused/i,
    admin: /paused/i,
    api: '"status": "paused"',
  });
  await take(
    page,
    "Meet the limit, and wait",
    {
      storefront: "Nothing of this",
      admin: "Nothing of this",
      api: '"has_more"',
    },
    /429 with Retry-After: \d+.*was answered 200/,
  );
  const behavior = { duplicate: 2, reorder: false, delay_ms: 5 };
  expect((await shop.control("webhooks", behavior)).status).toBe(200);
  await take(
    page,
    "Get webhooks twice and out of order",
    {
      storefront: /#\d+/,
      admin: /#\d+/,
      api: '"order_name"',
    },
    "each webhook twice",
  );
  expect((await readState(shop)).controls.webhooks).toMatchObject(behavior);
}, 240_000);

test("a step may be repeated and needs none before it; an error says what to do, on a phone and without barriers", async () => {
  const page = await openTour("merchant", phone);
  await page.goto(`${page.url()}#adjust`);
  await expectPage(cardOf(page).getByRole("heading", { level: 2 })).toHaveText(
    "Say sorry with store credit",
  );
  const card = cardOf(page);
  const press = card.getByRole("button");
  await page.getByLabel("API key", { exact: true }).clear();
  await press.click();
  await expectPage(card.getByRole("status")).toContainText("paste an API key of this store first");
  await page.getByLabel("API key", { exact: true }).fill("pk_live_nobody");
  await press.click();
  await expectPage(card.getByRole("status")).toContainText("This step did not work");
  await page.getByLabel("API key", { exact: true }).fill(shop.key);
  // Who is quicker than a step is told so.
  await press.click();
  await page.goto(`${page.url().replace(/#.*/, "")}#pause`);
  await cardOf(page).getByRole("button").click();
  await expectPage(cardOf(page).getByRole("status")).toContainText("still at work");
  await page.goBack();
  await expectPage(card.getByRole("status")).toContainText("Done.", { timeout: 60_000 });
  for (const balance of ["10.00", "15.00"]) {
    await press.click();
    await expectPage(place(card, "api")).toContainText(`"balance": "${balance}"`, {
      timeout: 60_000,
    });
  }
  const { violations } = await axeOf(page).analyze();
  expect(violations.map(({ id }) => id)).toEqual([]);
  const width = await page.evaluate(() => document.documentElement.scrollWidth);
  expect(width).toBeLessThanOrEqual(phone.width);
  await page.getByRole("button", { name: "Start again", exact: true }).click();
  await expectPage(page.locator("[data-done]", { hasText: "done" })).toHaveCount(0);
}, 240_000);
