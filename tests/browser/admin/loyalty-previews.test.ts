import { beforeEach, expect, test } from "vitest";
import { listManagedRules } from "#app/domain/loyalty/read/managed-rule.ts";
import { axeOf } from "#tests/browser/axe-of.ts";
import { openPage, phone, takeScreenshot } from "#tests/support/browser.ts";
import { expectPage } from "#tests/support/expect-page.ts";
import type { TestShop } from "#tests/support/test-shop.ts";
import {
  type AdminPage,
  blockPreviewOf,
  expectAccessible,
  openAdminPage,
  readFeel,
} from "./open-admin-page.ts";
import { browser, testApp } from "./pages-app.ts";

const HOSTILE = `<img src=x onerror="document.title='ran'">`;

let shop: TestShop;

beforeEach(async () => {
  shop = await testApp.createShop({ currency: "EUR" });
});

/** The picture by itself: a frame that runs no script cannot be looked into from the page around it. */
async function expectPictureAccessible({ frame }: AdminPage): Promise<void> {
  const picture = await frame.locator(".pn-preview iframe").getAttribute("srcdoc");
  const page = await openPage(browser, { viewport: phone });
  await page.setContent(picture ?? "");
  // A block is a part of a page, whose main heading is the theme's.
  const { violations } = await axeOf(page).disableRules("page-has-heading-one").analyze();
  expect(violations.map(({ id }) => id)).toEqual([]);
  await page.close();
}

test("a rule's preview follows what is typed, in each language and standing, and saves nothing", async () => {
  const admin = await openAdminPage(browser, shop, "/loyalty/rules/new?type=punch_card");
  const { frame, page } = admin;
  const preview = blockPreviewOf(admin);
  const aside = frame.getByRole("complementary", { name: "About this rule", exact: true });
  await expectPage(preview.getByRole("heading", { name: "Punch card", exact: true })).toBeVisible();
  await expectPage(aside).toContainText("It has no name yet: its type stands there.");
  await frame.getByLabel("Name", { exact: true }).fill(HOSTILE);
  await expectPage(preview.getByRole("heading", { name: HOSTILE, exact: true })).toBeVisible();
  await expectPage(preview.locator("img")).toHaveCount(0);
  await frame.getByLabel("Name", { exact: true }).fill("Coffee card");
  await frame.getByLabel("Orders on a full card", { exact: true }).fill("3");
  await frame.getByRole("radio", { name: /^Discount/ }).check();
  await frame.getByLabel("Discount", { exact: true }).last().fill("15");
  await expectPage(
    preview.getByRole("heading", { name: "Coffee card", exact: true }),
  ).toBeVisible();
  await expectPage(preview.getByText("Reward: 15% off", { exact: true })).toBeVisible();
  await expectPage(preview.getByText("1 of 3", { exact: true })).toBeVisible();
  await frame.getByLabel("How far the shopper is", { exact: true }).selectOption("One to go");
  await expectPage(preview.getByText("2 of 3", { exact: true })).toBeVisible();
  await expectPage(preview.getByText("One to go", { exact: true })).toBeVisible();
  for (const [language, words] of [
    ["Deutsch", "Prämie: 15 % Rabatt"],
    ["日本語", "15%"],
    ["English", "Reward: 15% off"],
  ] as const) {
    await frame.getByLabel("Language", { exact: true }).selectOption(language);
    await expectPage(preview.getByText(words, { exact: true }).first()).toBeVisible();
  }
  await expectAccessible(admin);
  await expectPictureAccessible(admin);
  await takeScreenshot(page, "admin-loyalty-rule-preview", true);
  expect(await listManagedRules(await shop.context())).toEqual([]);
});

test("a rule that cannot be saved as it is typed keeps the last preview, and says so", async () => {
  const admin = await openAdminPage(browser, shop, "/loyalty/rules/new?type=goal_spend");
  const { frame } = admin;
  const preview = blockPreviewOf(admin);
  await frame.getByLabel("To be spent", { exact: true }).selectOption("In a calendar year");
  await frame.getByLabel("Goal", { exact: true }).fill("300");
  await expectPage(preview.getByText("€100 of €300", { exact: true })).toBeVisible();
  await frame.getByLabel("Goal", { exact: true }).fill("0");
  const aside = frame.getByRole("complementary", { name: "About this rule", exact: true });
  await expectPage(aside).toContainText(
    "This is the last preview that could be drawn: Must be more than 0.",
  );
  await expectPage(preview.getByText("€100 of €300", { exact: true })).toBeVisible();
  await frame.getByLabel("Goal", { exact: true }).fill("600");
  await expectPage(preview.getByText("€200 of €600", { exact: true })).toBeVisible();
  await expectPage(aside).not.toContainText("the last preview");
});

test("on a phone the preview has room, stands still while it comes, and shows every block of the type", async () => {
  const admin = await openAdminPage(browser, shop, "/loyalty/rules/new?type=referral", {
    viewport: phone,
  });
  const { frame, page } = admin;
  const preview = blockPreviewOf(admin);
  await expectPage(preview.getByRole("heading", { name: "Referral", exact: true })).toBeVisible();
  expect((await readFeel(admin)).layoutShift).toBeLessThan(0.01);
  expect(await frame.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(
    phone.width,
  );
  const blocks = frame.getByLabel("Block of the theme", { exact: true });
  await blocks.selectOption("Referral link");
  await expectPage(preview.getByText("Your link", { exact: true })).toBeVisible();
  await blocks.selectOption("Referral welcome");
  await expectPage(preview.getByRole("region")).toBeVisible();
  await expectAccessible(admin);
  await expectPictureAccessible(admin);
  await frame.locator(".pn-preview").scrollIntoViewIfNeeded();
  await takeScreenshot(page, "admin-loyalty-rule-preview-phone", true);
});

test("tiers and rewards for points are shown as they are typed too", async () => {
  const tiers = await openAdminPage(browser, shop, "/loyalty/tiers");
  await tiers.frame.getByRole("button", { name: "Add the first tier", exact: true }).click();
  await tiers.frame.getByLabel("Name", { exact: true }).fill("Silver");
  await tiers.frame.getByLabel("Points in a year", { exact: true }).fill("300");
  const ladder = blockPreviewOf(tiers);
  await expectPage(ladder.getByText(/\bYour tier$/)).toBeVisible();
  await tiers.frame
    .getByLabel("How far the shopper is", { exact: true })
    .selectOption("No tier yet");
  await expectPage(
    ladder.getByText("200 points to go until Silver", { exact: true }),
  ).toBeVisible();
  await expectAccessible(tiers);
  await expectPictureAccessible(tiers);
  await takeScreenshot(tiers.page, "admin-loyalty-tiers-preview", true);
  const reward = await openAdminPage(browser, shop, "/loyalty/point-rewards/new");
  const shown = blockPreviewOf(reward);
  await reward.frame.getByLabel("Name", { exact: true }).fill("A tenth less");
  await reward.frame.getByRole("textbox", { name: "Costs points", exact: true }).fill("300");
  await expectPage(shown.getByText("A tenth less", { exact: true })).toBeVisible();
  await expectPage(shown.getByText("200 points to go", { exact: true })).toBeVisible();
  await reward.frame
    .getByLabel("How far the shopper is", { exact: true })
    .selectOption("Enough points");
  await expectPage(shown.getByRole("button", { name: /^Redeem for 300 points/ })).toBeVisible();
  await expectAccessible(reward);
  await expectPictureAccessible(reward);
  await takeScreenshot(reward.page, "admin-loyalty-point-reward-preview", true);
});
