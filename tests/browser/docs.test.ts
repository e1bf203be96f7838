import type { Page } from "@playwright/test";
import { expect, test } from "vitest";
import { openPage, phone, takeScreenshot } from "#tests/support/browser.ts";
import { createOffer } from "#tests/support/create-offer.ts";
import { expectPage } from "#tests/support/expect-page.ts";
import { openAdminPage } from "./admin/open-admin-page.ts";
import { browser, testApp } from "./admin/pages-app.ts";
import { axeOf } from "./axe-of.ts";
import { storefrontUrl } from "./story/member.ts";

/** The addresses of all pages, as the sidebar has them. */
async function pagesOf(page: Page): Promise<string[]> {
  await page.goto(`${testApp.url}/docs`);
  const links = page
    .getByRole("navigation", { name: "Documents", exact: true })
    .locator('a[href^="/docs"]');
  const found = await links.evaluateAll((all) => all.map((one) => one.getAttribute("href") ?? ""));
  return found.filter((href) => !href.includes("#"));
}

async function expectAccessible(page: Page, name: string): Promise<void> {
  const { violations } = await axeOf(page).analyze();
  const found = violations.map(({ id, nodes }) => `${name} ${id}: ${nodes[0]?.html}`);
  expect(found).toEqual([]);
}

/** Kinds of pages, each a test of its own: axe takes seconds for the longest. */
const KINDS: Readonly<Record<string, (address: string) => boolean>> = {
  "page of the merchant's guide": (address) => address.includes("/guide/"),
  "page of the core": (address) => address.endsWith("/core"),
  "other page": (address) => !/\/guide\/|\/core$/.test(address),
};

test.each([
  ...Object.keys(KINDS).map((kind) => [kind, "light"] as const),
  // It has every color.
  ["page of the core", "dark"] as const,
])(
  "every %s of the documents is accessible and shows its pictures, %s",
  async (kind, colorScheme) => {
    const page = await openPage(browser, { colorScheme });
    const addresses = (await pagesOf(page)).filter((address) => KINDS[kind]?.(address));
    expect(addresses.length).toBeGreaterThan(0);
    for (const address of addresses) {
      await page.goto(`${testApp.url}${address}`);
      for (const picture of await page.locator("main img").all()) {
        await picture.scrollIntoViewIfNeeded();
        await expectPage(picture).toHaveJSProperty("complete", true);
        expect(await picture.evaluate((one: HTMLImageElement) => one.naturalWidth)).toBeGreaterThan(
          0,
        );
      }
      await expectAccessible(page, address);
    }
  },
);

test("every page fits the narrowest phone, and its contents are one press away", async () => {
  const page = await openPage(browser, { viewport: { width: 320, height: 640 } });
  for (const address of await pagesOf(page)) {
    await page.goto(`${testApp.url}${address}`);
    const width = await page.evaluate(() => document.documentElement.scrollWidth);
    expect(width, address).toBeLessThanOrEqual(320);
  }
  await page.setViewportSize(phone);
  await page.goto(`${testApp.url}/docs/core`);
  await takeScreenshot(page, "docs-phone");
  await page.getByRole("link", { name: "Contents and search", exact: true }).click();
  await expectPage(page.getByLabel("Search (press /)", { exact: true })).toBeInViewport();
});

test("the keyboard reaches the text, the sidebar and what the search has found", async () => {
  const page = await openPage(browser);
  await page.goto(`${testApp.url}/docs`);
  await page.keyboard.press("Tab");
  await expectPage(page.getByRole("link", { name: "To the text", exact: true })).toBeFocused();
  await page.keyboard.press("/");
  const search = page.getByLabel("Search (press /)", { exact: true });
  await expectPage(search).toBeFocused();
  await page.keyboard.type("pause subscription");
  const results = page.locator("#results");
  await expectPage(results.getByText(/found$/)).toBeVisible();
  await page.keyboard.press("Tab");
  await expectPage(results.getByRole("link").first()).toBeFocused();
  await page.keyboard.press("Enter");
  await page.waitForURL(/\/docs\/\w+#/);

  // From the search on, Tab goes through the sidebar in its order.
  await page.goto(`${testApp.url}/docs`);
  await search.focus();
  await page.keyboard.press("Tab");
  await expectPage(
    page.getByRole("link", { name: "Perennial for programs", exact: true }),
  ).toBeFocused();
  await page.keyboard.press("Tab");
  await page.keyboard.press("Enter");
  await page.waitForURL(/\/docs\/quick-start-integrator$/);

  await page.keyboard.press("/");
  await page.keyboard.type("zzzz");
  await expectPage(results.getByText("Nothing found.", { exact: true })).toBeVisible();
  await page.keyboard.press("Escape");
  await expectPage(search).toHaveValue("");
});

test("a call is tried on the page with the reader's key, which the tab alone keeps", async () => {
  const shop = await testApp.createShop({ plan: "enterprise" });
  const { cid } = await shop.createContract({ price: "15.00" });
  const page = await openPage(browser, { expectedErrors: [/401/] });
  await page.goto(`${testApp.url}/docs/core`);
  const section = page.locator("section#listSubscriptions");
  await section.getByText("Try it", { exact: true }).click();
  const answer = section.getByRole("status", { name: "Answer", exact: true });
  await section.getByLabel(/^Your API key/).fill("pk_wrong");
  await section.getByRole("button", { name: "Send GET", exact: true }).click();
  await expectPage(answer).toContainText("401");
  await section.getByLabel(/^Your API key/).fill(shop.key);
  await section.getByRole("button", { name: "Send GET", exact: true }).click();
  await expectPage(answer).toContainText(`"customer_id": "${cid}"`);
  await takeScreenshot(page, "docs-try-it");

  // The next form knows the key; another tab does not.
  const other = page.locator("section#addStoreCredit");
  await other.getByText("Try it", { exact: true }).click();
  await expectPage(other.getByLabel(/^Your API key/)).toHaveValue(shop.key);
  await other.getByLabel("customer_id (path)", { exact: true }).fill(String(cid));
  await other.getByRole("button", { name: "Send POST", exact: true }).click();
  await expectPage(other.getByRole("status")).toContainText(/200[\s\S]*"balance": "5.00"/);
  expect(await page.evaluate(() => localStorage.length + document.cookie.length)).toBe(0);
  const tab = await page.context().newPage();
  await tab.goto(`${testApp.url}/docs/core`);
  const fresh = tab.locator("section#listSubscriptions");
  await fresh.getByText("Try it", { exact: true }).click();
  await expectPage(fresh.getByLabel(/^Your API key/)).toHaveValue("");
});

test("what goes through the store is tried on the page too, in a demo: reading, writing, and a form", async () => {
  const shop = await testApp.createShop({ plan: "enterprise" });
  const { contractId } = await shop.createContract({ price: "15.00" });
  const offerId = await createOffer(shop, {
    type: "discount_price",
    discount_type: "percentage",
    discount_value: 20,
    cycles: 3,
  });
  const page = await openPage(browser, { expectedErrors: [/401/] });
  const fill = async (address: string, operation: string, fields: Record<string, string>) => {
    await page.goto(`${testApp.url}/docs/${address}`);
    const section = page.locator(`section#${operation}`);
    await section.getByText("Try it", { exact: true }).click();
    await expectPage(section.getByText(/api_keys\.full/)).toBeVisible();
    await section.getByLabel("Address of the store", { exact: true }).fill(storefrontUrl(shop));
    await section.getByLabel(/^Your API key/).fill(shop.key);
    for (const [name, value] of Object.entries(fields))
      await section.getByLabel(name, { exact: true }).fill(value);
    await section.getByRole("button", { name: /^Send/ }).click();
    return section.getByRole("status", { name: "Answer", exact: true });
  };
  const rows = await fill("data", "listSubscriptionRows", { "since_id (query)": "0" });
  await expectPage(rows).toContainText(/^200[\s\S]*"has_more": false/);
  const activation = {
    "contract_id (path)": String(contractId),
    "offer_id (path)": String(offerId),
  };
  const active = await fill("churn", "activateOffer", activation);
  await expectPage(active).toContainText(/^200[\s\S]*"status": "Active"/);
  await takeScreenshot(page, "docs-try-it-at-the-store");
  const collected = await fill("collection", "collect", {});
  await expectPage(collected).toContainText(/^200/);
});

test("the admin's link leads from a screen to the guide's page about it, in a new tab", async () => {
  const shop = await testApp.createShop();
  const { page, frame } = await openAdminPage(browser, shop, "/store-credit");
  const link = frame.getByRole("link", { name: "Guide (opens in a new tab)", exact: true });
  const [guide] = await Promise.all([page.context().waitForEvent("page"), link.click()]);
  await expectPage(guide.getByRole("heading", { level: 1 })).toHaveText("Store credit");
  await expectPage(guide.locator("main img").first()).toHaveJSProperty("complete", true);
  await takeScreenshot(guide, "docs-guide");
});
