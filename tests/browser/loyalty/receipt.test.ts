import type { Browser, Page } from "@playwright/test";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import {
  approveReceipt,
  rejectReceipt,
} from "#app/domain/loyalty/triggers/receipts/review-receipts.ts";
import { readVitals, watchVitals } from "#tests/bench/page-vitals.ts";
import { says, storefrontUrl } from "#tests/browser/story/member.ts";
import { tabTo } from "#tests/browser/themes/theme-member.ts";
import { launchBrowser, openPage, phone, takeScreenshot } from "#tests/support/browser.ts";
import { expectPage } from "#tests/support/expect-page.ts";
import { makeRule } from "#tests/support/loyalty.ts";
import { startTestApp, type TestApp } from "#tests/support/test-app.ts";
import type { TestShop } from "#tests/support/test-shop.ts";
import {
  actionOf,
  answerLate,
  becomeLoyal,
  bringToTop,
  loseAnswer,
  openAction,
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
const endpoint = /\/receipts(\?|$)/;
const expectedErrors = [/Failed to load resource/];
const pdf = {
  name: "receipt.pdf",
  mimeType: "application/pdf",
  buffer: Buffer.from("%PDF-1.4\n% a receipt\n%%EOF\n"),
};

const takes = async (more: object = {}) => {
  await makeRule(shop, {
    type: "upload_receipt",
    name: "Receipts",
    settings: { points_per_dollar: 2, maximum_amount: 500, ...more },
    limits: { per_customer: 100 },
  });
  await shop.quiet();
};

interface Filled {
  shop?: string;
  day?: string;
  total?: string;
  file?: { name: string; mimeType: string; buffer: Buffer };
}

async function fill(page: Page, given: Filled = {}): Promise<void> {
  const { shop: name = "Corner Shop", day = "2026-01-02", total = "23.90", file = pdf } = given;
  await page.getByLabel("Store", { exact: true }).fill(name);
  await page.getByLabel("Date on the receipt", { exact: true }).fill(day);
  await page.getByLabel("Total in EUR", { exact: true }).fill(total);
  await page.getByLabel(/^Photo or PDF/).setInputFiles(file);
}

const send = (page: Page) => page.getByRole("button", { name: "Send in", exact: true }).click();

async function receipts() {
  const { db, shop: row } = await shop.context();
  return db.prisma.loyaltyReceipt.findMany({ where: { shopId: row.id }, orderBy: { id: "asc" } });
}

test("receipts are sent in, and the shopper sees that they wait, were approved, or were rejected and why", async () => {
  await takes();
  const { page, url } = await becomeLoyal(browser, shop);
  await watchVitals(page);
  await page.goto(url + path);
  const block = page.locator(".pnl").filter({ has: page.locator("perennial-receipt") });
  await says(block, "Reward: 2 points for every €1 you spend");
  await openAction(page, "receipt");
  await says(block, "Photo or PDF, at most 2 MB");
  expect((await readVitals(page)).layoutShift).toBe(0);
  await takeScreenshot(page, "loyalty-receipt-form-desktop", true);
  await fill(page);
  await send(page);
  await says(block, "Sent. The store looks at it.");
  await says(block.locator("[data-status=pending]"), "Corner Shop · January 2, 2026 · €23.90");
  await fill(page, { shop: "Other", total: "5" });
  await send(page);
  await expectPage(block.locator("[data-status=pending]")).toHaveCount(2);
  const [first, second] = await receipts();
  expect(first).toMatchObject({ totalMinor: 2390n, contentType: "application/pdf" });
  await approveReceipt(await shop.context(), first?.id ?? 0n);
  await rejectReceipt(await shop.context(), second?.id ?? 0n, "It cannot be read");
  await page.goto(url + path);
  await openAction(page, "receipt");
  await says(block.locator("[data-status=approved]"), "Approved");
  await says(block.locator("[data-status=rejected]"), "Rejected: It cannot be read");
  await takeScreenshot(page, "loyalty-receipt-states-desktop", true);
  await page.setViewportSize(phone);
  await takeScreenshot(page, "loyalty-receipt-phone", true);
});

/** Presses Tab until a field has the focus: a date has several stops. */
async function tabToField(page: Page, label: string | RegExp): Promise<void> {
  const field = page.getByLabel(label, { exact: true });
  for (let presses = 0; presses < 6; presses += 1) {
    await page.keyboard.press("Tab");
    if (await field.evaluate((one) => one === document.activeElement)) return;
  }
  throw new Error(`Tab never reached “${label}”`);
}

test("a receipt is filled in and sent by the keyboard alone, and nothing moves", async () => {
  await takes();
  const { page, url } = await becomeLoyal(browser, shop);
  await watchVitals(page);
  await page.goto(url + path);
  await tabTo(page, "Send in a receipt");
  await page.keyboard.press("Enter");
  const block = actionOf(page, "receipt");
  await expectPage(page.getByRole("button", { name: "Send in", exact: true })).toBeVisible();
  // Sent too early, the browser leads to the first field that lacks something.
  await tabToField(page, "Store");
  await page.keyboard.press("Enter");
  await expectPage(page.getByLabel("Store", { exact: true })).toBeFocused();
  await page.keyboard.type("Corner Shop");
  await tabToField(page, "Date on the receipt");
  await page.keyboard.type("01022026");
  await tabToField(page, "Total in EUR");
  await page.keyboard.type("23.90");
  // Listen before the key is pressed: the browser reports the file chooser only to who listens.
  const choosing = page.waitForEvent("filechooser");
  await tabToField(page, /^Photo or PDF/);
  await page.keyboard.press("Enter");
  await (await choosing).setFiles(pdf);
  await page.keyboard.press("Tab");
  await expectPage(page.getByRole("button", { name: "Send in", exact: true })).toBeFocused();
  await page.keyboard.press("Enter");
  await says(block.getByRole("status"), "Sent. The store looks at it.");
  await expectPage(page.getByRole("button", { name: "Send in", exact: true })).toBeFocused();
  await says(block.locator("[data-status=pending]"), "Corner Shop · January 2, 2026 · €23.90");
  expect(await receipts()).toMatchObject([{ totalMinor: 2390n, retailer: "Corner Shop" }]);
  expect((await readVitals(page)).layoutShift).toBe(0);
});

test.each(["", "/de", "/ja"])(
  "a form that comes late moves nothing below it on a phone: %s",
  async (locale) => {
    await takes();
    const { page, url } = await becomeLoyal(browser, shop);
    await page.setViewportSize(phone);
    await watchVitals(page);
    await answerLate(page, endpoint);
    await page.goto(url + locale + path);
    await bringToTop(actionOf(page, "receipt"));
    const block = await openAction(page, "receipt");
    await expectPage(block.locator("[type=submit]")).toBeVisible();
    expect((await readVitals(page)).layoutShift).toBe(0);
  },
);

test("a photo that is too large is made smaller before it is sent, and what cannot be is refused with both sizes", async () => {
  await takes();
  const { page, url } = await becomeLoyal(browser, shop);
  await page.goto(url + path);
  const block = await openAction(page, "receipt");
  const large = Buffer.concat([pdf.buffer, Buffer.alloc(3 * 1024 * 1024)]);
  await fill(page, { file: { ...pdf, buffer: large } });
  await says(block, "This file has 3.1 MB, and at most 2 MB can be sent.");
  await send(page);
  const text = { name: "a.txt", mimeType: "text/plain", buffer: Buffer.from("no") };
  await fill(page, { file: text });
  await says(block, "Choose an image (JPEG, PNG, WebP) or a PDF.");
  await send(page);
  expect(await receipts()).toEqual([]);
  const photo = await page.evaluate(async () => {
    const canvas = new OffscreenCanvas(600, 800);
    canvas.getContext("2d")?.fillRect(0, 0, 300, 300);
    const blob = await canvas.convertToBlob({ type: "image/png" });
    return [...new Uint8Array(await blob.arrayBuffer())];
  });
  // What comes after the picture's end belongs to the file and not to the picture.
  const buffer = Buffer.concat([Buffer.from(photo), Buffer.alloc(3 * 1024 * 1024)]);
  expect(buffer.length).toBeGreaterThan(2 * 1024 * 1024);
  await fill(page, { file: { name: "photo.png", mimeType: "image/png", buffer } });
  await send(page);
  await says(block, "Sent. The store looks at it.");
  expect(await receipts()).toMatchObject([{ contentType: "image/jpeg" }]);
});

test("how far the sending is can be seen, a second press sends nothing, and what was sent twice is said", async () => {
  await takes();
  const { page, url } = await becomeLoyal(browser, shop, { expectedErrors });
  await page.goto(url + path);
  const block = await openAction(page, "receipt");
  await fill(page);
  let posts = 0;
  let go = () => {};
  const held = new Promise<void>((resolve) => {
    go = resolve;
  });
  await page.route(endpoint, async (route) => {
    if (route.request().method() === "POST") {
      posts += 1;
      await held;
    }
    await route.continue();
  });
  await send(page);
  await says(block, "Sending …");
  await expectPage(block.locator("progress")).toBeVisible();
  await page.getByRole("button", { name: "Send in", exact: true }).click({ force: true });
  go();
  await says(block, "Sent. The store looks at it.");
  await expectPage(block.locator("progress")).toBeHidden();
  expect(posts).toBe(1);
  await fill(page);
  await send(page);
  await says(block, "A receipt of this store, day and total was sent in before.");
  await expectPage(page.getByLabel("Store", { exact: true })).toHaveValue("Corner Shop");
});

test("a lost answer, no connection, a signed-out shopper and a refusal are said, and what was filled in stays", async () => {
  await takes();
  const { page, url } = await becomeLoyal(browser, shop, { expectedErrors });
  await page.goto(url + path);
  const block = await openAction(page, "receipt");
  await fill(page);
  await page.route(endpoint, (route) =>
    route.request().method() === "POST" ? loseAnswer(shop, route) : route.continue(),
  );
  await send(page);
  await says(block, "We can't say yet whether this went through.");
  await page.unroute(endpoint);
  await send(page);
  await says(block, "A receipt of this store, day and total was sent in before.");
  await page.context().setOffline(true);
  await send(page);
  await says(block, "You are offline. Nothing has been sent yet.");
  await page.context().setOffline(false);
  await expectPage(page.getByLabel("Total in EUR", { exact: true })).toHaveValue("23.90");
  await page.getByLabel("Total in EUR", { exact: true }).fill("23.905");
  await send(page);
  await says(block, "This was not taken. Check the store, the date, the total and the file.");
  await page.getByLabel("Total in EUR", { exact: true }).fill("23,90");
  await page.context().clearCookies();
  await send(page);
  await says(block, "You have been signed out. Nothing has changed.");
  expect(await receipts()).toHaveLength(1);
});

test("where only some stores count, those can be chosen, and one that is trusted counts at once", async () => {
  await takes({ retailers: ["Corner Shop", "Fish & more"], auto_approve: true });
  const { page, url } = await becomeLoyal(browser, shop);
  await page.goto(url + path);
  const block = await openAction(page, "receipt");
  const choice = page.getByLabel("Store", { exact: true });
  await expectPage(choice.locator("option")).toHaveText(["Corner Shop", "Fish & more"]);
  await choice.selectOption("Fish & more");
  await page.getByLabel("Date on the receipt", { exact: true }).fill("2026-01-02");
  await page.getByLabel("Total in EUR", { exact: true }).fill("10");
  await page.getByLabel(/^Photo or PDF/).setInputFiles(pdf);
  await send(page);
  await says(block, "Sent. It counts.");
  await says(block.locator("[data-status=approved]"), "Fish & more");
});

test("who is signed out reads what receipts bring, and a store that takes none has no such block", async () => {
  const page = await openPage(browser);
  await page.goto(storefrontUrl(shop) + path);
  await expectPage(page.getByText("Receipts", { exact: true })).toHaveCount(0);
  await takes();
  await page.goto(storefrontUrl(shop) + path);
  const heading = page.getByRole("heading", { level: 2, name: "Receipts", exact: true });
  const block = page.locator(".pnl").filter({ has: heading });
  await says(block, "2 points for every €1 you spend");
  await says(block, "Sign in to see your points and rewards.");
  await expectPage(actionOf(page, "receipt")).toHaveCount(0);
});

test.each([
  [
    "de",
    "Beleg einreichen",
    "Foto oder PDF, höchstens 2 MB",
    "Einreichen",
    "Der Shop prüft den Beleg.",
  ],
  ["fr", "Envoyer un ticket", "Photo ou PDF, 2 Mo au plus", "Envoyer", "La boutique le vérifie."],
  ["es", "Enviar un recibo", "Foto o PDF, 2 MB como máximo", "Enviar", "La tienda lo revisa."],
  ["ja", "レシートを送る", "写真またはPDF（2MBまで）", "送信", "ストアが確認します。"],
])("receipts are sent in in %s", async (locale, open, file, button, sent) => {
  await takes();
  const { page, url } = await becomeLoyal(browser, shop);
  await page.goto(`${url}/${locale}${path}`);
  await says(actionOf(page, "receipt"), open);
  const block = await openAction(page, "receipt");
  await says(block, file);
  const fields = block.locator("input");
  await fields.nth(0).fill("Corner Shop");
  await fields.nth(1).fill("2026-01-02");
  await fields.nth(2).fill("23,90");
  await fields.nth(3).setInputFiles(pdf);
  await block.getByRole("button", { name: button, exact: true }).click();
  await says(block, sent);
});
