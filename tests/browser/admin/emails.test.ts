import type { Browser } from "@playwright/test";
import { afterAll, beforeAll, expect, test } from "vitest";
import { readMailSettings } from "#app/domain/mail/settings/mail-settings.ts";
import { saveMailSettings } from "#app/domain/mail/settings/save-mail-settings.ts";
import { launchBrowser, takeScreenshot } from "#tests/support/browser.ts";
import { expectPage } from "#tests/support/expect-page.ts";
import { readMailbox } from "#tests/support/read-mailbox.ts";
import { startTestApp, type TestApp } from "#tests/support/test-app.ts";
import type { TestShop } from "#tests/support/test-shop.ts";
import { openAdminPage } from "./open-admin-page.ts";

let browser: Browser;
let testApp: TestApp;
let shop: TestShop;

beforeAll(async () => {
  testApp = await startTestApp({ pages: true });
  browser = await launchBrowser();
});
afterAll(async () => {
  await browser.close();
  await testApp.close();
});

const settings = async () => {
  const { db, shop: row } = await shop.context();
  return readMailSettings(db.prisma, row.id);
};

test("a merchant writes an email, sees it as it is typed, tries it, and it goes out that way", async () => {
  shop = await testApp.createShop();
  const { frame, page } = await openAdminPage(browser, shop, "/settings/emails");
  const preview = frame.frameLocator('iframe[title="Preview of the email"]');
  await expectPage(preview.getByRole("heading", { level: 1 })).toHaveText(
    "Your subscription is canceled",
  );
  await frame.getByLabel("Email", { exact: true }).selectOption("subscription_paused");
  await frame.getByLabel("Language", { exact: true }).selectOption("de");
  await frame.getByLabel("Heading", { exact: true }).fill("Pause <b>für</b> {{ plan }}");
  await frame.getByLabel("Color", { exact: true }).fill("#FFD500");
  await expectPage(preview.getByRole("heading", { level: 1 })).toHaveText(
    "Pause <b>für</b> Coffee every month",
  );
  const text = frame.getByLabel("Text", { exact: true });
  await text.fill("Bis zum {{ date }}");
  const save = page.getByRole("button", { name: "Save", exact: true });
  await save.click();
  await expectPage(
    frame.getByText(/^There is no \{\{ date \}\} in this email\./).first(),
  ).toBeVisible();
  expect((await settings()).version).toBe("new");
  await text.fill("");

  await frame.getByLabel("Send to", { exact: true }).fill("nobody");
  await frame.getByRole("button", { name: "Send test email", exact: true }).click();
  await expectPage(
    frame.getByText("Enter an email address.", { exact: true }).first(),
  ).toBeVisible();
  await frame.getByLabel("Send to", { exact: true }).fill("merchant@example.com");
  await frame.getByRole("button", { name: "Send test email", exact: true }).click();
  await expectPage(page.getByText("Test email sent", { exact: true })).toBeVisible();
  const [tried] = await readMailbox(shop);
  expect(tried).toMatchObject({ to: "merchant@example.com" });
  expect(tried?.html).toContain("Pause &lt;b&gt;für&lt;/b&gt; Coffee every month");
  expect(tried?.html).toContain("background-color:#ffd500;color:#161616");

  await frame.getByLabel("Store credit received", { exact: true }).uncheck();
  await frame
    .getByLabel("Send “Card expiring”", { exact: true })
    .selectOption({ label: "7 days before" });
  await takeScreenshot(page, "admin-emails-edited", true);
  await save.click();
  await expectPage(page.getByText("Emails saved", { exact: true })).toBeVisible();
  expect(await settings()).toMatchObject({
    color: "#ffd500",
    kindsOff: ["credit_granted"],
    daysBefore: { upcoming_renewal: 3, trial_ending: 3, card_expiring: 7 },
    texts: { de: { subscription_paused: { heading: "Pause <b>für</b> {{ plan }}" } } },
  });
});

test("settings that somebody else has saved meanwhile are not overwritten unseen", async () => {
  shop = await testApp.createShop();
  const { frame, page } = await openAdminPage(browser, shop, "/settings/emails");
  await frame.getByLabel("Color", { exact: true }).fill("#111111");
  const daysBefore = { upcoming_renewal: 3, trial_ending: 3, card_expiring: 30 };
  const theirs = { color: "#222222", kindsOff: [], texts: {}, daysBefore };
  await saveMailSettings(await shop.context(), { version: "new", input: theirs });
  await page.getByRole("button", { name: "Save", exact: true }).click();
  await expectPage(frame.getByText(/^This form was changed meanwhile\b/)).toBeVisible();
  expect((await settings()).color).toBe("#222222");
  await frame.getByRole("button", { name: "Save mine instead", exact: true }).click();
  await expectPage(page.getByText("Emails saved", { exact: true })).toBeVisible();
  expect((await settings()).color).toBe("#111111");
});
