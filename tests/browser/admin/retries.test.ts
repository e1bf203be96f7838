import type { Browser } from "@playwright/test";
import { afterAll, beforeAll, expect, test } from "vitest";
import { readDunningSettings } from "#app/domain/billing/dunning/dunning-settings.ts";
import {
  dunningVersion,
  saveDunningSettings,
} from "#app/domain/billing/dunning/save-dunning-settings.ts";
import { launchBrowser } from "#tests/support/browser.ts";
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
});
afterAll(async () => {
  await browser.close();
  await testApp.close();
});

const settings = async () => {
  const { db, shop: row } = await shop.context();
  return readDunningSettings(db.prisma, row.id);
};

test("days that cannot be are refused at their field, and good ones say what they mean and are saved", async () => {
  const { frame, page } = await openAdminPage(browser, shop, "/subscriptions/retries");
  const days = frame.getByLabel("Retry after days", { exact: true });
  const save = page.getByRole("button", { name: "Save", exact: true });
  await days.fill("4, 2");
  await save.click();
  await expectPage(
    frame.getByText("Name each day once, the earliest first.", { exact: true }).first(),
  ).toBeVisible();
  await days.fill("3, 6");
  await frame.getByLabel("When the last retry has failed", { exact: true }).selectOption("cancel");
  await expectPage(frame.getByText(/3 and 6 days after the first failure/)).toBeVisible();
  await expectPage(frame.getByText(/the subscription is canceled for good/)).toBeVisible();
  await save.click();
  await expectPage(save).toBeHidden();
  expect(await settings()).toMatchObject({ retryDays: [3, 6], finalAction: "cancel" });
});

test("an edit that somebody else overtook is kept, and may be saved instead", async () => {
  const { frame, page } = await openAdminPage(browser, shop, "/subscriptions/retries");
  await frame.getByLabel("Sell items that are out of stock", { exact: true }).check();
  const before = await settings();
  await saveDunningSettings(await shop.context(), {
    version: dunningVersion(before),
    input: { ...before, retryDays: [9] },
  });
  const save = page.getByRole("button", { name: "Save", exact: true });
  await save.click();
  await expectPage(frame.getByText(/^This page was changed meanwhile\b/)).toBeVisible();
  await frame.getByRole("button", { name: "Save mine instead", exact: true }).click();
  await expectPage(save).toBeHidden();
  expect(await settings()).toEqual({
    ...before,
    inventory: { ...before.inventory, oversell: true },
  });
});
