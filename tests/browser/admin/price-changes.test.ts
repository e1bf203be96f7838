import type { Browser, Page } from "@playwright/test";
import { afterAll, beforeAll, expect, test } from "vitest";
import { startPriceChange } from "#app/domain/price-changes/start-price-change.ts";
import { stopPriceChange } from "#app/domain/price-changes/stop-price-change.ts";
import { addDays, formatDate } from "#app/lib/zoned-time.ts";
import { launchBrowser, openPage, takeScreenshot } from "#tests/support/browser.ts";
import { expectPage } from "#tests/support/expect-page.ts";
import { readMailbox } from "#tests/support/read-mailbox.ts";
import { startTestApp, type TestApp } from "#tests/support/test-app.ts";
import { axeOf } from "../axe-of.ts";
import { expectWellMade } from "./busy-admin.ts";
import { openAdminPage } from "./open-admin-page.ts";

let browser: Browser;
let testApp: TestApp;

beforeAll(async () => {
  testApp = await startTestApp({ pages: true });
  browser = await launchBrowser();
});
afterAll(async () => {
  await browser.close();
  await testApp.close();
});

async function storeWithSubscribers() {
  const shop = await testApp.createShop({ seed: "goods" });
  const context = await shop.context();
  const groups = await context.platform.listPlanGroups();
  const plan = groups.flatMap(({ plans }) => plans).find(({ name }) => name.startsWith("Every 2"));
  const next_billing_date = addDays(context.clock.now(), 60, context.shop.ianaTimezone);
  for (const price of ["15.00", "15.00", "12.00"]) {
    await shop.createContract({ kind: "product", plan_id: plan?.planId, price, next_billing_date });
  }
  const row = await context.db.prisma.plan.findFirstOrThrow({
    where: { shopId: context.shop.id, platformPlanId: BigInt(plan?.planId ?? 0) },
  });
  return { shop, planId: row.id };
}

test("a merchant sees who pays what, asks them for a higher price, follows it, and stops it", async () => {
  const { shop, planId } = await storeWithSubscribers();
  const path = `/plans/price-changes/new?plan=${planId}`;
  const { frame, page } = await openAdminPage(browser, shop, path);
  await expectPage(
    frame.getByRole("heading", { name: "3 subscribers", exact: true }),
  ).toBeVisible();
  await frame.getByLabel("Change", { exact: true }).selectOption("percent");
  await frame.getByLabel("Percentage", { exact: true }).fill("10");
  await expectPage(frame.getByRole("row", { name: /15\.00.*16\.50.*2 subscribers/ })).toBeVisible();
  await expectPage(frame.getByRole("row", { name: /12\.00.*13\.20.*1 subscriber/ })).toBeVisible();
  await frame.getByRole("button", { name: "Review", exact: true }).click();
  const dialog = frame.getByRole("dialog", { name: "Ask 3 subscribers?", exact: true });
  await expectPage(dialog).toContainText("10 %");
  await expectPage(dialog).toContainText("Who does not answer keeps what they have");
  await dialog.getByRole("button", { name: "Ask them", exact: true }).click();
  await expectPage(frame.getByRole("heading", { level: 1 })).toContainText("+10%");
  await shop.quiet();
  await expectPage(frame.getByText("Announced", { exact: true })).toBeVisible();
  await expectPage(frame.getByRole("row", { name: /Asked; nothing changes before/ })).toHaveCount(
    3,
  );
  const { id } = await shop
    .context()
    .then(({ db, shop: row }) =>
      db.prisma.priceChange.findFirstOrThrow({ where: { shopId: row.id } }),
    );
  const opened = await openAdminPage(browser, shop, `/plans/price-changes/${id}`);
  await expectPage(opened.frame.getByText("Announced", { exact: true })).toBeVisible();
  await opened.frame.getByRole("link", { name: "No answer yet", exact: true }).click();
  await expectPage(opened.frame.getByRole("row", { name: /Not yet/ })).toHaveCount(3);
  await expectWellMade(opened);
  await takeScreenshot(opened.page, "admin-price-change", true);
  await opened.page.close();
  const notices = async () =>
    (await readMailbox(shop)).filter(({ subject }) => /^Please answer before/.test(subject));
  expect(await notices()).toHaveLength(3);

  await frame.getByRole("button", { name: "Stop", exact: true }).click();
  await frame.getByRole("dialog").getByRole("button", { name: "Stop it", exact: true }).click();
  await shop.quiet();
  await expectPage(frame.getByRole("status").getByText("Stopped", { exact: true })).toBeVisible();
  await expectPage(frame.getByRole("button", { name: "Stop", exact: true })).toBeHidden();
  const fact = (name: string) => frame.locator("dt", { hasText: name }).locator("+ dd");
  await expectPage(fact("Told before the stop")).toHaveText("3");
  await expectPage(fact("Changed before the stop")).toHaveText("0");
  await expectPage(fact("Had not answered")).toHaveText("3");
  await frame.getByRole("link", { name: "Told", exact: true }).click();
  await expectPage(frame.getByRole("row", { name: /Keeps its price; had been told/ })).toHaveCount(
    3,
  );
  await page.close();
  const stopped = await openAdminPage(browser, shop, `/plans/price-changes/${id}`, {
    viewport: { width: 390, height: 844 },
  });
  await expectPage(stopped.frame.getByText("Told before the stop", { exact: true })).toBeVisible();
  await expectWellMade(stopped);
  await takeScreenshot(stopped.page, "admin-price-change-stopped-phone", true);
  await stopped.page.close();
});

test("the form says which change comes first, until when, and lets nothing be started before", async () => {
  const { shop, planId } = await storeWithSubscribers();
  const context = await shop.context();
  const day = formatDate(addDays(context.clock.now(), 40, "UTC"), "UTC");
  const { id } = await startPriceChange(context, {
    ...{ planId, fixedMinor: 1800, percentHundredths: null, day, noticeDays: 30 },
    ...({ silence: "agrees", planPrice: "keep", key: crypto.randomUUID() } as const),
    termsNote: null,
  });
  await shop.quiet();
  const opened = await openAdminPage(browser, shop, `/plans/price-changes/new?plan=${planId}`);
  const { frame, page } = opened;
  await expectPage(
    frame.getByText("A price change of this plan waits for its day", { exact: true }),
  ).toBeVisible();
  await expectPage(frame.getByRole("button", { name: "Review", exact: true })).toBeDisabled();
  await expectWellMade(opened);
  await takeScreenshot(page, "admin-price-change-blocked", true);
  await page.close();
  await stopPriceChange(await shop.context(), id);
  await shop.quiet();
  // As if the platform had refused to take one old price again, and the stop was about to try once more.
  const where = { shopId: context.shop.id, priceChangeId: id };
  const { subscriptionId } = await context.db.prisma.priceChangeRow.findFirstOrThrow({ where });
  await context.db.prisma.priceChangeRow.updateMany({
    where: { ...where, subscriptionId },
    data: { state: "written", pass: 4, endedAt: null },
  });
  const again = await openAdminPage(browser, shop, `/plans/price-changes/new?plan=${planId}`, {
    viewport: { width: 390, height: 844 },
  });
  await expectPage(again.frame.getByText(/\bis being stopped$/)).toBeVisible();
  await expectPage(again.frame.getByText(/^1 subscriber to go/)).toBeVisible();
  await expectWellMade(again);
  await takeScreenshot(again.page, "admin-price-change-being-stopped-phone", true);
  await context.db.prisma.priceChangeRow.updateMany({ where, data: { pass: 5 } });
  await expectPage(again.frame.getByText(/\bis being stopped$/)).toBeHidden();
  await expectPage(again.frame.getByText(/^1 has not got the old price back/)).toBeVisible();
  await again.page.close();
});

test("what is wrong is told at its field, and nobody is told of a price", async () => {
  const { shop, planId } = await storeWithSubscribers();
  const path = `/plans/price-changes/new?plan=${planId}`;
  const { frame, page } = await openAdminPage(browser, shop, path, {
    viewport: { width: 390, height: 844 },
  });
  const review = frame.getByRole("button", { name: "Review", exact: true });
  const send = async () => {
    await review.click();
    await frame.getByRole("dialog").getByRole("button", { name: "Ask them", exact: true }).click();
  };
  await frame.getByLabel("New price of one piece", { exact: true }).fill("nothing");
  await review.click();
  await expectPage(frame.getByLabel("New price of one piece", { exact: true })).toHaveAttribute(
    "aria-invalid",
    "true",
  );
  await frame.getByLabel("New price of one piece", { exact: true }).fill("18");
  const context = await shop.context();
  const { ianaTimezone } = context.shop;
  const soon = formatDate(addDays(context.clock.now(), 3, ianaTimezone), ianaTimezone);
  await frame.getByLabel("First day of the new price", { exact: true }).fill(soon);
  await send();
  await expectPage(frame.getByText(/customers are told 30 days before/).first()).toBeVisible();
  await frame.getByLabel("Change", { exact: true }).selectOption("percent");
  await frame.getByLabel("Percentage", { exact: true }).fill("5.555");
  await review.click();
  await expectPage(frame.getByText(/two decimals at most/).first()).toBeVisible();
  await frame.getByLabel("Change", { exact: true }).selectOption("terms");
  await send();
  await expectPage(frame.getByText("Say what changes.", { exact: true }).first()).toBeVisible();
  await takeScreenshot(page, "admin-price-change-form-phone", true);
  await shop.quiet();
  expect(await readMailbox(shop)).toEqual([]);
  await page.close();
});

test("new terms alone are sent in the merchant's words, and the change is linked from its subscriptions and its plan", async () => {
  const { shop, planId } = await storeWithSubscribers();
  const opened = await openAdminPage(browser, shop, `/plans/price-changes/new?plan=${planId}`);
  const { frame, page } = opened;
  await frame.getByLabel("Change", { exact: true }).selectOption("terms");
  await frame.getByLabel("What changes", { exact: true }).fill("We deliver on weekdays only.");
  await frame.getByText("Do not ask: silence means agreement", { exact: true }).click();
  await expectWellMade(opened);
  await takeScreenshot(page, "admin-price-change-form", true);
  await frame.getByRole("button", { name: "Review", exact: true }).click();
  const dialog = frame.getByRole("dialog", { name: "Tell 3 subscribers?", exact: true });
  await dialog.getByRole("button", { name: "Tell them", exact: true }).click();
  await expectPage(frame.getByRole("heading", { level: 1 })).toContainText("new terms");
  await expectPage(frame.getByText("We deliver on weekdays only.", { exact: true })).toBeVisible();
  await shop.quiet();
  const [mail] = await readMailbox(shop);
  expect(mail?.text).toContain("We deliver on weekdays only.");
  await page.close();
  const { db, shop: row } = await shop.context();
  const { id } = await db.prisma.subscription.findFirstOrThrow({
    where: { shopId: row.id, planId },
  });
  const subscription = await openAdminPage(browser, shop, `/subscriptions/${id}`);
  await subscription.frame.getByRole("link", { name: "Price change", exact: true }).click();
  await expectPage(subscription.frame.getByRole("heading", { level: 1 })).toContainText(
    "new terms",
  );
  await subscription.page.close();
  const { planGroupId } = await db.prisma.plan.findFirstOrThrow({
    where: { shopId: row.id, id: planId },
  });
  const group = await openAdminPage(browser, shop, `/plans/${planGroupId}`);
  await group.frame
    .getByRole("link", { name: /^Change the price of Every 2/ })
    .scrollIntoViewIfNeeded();
  await takeScreenshot(group.page, "admin-plan-subscriber-prices", true);
  await group.frame.getByRole("link", { name: /^Latest price change of Every 2/ }).click();
  await expectPage(group.frame.getByRole("heading", { level: 1 })).toContainText("new terms");
  await group.page.close();
});

test.each([
  ["light", { width: 1280, height: 900 }],
  ["dark", { width: 320, height: 640 }],
] as const)(
  "a customer reads what changes and agrees, another one cancels and sees until when it is paid, %s",
  async (colorScheme, viewport) => {
    const { shop, planId } = await storeWithSubscribers();
    const context = await shop.context();
    const day = formatDate(addDays(context.clock.now(), 40, "UTC"), "UTC");
    await startPriceChange(context, {
      ...{ planId, fixedMinor: 1800, percentHundredths: null, day, noticeDays: 30 },
      ...({ silence: "keeps", planPrice: "keep", key: crypto.randomUUID() } as const),
      termsNote: "We deliver on weekdays only.\n\nParcels wait for ten days.",
    });
    await shop.quiet();
    const [first, second] = await readMailbox(shop);
    const linkIn = (text: string | undefined, name: string) =>
      text?.match(new RegExp(`https?:\\S+/mail/${name}/\\S+`))?.[0] ?? "";
    const page = await openPage(browser, { viewport, colorScheme });
    await page.goto(linkIn(first?.text, "consent"));
    await expectPage(page.getByText("€18.00", { exact: true })).toBeVisible();
    await expectPage(page.getByText(/\bParcels wait for ten days\.$/)).toBeVisible();
    await expectReadable(page);
    await takeScreenshot(page, `consent-${colorScheme}`, true);
    // Pressed twice, also with the keyboard.
    const agree = page.getByRole("button", { name: "I agree", exact: true });
    await agree.focus();
    await page.keyboard.press("Enter");
    await expectPage(page.getByRole("status")).toContainText("You have agreed");
    await takeScreenshot(page, `consent-agreed-${colorScheme}`, true);
    await page.goto(linkIn(second?.text, "consent"));
    await page.getByRole("link", { name: "Cancel the subscription instead", exact: true }).click();
    await expectPage(page.getByText("Paid until", { exact: true })).toBeVisible();
    await expectReadable(page);
    await takeScreenshot(page, `cancel-${colorScheme}`, true);
    await page.getByRole("button", { name: "Cancel subscription", exact: true }).click();
    await expectPage(page.getByRole("status")).toContainText("is canceled");
    await expectPage(page.getByText("Paid until", { exact: true })).toBeVisible();
    await page.close();
    const answers = await context.db.prisma.priceChangeRow.findMany({
      where: { shopId: context.shop.id },
      select: { answer: true },
    });
    expect(answers.map(({ answer }) => answer).toSorted()).toEqual(["agreed", "asked", "declined"]);
  },
);

/** Fits its window, and axe has nothing to say. */
async function expectReadable(page: Page): Promise<void> {
  const { scrolls, width } = await page.evaluate(() => ({
    scrolls: document.documentElement.scrollWidth,
    width: window.innerWidth,
  }));
  expect(scrolls).toBeLessThanOrEqual(width);
  expect((await axeOf(page).analyze()).violations).toEqual([]);
}
