import type { Browser } from "@playwright/test";
import { afterAll, beforeAll, describe, expect, inject, test } from "vitest";
import { axeOf } from "#tests/browser/axe-of.ts";
import { expectPage } from "#tests/support/expect-page.ts";
import { type PlatformShop, platformShop } from "../../api/devstore/platform-shop.ts";
import { customerWith } from "../../api/devstore-storefront/shopper.ts";
import { desktop, launchBrowser, openPage, phone } from "../../support/browser.ts";

let browser: Browser;
let shop: PlatformShop;
let store: string;

beforeAll(async () => {
  browser = await launchBrowser();
  shop = await platformShop({ seed: "small" });
  const { port } = new URL(inject("devstoreUrl"));
  store = `http://${shop.domain.split(".")[0]}.localhost:${port}`;
});

afterAll(() => browser.close());

const pages = [
  "/",
  "/collections/all",
  "/products/gold-club",
  "/pages/membership",
  "/ja/pages/membership",
  "/pages/contact",
  "/account",
  "/de/cart",
  "/account/login",
  "/__dev",
  "/__dev/theme",
  "/admin/customers",
];

const isOfTheme = (path: string) => !path.startsWith("/__dev") && !path.startsWith("/admin");

describe.each([
  ["desktop", desktop],
  ["phone", phone],
] as const)("on a %s", (_, viewport) => {
  test.each(pages)("%s has no barrier that axe finds, and nothing sticks out", async (path) => {
    // Only the store runs here; the app's block asks the app, and finds nobody.
    const expectedErrors = [/status of 502.*\/store-credit\?[^)]*\)$/];
    const page = await openPage(browser, { viewport, expectedErrors });
    const { cid } = await customerWith(shop, "active");
    await page.goto(`${store}/cart`);
    await page.evaluate(
      (id) => fetch("/__dev/login", { method: "POST", body: JSON.stringify({ cid: id }) }),
      cid,
    );
    await page.goto(`${store}${path}`);
    expect((await axeOf(page).analyze()).violations).toEqual([]);
    const width = await page.evaluate(() => document.documentElement.scrollWidth);
    expect(width).toBeLessThanOrEqual(viewport.width);
  });
});

test("no page of the theme scrolls sideways on the narrowest screen, in any language", async () => {
  const page = await openPage(browser, {
    viewport: { width: 320, height: 568 },
    // No app is behind this store's proxy, and the credit block says so.
    expectedErrors: [/storefront\/store-credit/],
  });
  const { cid } = await customerWith(shop, "active");
  const tooWide: string[] = [];
  const look = async () => {
    for (const path of pages.filter((path) => !path.startsWith("/de") && !path.startsWith("/ja"))) {
      for (const language of isOfTheme(path) ? ["", "/de", "/fr", "/es", "/ja"] : [""]) {
        await page.goto(`${store}${language}${language && path === "/" ? "" : path}`);
        const width = await page.evaluate(() => document.documentElement.scrollWidth);
        if (width > 320) tooWide.push(`${language}${path}: ${width}`);
      }
    }
  };
  await look();
  await page.evaluate(
    (id) => fetch("/__dev/login", { method: "POST", body: JSON.stringify({ cid: id }) }),
    cid,
  );
  await look();
  expect(tooWide).toEqual([]);
});

test("a visitor signs in from the visitor page and stands on the membership page", async () => {
  // No app is behind this store's proxy, and the credit block says so.
  const page = await openPage(browser, { expectedErrors: [/storefront\/store-credit/] });
  await page.goto(`${store}/__dev`);
  const { name } = await customerWith(shop, "active");
  await page.getByRole("button", { name, exact: true }).first().click();
  await expectPage(page).toHaveURL(`${store}/pages/membership`);
  await expectPage(page.locator(".account-link")).toHaveText(name.split(" ")[0] ?? "");
});

test("a control on the visitor page shows what it sent, what came back and what is so now", async () => {
  const own = await platformShop({ seed: "empty" });
  const { port } = new URL(inject("devstoreUrl"));
  const page = await openPage(browser);
  await page.goto(`http://${own.domain.split(".")[0]}.localhost:${port}/__dev`);
  const card = page.locator("form", { hasText: "Duplicate, reorder, delay" });
  await card.getByLabel("Further copies", { exact: true }).fill("3");
  await card.getByLabel("Out of order", { exact: true }).check();
  await card.getByRole("button", { name: "Set", exact: true }).click();
  await expectPage(card.locator("output")).toContainText("duplicate: 3");
  await expectPage(card.locator("output")).toContainText("reorder: true");
  await page
    .locator("form", { hasText: "Uninstall and install" })
    .getByRole("button", { name: "Uninstall", exact: true })
    .click();
  await expectPage(page.locator('[data-fact="app"]')).toHaveText("not installed");
});

test("the theme editor keeps a change at once and shows it in the preview", async () => {
  const own = await platformShop({ seed: "empty" });
  const { port } = new URL(inject("devstoreUrl"));
  const page = await openPage(browser);
  await page.goto(`http://${own.domain.split(".")[0]}.localhost:${port}/__dev/theme`);
  const block = page.locator("details", { hasText: "page.membership" });
  await block.getByLabel("Heading", { exact: true }).fill("My own heading");
  await block.getByLabel("Cancel button", { exact: true }).click();
  await expectPage(page.getByText("Saved.", { exact: true })).toBeVisible();
  const preview = page.frameLocator("#preview");
  await expectPage(
    preview.getByRole("heading", { name: "My own heading", exact: true }),
  ).toBeVisible();
});
