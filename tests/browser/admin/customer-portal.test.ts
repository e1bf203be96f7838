import type { Browser } from "@playwright/test";
import { afterAll, beforeAll, expect, test } from "vitest";
import { readPortalSettings, savePortalActions } from "#app/domain/portal/save-portal-actions.ts";
import { launchBrowser, takeScreenshot } from "#tests/support/browser.ts";
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
  shop = await testApp.createShop({ seed: "goods" });
});
afterAll(async () => {
  await browser.close();
  await testApp.close();
});

const offOf = async (planId: bigint | null = null) =>
  (await readPortalSettings(await shop.context(), planId)).off;

test("the merchant keeps an action from all shoppers, and leaves it to those of one plan", async () => {
  const { frame, page } = await openAdminPage(browser, shop, "/plans");
  await frame.getByRole("link", { name: "Customer portal", exact: true }).click();
  const skip = frame.getByLabel("Skip a charge", { exact: true });
  const save = page.getByRole("button", { name: "Save", exact: true });
  await skip.uncheck();
  await expectPage(frame.getByLabel("Plan", { exact: true })).toBeDisabled();
  await save.click();
  await expectPage(save).toBeHidden();
  await expectPage.poll(() => offOf()).toEqual(["skip"]);

  const { db, shop: row } = await shop.context();
  const plan = await db.prisma.plan.findFirstOrThrow({
    where: { shopId: row.id },
    orderBy: { id: "asc" },
  });
  await frame.getByLabel("Plan", { exact: true }).selectOption(String(plan.id));
  const isSame = frame.getByLabel("Same as all plans", { exact: true });
  await expectPage(isSame).toBeChecked();
  await expectPage(skip).toBeDisabled();
  await isSame.uncheck();
  await expectPage(skip).not.toBeChecked();
  await skip.check();
  await frame.getByLabel("Charge now", { exact: true }).uncheck();
  await save.click();
  await expectPage.poll(() => offOf(plan.id)).toEqual(["charge_now"]);
  expect(await offOf()).toEqual(["skip"]);
});

test("an edit that somebody else overtook is kept, and may be saved instead", async () => {
  const { frame, page } = await openAdminPage(browser, shop, "/plans/portal");
  await frame.getByLabel("Pause", { exact: true }).uncheck();
  const { version } = await readPortalSettings(await shop.context(), null);
  await savePortalActions(await shop.context(), { planId: null, version, off: ["move"] });
  await page.getByRole("button", { name: "Save", exact: true }).click();
  await frame.getByRole("button", { name: "Save mine instead", exact: true }).click();
  await expectPage.poll(() => offOf()).toEqual(["skip", "pause"]);
});

test("the merchant says for how long shoppers can withdraw, not for less than the law, and reads what to refund", async () => {
  const { frame, page } = await openAdminPage(browser, shop, "/plans/portal");
  const days = frame.getByLabel("Days after the contract was made", { exact: true });
  const save = page.getByRole("button", { name: "Save", exact: true });
  const ruleOf = async () => (await readPortalSettings(await shop.context(), null)).withdrawal;
  await days.fill("7");
  await save.click();
  await expectPage(
    frame.getByRole("alert").getByText("Choose 14 to 365 days.", { exact: true }),
  ).toBeVisible();
  expect(await ruleOf()).toEqual({ isOn: true, days: 14 });
  await days.fill("30");
  await save.click();
  await expectPage.poll(ruleOf).toEqual({ isOn: true, days: 30 });
  await takeScreenshot(page, "admin-withdrawal", true);

  const { cid, contractId } = await shop.createContract({ price: "15.00", plan_name: "Herb club" });
  const body = { action: "withdraw" };
  await shop.proxy(`/storefront/portal/${contractId}/changes`, { cid, body });
  await shop.quiet();
  const overview = await openAdminPage(browser, shop, "/");
  const line = overview.frame.getByText(/the customer withdrew from the contract\./);
  await expectPage(line).toContainText("Refund €15.00 within 14 days.");
  await expectPage(overview.frame.getByText("To refund", { exact: true })).toBeVisible();
  await takeScreenshot(overview.page, "admin-withdrawal-to-refund");
});
