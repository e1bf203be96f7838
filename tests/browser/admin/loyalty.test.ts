import { beforeEach, describe, expect, test } from "vitest";
import { redeemPoints } from "#app/domain/loyalty/point-rewards/redeem-points.ts";
import { createPointReward } from "#app/domain/loyalty/point-rewards/save-point-reward.ts";
import { adjustPoints } from "#app/domain/loyalty/points/adjust-points.ts";
import { readPointsOn } from "#app/domain/loyalty/points/read-points-on.ts";
import { readLoyaltySettings } from "#app/domain/loyalty/program/loyalty-settings.ts";
import { saveLadder } from "#app/domain/loyalty/tiers/save-ladder.ts";
import { readBirthday } from "#app/domain/loyalty/triggers/birthdays/set-birthday.ts";
import { formatDate } from "#app/lib/zoned-time.ts";
import { expectPage } from "#tests/support/expect-page.ts";
import { type LoyalCustomer, loyalCustomer, makeRule } from "#tests/support/loyalty.ts";
import type { TestShop } from "#tests/support/test-shop.ts";
import { expectAccessible, openAdminPage } from "./open-admin-page.ts";
import { browser, testApp } from "./pages-app.ts";

let shop: TestShop;
let customer: LoyalCustomer;

beforeEach(async () => {
  shop = await testApp.createShop();
  customer = await loyalCustomer(shop);
});

const open = (path: string, options = {}) =>
  openAdminPage(browser, shop, `/loyalty${path}`, options);

const SHIPPING = {
  ...{ name: "Big order", type: "goal_spend", settings: { goal_amount: 50 } },
  reward: { reward_type: "free_shipping" },
};

test("what a customer's points came to on a day is said, in the store's zone", async () => {
  const id = await customer.id();
  const give = async (points: string) =>
    adjustPoints(await shop.context(), id, { points, reason: "-", key: crypto.randomUUID() });
  await give("30");
  await give("-10");
  const zone = (await shop.context()).shop.ianaTimezone;
  const first = formatDate((await shop.context()).clock.now(), zone);
  await shop.control("clock", { advance: "P3D" });
  await give("5");
  const context = await shop.context();
  const today = formatDate(context.clock.now(), zone);
  expect(await readPointsOn(context, id, "2020-01-01")).toBe(0);
  expect(await readPointsOn(context, id, first)).toBe(20);
  expect(await readPointsOn(context, id, today)).toBe(25);
  expect(await readPointsOn(context, id, "2026-02-30")).toBeNull();
  const { frame } = await open(`/customers/${id}`);
  await frame.getByLabel("Points at the end of a day", { exact: true }).fill(first);
  await frame.getByRole("button", { name: "Show", exact: true }).click();
  await expectPage(frame.getByText(/: 20 points\.$/)).toBeVisible();
});

test("a customer's birthday is named, changed and removed, and who did it stands on the timeline", async () => {
  const id = await customer.id();
  const admin = await open(`/customers/${id}`);
  const card = admin.frame.getByRole("form", { name: "Birthday", exact: true });
  await card.getByLabel("Month", { exact: true }).selectOption("February");
  await card.getByLabel("Day", { exact: true }).fill("30");
  await card.getByRole("button", { name: "Save birthday", exact: true }).click();
  await expectPage(card.getByText("This month has no such day.", { exact: true })).toBeVisible();
  await card.getByLabel("Day", { exact: true }).fill("29");
  await card.getByRole("button", { name: "Save birthday", exact: true }).click();
  await expectPage(card.getByText(/^Rewarded once a calendar year\b/)).toBeVisible();
  await expectAccessible(admin);
  const context = await shop.context();
  expect(await readBirthday(context, id)).toMatchObject({ month: 2, day: 29 });
  const again = await open(`/customers/${id}`);
  const known = again.frame.getByRole("form", { name: "Birthday", exact: true });
  await expectPage(known.getByLabel("Day", { exact: true })).toHaveValue("29");
  await known.getByRole("button", { name: "Remove", exact: true }).click();
  await expectPage(known.getByText(/^None is known\./)).toBeVisible();
  await expectPage(known.getByLabel("Day", { exact: true })).toHaveValue("");
  expect(await readBirthday(context, id)).toBeNull();
  const lines = await context.db.prisma.activity.findMany({
    where: { shopId: context.shop.id, kind: { startsWith: "loyalty_birthday" } },
  });
  expect(lines.map(({ actorName }) => actorName)).toEqual(["Mia Example", "Mia Example"]);
});

describe("the page of the program", () => {
  test("says what was earned and what it cost, row by row, with the sum of the rows", async () => {
    const settings = { points_per_dollar: 1, include_renewals: false };
    await makeRule(shop, { name: "A point a euro", type: "points_for_purchases", settings });
    await makeRule(shop, SHIPPING);
    const credit = (amount: number) => ({ reward_type: "store_credit", credit_amount: amount });
    const context = await shop.context();
    const gold = { id: null, name: "Gold", threshold: 50_00, multiplier: 100 };
    const input = { basis: "spend", tiers: [{ ...gold, entryReward: credit(11) }] };
    await saveLadder(context, { version: 0, input });
    await customer.order("119.00");
    const customerId = await customer.id();
    await adjustPoints(context, customerId, {
      ...{ points: "30", reason: "Welcome", key: crypto.randomUUID() },
    });
    const offer = { name: "Two euros", points: 20, reward: credit(2.5), isActive: true };
    const { id: pointRewardId } = await createPointReward(context, offer);
    await redeemPoints(context, { customerId, pointRewardId, key: crypto.randomUUID() });
    const admin = await open("");
    const { frame } = admin;
    await expectPage(frame.getByText("2 rules active, 0 others", { exact: true })).toBeVisible();
    const flows = frame.getByRole("table", { name: /by what became of them/ });
    await expectPage(flows.getByRole("row", { name: /Adjusted by hand/ })).toContainText("30");
    await expectPage(frame.getByText("100", { exact: true })).toBeVisible();
    const costs = frame.getByRole("table", { name: /what they cost/ });
    await expectPage(costs.getByRole("row").nth(1)).toHaveText(/Gold.*Tier entered.*€11\.00/);
    await expectPage(costs.getByRole("row").nth(2)).toHaveText(
      /Two euros.*For points.*€2\.50 of store credit for 20 points.*€2\.50/,
    );
    await expectPage(costs.getByRole("row", { name: /A point a euro/ })).toHaveText(/100 points–/);
    await expectPage(costs.getByRole("row", { name: /Big order/ })).toContainText("1 coupon");
    await expectPage(costs.getByRole("row").last()).toHaveText(/Total.*€13\.50/);
    await expectAccessible(admin);
    await costs.getByRole("link", { name: "Two euros", exact: true }).click();
    await expectPage(frame.getByRole("heading", { level: 1 })).toContainText("Two euros");
  });

  test("says whether a loyalty block was seen on the storefront, and who comes back once that is known", async () => {
    await makeRule(shop, SHIPPING);
    const before = await open("");
    await expectPage(before.frame.getByText(/^No loyalty block was seen\b/)).toBeVisible();
    await expectPage(before.frame.getByText(/^Figures appear once customers\b/)).toBeVisible();
    await customer.order("119.00");
    await shop.proxy(`/loyalty/customers/${customer.cid}`, { cid: customer.cid });
    const after = await open("");
    await expectPage(after.frame.getByText("On your storefront", { exact: true })).toBeVisible();
    await expectPage(after.frame.getByText(/customer last saw a loyalty block/)).toBeVisible();
    await shop.control("clock", { advance: "P91D" });
    await shop.quiet();
    const admin = await open("");
    await expectPage(admin.frame.getByText("Not seen for 91 days", { exact: true })).toBeVisible();
    await expectPage(admin.frame.getByText(/the block is gone from your theme/)).toBeVisible();
    const could = admin.frame
      .getByRole("heading", { name: "Could have, and did not", exact: true })
      .locator("..");
    await expectPage(could).toContainText("of 1 customer");
    await expectAccessible(admin);
  });

  test("saves its settings, with errors beside the fields", async () => {
    const { page, frame } = await open("");
    await frame.getByLabel("Return window", { exact: true }).fill("900");
    await page.getByRole("button", { name: "Save", exact: true }).click();
    await expectPage(frame.getByText("The settings were not saved", { exact: true })).toBeVisible();
    await expectPage(frame.getByText("At most 365.", { exact: true }).last()).toBeVisible();
    await frame.getByLabel("Return window", { exact: true }).fill("30");
    await frame.getByLabel("Points expire after", { exact: true }).fill("12");
    await page.getByRole("button", { name: "Save", exact: true }).click();
    await expectPage(page.getByRole("button", { name: "Save", exact: true })).toHaveCount(0);
    const { db, shop: row } = await shop.context();
    expect(await readLoyaltySettings(db.prisma, row.id)).toMatchObject({
      returnDays: 30,
      expiryMonths: 12,
    });
  });
});

describe("a customer's points", () => {
  test("are found by a name, adjusted with a reason, and stand in the timeline at once", async () => {
    const { page, frame } = await open("/customers");
    await frame.getByLabel("Customer", { exact: true }).fill("sam");
    await frame.getByRole("button", { name: "Search", exact: true }).click();
    await expectPage(page).toHaveURL(/search=sam/);
    await frame.getByRole("link", { name: "Sam Shopper", exact: true }).click();
    await expectPage(frame.getByRole("heading", { level: 1 })).toHaveText("Sam Shopper");
    await frame.getByLabel("Points", { exact: true }).fill("1.5");
    await frame.getByRole("button", { name: "Adjust points", exact: true }).click();
    await expectPage(frame.getByText(/^Give a whole number, for example\b/).last()).toBeVisible();
    await expectPage(frame.getByLabel("Points", { exact: true })).toHaveValue("1.5");
    await frame.getByLabel("Points", { exact: true }).fill("250");
    await expectPage(frame.getByText("Balance 0. This leaves 250.", { exact: true })).toBeVisible();
    await frame.getByLabel("Reason", { exact: true }).fill("Thank you");
    await frame.getByRole("button", { name: "Adjust points", exact: true }).dblclick();
    const row = frame.getByRole("row").filter({ hasText: "Thank you" });
    await expectPage(row).toHaveCount(1);
    await expectPage(row).toContainText("+250");
    await expectPage(row).toContainText("Mia Example");
    expect(await customer.points()).toEqual({ available: 250, pending: 0, owed: 0 });
  });
});

describe("the list of coupons", () => {
  test("finds a coupon by its code, and disables it after a question", async () => {
    await makeRule(shop, SHIPPING);
    await customer.order("119.00");
    const { db, shop: row } = await shop.context();
    const where = { shopId: row.id };
    const { code } = await db.prisma.loyaltyCoupon.findFirstOrThrow({ where });
    const admin = await open(`/coupons?search=${code.toLowerCase()}`);
    const { frame } = admin;
    const line = frame.getByRole("row").filter({ hasText: code });
    await expectPage(line).toContainText("Active");
    await expectPage(line).toContainText("Free shipping");
    await frame.getByRole("button", { name: `Disable ${code}`, exact: true }).click();
    await expectAccessible(admin);
    await frame.getByRole("button", { name: "Disable coupon", exact: true }).click();
    await expectPage(line).toContainText("Disabled");
    expect((await db.prisma.loyaltyCoupon.findFirstOrThrow({ where })).status).toBe(0);
  });

  test("is narrowed by its filters, which stand in the address", async () => {
    await makeRule(shop, SHIPPING);
    await customer.order("119.00");
    const { page, frame } = await open("/coupons?state=used");
    await expectPage(frame.getByText("No coupon matches", { exact: true })).toBeVisible();
    await frame.getByRole("link", { name: "Show all", exact: true }).click();
    await expectPage(page).toHaveURL(/\/loyalty\/coupons$/);
    await expectPage(frame.getByRole("row")).toHaveCount(2);
  });
});
