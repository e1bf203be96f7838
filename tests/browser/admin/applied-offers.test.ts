import { readFile } from "node:fs/promises";
import type { Browser, Locator } from "@playwright/test";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { listAppliedOffersForMerchant } from "#app/domain/churn/reports/list-applied-offers-for-merchant.ts";
import { launchBrowser, phone } from "#tests/support/browser.ts";
import { createOffer } from "#tests/support/create-offer.ts";
import { expectPage } from "#tests/support/expect-page.ts";
import { startTestApp, type TestApp } from "#tests/support/test-app.ts";
import type { TestShop } from "#tests/support/test-shop.ts";
import { openAdminPage } from "./open-admin-page.ts";

let browser: Browser;
let testApp: TestApp;
let shop: TestShop;

beforeAll(async () => {
  testApp = await startTestApp({ pages: true });
  browser = await launchBrowser();
  shop = await testApp.createShop();
  const rules = {
    type: "discount_price",
    discount_type: "percentage",
    discount_value: 20,
    cycles: 3,
  } as const;
  const offers = [
    await createOffer(shop, rules, "=HYPERLINK(1)"),
    await createOffer(shop, rules, "A fifth off"),
  ];
  for (let n = 0; n < 28; n += 1) {
    const { contractId } = await shop.createContract({ price: "15.00" });
    const path = `/membership/churn/${contractId}/offers/${offers[n % 2]}/activation`;
    await shop.proxy(path, { key: shop.key, method: "POST" });
  }
});
afterAll(async () => {
  await browser.close();
  await testApp.close();
});

const newest = async () => {
  const page = await listAppliedOffersForMerchant(await shop.context(), {}, "newest", 100);
  return page.lines;
};

describe("the list of applied offers", () => {
  test("filters stand in the address, survive a reload, and can be cleared", async () => {
    const { page, frame } = await openAdminPage(browser, shop, "/churn/applied-offers");
    const [line] = await newest();
    const address = line?.customer?.email ?? "";
    await frame.getByLabel("Customer", { exact: true }).fill(address);
    await frame.getByLabel("State", { exact: true }).selectOption("active");
    await frame.getByRole("button", { name: "Filter", exact: true }).click();
    const rows = frame.getByRole("table").getByRole("row");
    await expectPage(rows).toHaveCount(2);
    await expectPage(page).toHaveURL(/state=active/);
    expect(new URL(page.url()).searchParams.get("customer")).toBe(address);

    await page.reload();
    const reloaded = page.frameLocator("#app");
    await expectPage(reloaded.getByLabel("Customer", { exact: true })).toHaveValue(address);
    await expectPage(reloaded.getByRole("table").getByRole("row")).toHaveCount(2);
    await reloaded.getByRole("link", { name: "Clear", exact: true }).click();
    await expectPage(reloaded.getByRole("table").getByRole("row")).toHaveCount(26);
    await expectPage(reloaded.getByLabel("Customer", { exact: true })).toHaveValue("");
  });

  test("on a phone the filters leave room for the list on the first screen, and can be pressed", async () => {
    const path = "/churn/applied-offers?customer=a";
    const { frame } = await openAdminPage(browser, shop, path, { viewport: phone });
    const boxOf = async (locator: Locator) => {
      const box = await locator.boundingBox();
      if (!box) throw new Error("It is not drawn.");
      return box;
    };
    const form = frame.getByRole("search");
    for (const field of await form.locator("input, select").all()) {
      const { x, width, height } = await boxOf(field);
      expect(Math.min(width / 4, height)).toBeGreaterThanOrEqual(30);
      expect(x + width).toBeLessThanOrEqual(phone.width);
    }
    expect((await boxOf(frame.getByRole("table"))).y).toBeLessThan(phone.height * 0.75);
    await form.getByRole("link", { name: "Clear", exact: true }).click();
    await expectPage(form.getByLabel("Customer", { exact: true })).toHaveValue("");
  });

  test("a filter that nothing matches says so, and offers the way back", async () => {
    const path = "/churn/applied-offers?customer=nobody-by-this-name";
    const { frame } = await openAdminPage(browser, shop, path);
    await expectPage(frame.getByText("No applied offer matches", { exact: true })).toBeVisible();
    await frame.getByRole("link", { name: "Clear the filters", exact: true }).click();
    await expectPage(frame.getByRole("table").getByRole("row")).toHaveCount(26);
  });

  test("older and newer pages hold every line once", async () => {
    const { frame } = await openAdminPage(browser, shop, "/churn/applied-offers");
    const links = frame.getByRole("table").getByRole("link");
    const hrefs = () => links.evaluateAll((all) => all.map((link) => link.getAttribute("href")));
    const first = await hrefs();
    await frame.getByRole("link", { name: "Older", exact: true }).click();
    await expectPage(links).toHaveCount(3);
    const second = await hrefs();
    expect(new Set([...first, ...second]).size).toBe(28);
    await frame.getByRole("link", { name: "Newer", exact: true }).click();
    await expectPage(links).toHaveCount(25);
    expect(await hrefs()).toEqual(first);
  });

  test("the export holds the whole filtered list, and no formula", async () => {
    const { page, frame } = await openAdminPage(
      browser,
      shop,
      "/churn/applied-offers?state=active",
    );
    const downloading = page.waitForEvent("download");
    await frame.getByRole("button", { name: "Export CSV", exact: true }).click();
    const download = await downloading;
    expect(download.suggestedFilename()).toBe("applied-offers.csv");
    const text = await readFile(await download.path(), "utf8");
    const [header, ...lines] = text.trimEnd().split("\r\n");
    expect(header).toMatch(/^\ufeffapplied_offer_id,state,source,offer,/);
    expect(lines).toHaveLength(28);
    expect(text).toContain(",'=HYPERLINK(1),");
    const [line] = await newest();
    expect(lines[0]).toContain(`,${line?.customer?.email},${line?.contractId},`);
    expect(lines[0]).toContain(",15.00,12.00,EUR,3,0.00,EUR,");
  });
});

describe("the page of an applied offer", () => {
  test("revoking asks first, and says how long the effect lasts", async () => {
    const line = (await newest()).at(-1);
    const path = `/churn/applied-offers/${line?.id}`;
    const { frame } = await openAdminPage(browser, shop, path);
    await frame.getByRole("button", { name: "Revoke offer", exact: true }).click();
    await frame
      .locator("dialog[open]")
      .getByRole("button", { name: "Keep offer", exact: true })
      .click();
    await expectPage(frame.getByText("Active", { exact: true }).first()).toBeVisible();

    await frame.getByRole("button", { name: "Revoke offer", exact: true }).click();
    await frame
      .locator("dialog[open]")
      .getByRole("button", { name: "Revoke offer", exact: true })
      .click();
    await expectPage(frame.getByText("Canceled", { exact: true }).first()).toBeVisible();
    await expectPage(frame.getByText(/^Effect ends /)).toBeVisible();
    await expectPage(frame.getByRole("button", { name: "Revoke offer", exact: true })).toHaveCount(
      0,
    );
    expect((await newest()).at(-1)).toMatchObject({ state: "cancelled", withdrawnAt: null });
  });
});
