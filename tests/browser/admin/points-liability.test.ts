import { readFile } from "node:fs/promises";
import { beforeEach, expect, test } from "vitest";
import { CREDIT_TYPES } from "#app/domain/ledger/movement.ts";
import { redeemPoints } from "#app/domain/loyalty/point-rewards/redeem-points.ts";
import { createPointReward } from "#app/domain/loyalty/point-rewards/save-point-reward.ts";
import { saveLoyaltySettings } from "#app/domain/loyalty/program/loyalty-settings.ts";
import { formatDate } from "#app/lib/zoned-time.ts";
import { desktop, phone, takeScreenshot } from "#tests/support/browser.ts";
import { expectPage } from "#tests/support/expect-page.ts";
import { type LoyalCustomer, loyalCustomer, makeRule } from "#tests/support/loyalty.ts";
import type { TestShop } from "#tests/support/test-shop.ts";
import { expectWellMade } from "./busy-admin.ts";
import { openAdminPage } from "./open-admin-page.ts";
import { browser, testApp } from "./pages-app.ts";

let shop: TestShop;
let customer: LoyalCustomer;

beforeEach(async () => {
  shop = await testApp.createShop();
  customer = await loyalCustomer(shop);
});

const open = (path: string, viewport = desktop) =>
  openAdminPage(browser, shop, `/loyalty${path}`, { viewport });

/** 100 points of which 20 were redeemed and the others have expired, then 100 that can be spent. */
async function tellStory(): Promise<void> {
  const input = { returnDays: 0, expiryMonths: 1 };
  await saveLoyaltySettings(await shop.context(), { version: "new", input });
  const settings = { points_per_dollar: 1, include_renewals: false };
  await makeRule(shop, { type: "points_for_purchases", settings });
  await customer.order("119.00");
  const reward = { reward_type: "store_credit", credit_amount: 2.5 };
  const offer = { name: "Two fifty", points: 20, reward, isActive: true };
  const { id: pointRewardId } = await createPointReward(await shop.context(), offer);
  const customerId = await customer.id();
  const key = crypto.randomUUID();
  await redeemPoints(await shop.context(), { customerId, pointRewardId, key });
  await shop.control("clock", { advance: "P40D" });
  await shop.quiet();
  await customer.order("119.00");
  // However long the month is, its end is between 8 and 30 days away then.
  await shop.control("clock", { advance: "P5D" });
  await shop.quiet();
}

/** The day of the store's calendar on which 100 points were earned and 20 redeemed. */
async function dayOfFirstOrder(): Promise<string> {
  const { db, shop: row } = await shop.context();
  const { createdAt } = await db.prisma.creditEntry.findFirstOrThrow({
    where: { shopId: row.id, unit: "points", typeCode: CREDIT_TYPES.redemption },
  });
  return formatDate(createdAt, row.ianaTimezone);
}

test("the merchant comes from the program to what is outstanding, what it is worth and what has expired", async () => {
  const blank = await open("/liability");
  await expectPage(
    blank.frame.getByText("No customer has points yet", { exact: true }),
  ).toBeVisible();
  await blank.page.close();
  await tellStory();
  const admin = await open("");
  const { frame, page } = admin;
  await frame
    .getByRole("link", { name: "Month by month, and when they expire", exact: true })
    .click();
  await expectPage(frame.getByRole("heading", { level: 1 })).toContainText("Points outstanding");
  const figure = (name: string) => frame.getByRole("heading", { name, exact: true }).locator("..");
  await expectPage(figure("Outstanding")).toContainText("100");
  await expectPage(figure("Worth in money")).toHaveText(/€12\.50€2\.50 for 20 points/);
  await expectPage(frame.getByText(/redeemed for “Two fifty”/)).toBeVisible();
  await expectPage(figure("Breakage")).toHaveText(/80.*80% of those that were redeemed or expired/);
  const ages = frame.getByText("In 8 to 30 days", { exact: true }).locator("..");
  await expectPage(ages).toHaveText(/100100% · 1 customer/);
  await frame
    .getByLabel("Points at the end of a day", { exact: true })
    .fill(await dayOfFirstOrder());
  await frame.getByRole("button", { name: "Show", exact: true }).first().click();
  await expectPage(frame.getByText(/: 80 points\.$/)).toBeVisible();
  const months = frame.getByRole("table", { name: /of each month/ });
  await expectPage(months.getByRole("row")).toHaveCount(13);
  await expectWellMade(admin);
  await takeScreenshot(page, "admin-points-liability-desktop", true);
  await page.close();
  const small = await open("/liability", phone);
  await expectPage(small.frame.getByText(/redeemed for “Two fifty”/)).toBeVisible();
  await expectWellMade(small);
  await takeScreenshot(small.page, "admin-points-liability-phone", true);
});

test("the export has a line for each day whose movements lead from its opening to its closing", async () => {
  await tellStory();
  const { page, frame } = await open("/liability?span=90d");
  const downloading = page.waitForEvent("download");
  await frame.getByRole("button", { name: "Export CSV", exact: true }).click();
  const text = await readFile(await (await downloading).path(), "utf8");
  const [header, ...lines] = text.trimEnd().split("\r\n");
  expect(header).toBe(
    "\ufeffperiod,opening,earned,adjusted,redeemed,expired,taken_back,debts,closing",
  );
  expect(lines).toHaveLength(90);
  const rows = lines.map((line) => line.split(",").slice(1).map(Number));
  const column = (at: number) => rows.reduce((sum, row) => sum + (row[at] ?? 0), 0);
  expect([1, 3, 4].map(column)).toEqual([200, -20, -80]);
  let before = 0;
  for (const row of rows) {
    expect(row[0]).toBe(before);
    before = row.at(-1) ?? 0;
    expect(row.slice(0, -1).reduce((sum, one) => sum + one, 0)).toBe(before);
  }
  expect(before).toBe(100);
});

test("where no reward for points is an amount of money, no worth is made up", async () => {
  await makeRule(shop, { type: "points_for_purchases", settings: { points_per_dollar: 1 } });
  await customer.order("119.00");
  const { frame } = await open("/liability");
  await expectPage(
    frame.getByText("nothing says what a point is worth", { exact: true }),
  ).toBeVisible();
  const pending = frame.getByRole("heading", { name: "Pending", exact: true }).locator("..");
  await expectPage(pending).toContainText("100");
});
