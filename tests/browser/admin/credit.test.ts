import { readFile } from "node:fs/promises";
import type { Browser, Frame } from "@playwright/test";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import type { ShopContext } from "#app/domain/context.ts";
import { addDays, formatDate } from "#app/lib/zoned-time.ts";
import { desktop, launchBrowser, phone, takeScreenshot } from "#tests/support/browser.ts";
import { createMembers, createPlan } from "#tests/support/create-members.ts";
import { expectPage } from "#tests/support/expect-page.ts";
import { seedCreditHistory } from "#tests/support/seed-credit-history.ts";
import { startTestApp, type TestApp } from "#tests/support/test-app.ts";
import type { TestShop } from "#tests/support/test-shop.ts";
import { expectAccessible, openAdminPage } from "./open-admin-page.ts";

let browser: Browser;
let testApp: TestApp;
let shop: TestShop;
let context: ShopContext;
let customers: bigint[];

beforeAll(async () => {
  testApp = await startTestApp({ pages: true });
  browser = await launchBrowser();
});
afterAll(async () => {
  await browser.close();
  await testApp.close();
});
beforeEach(async () => {
  shop = await testApp.createShop();
  context = await shop.context();
  customers = await seedCreditHistory(context, 6);
});

const entryCount = () =>
  context.db.prisma.creditEntry.count({ where: { shopId: context.shop.id } });
const open = (path: string, options = {}) =>
  openAdminPage(browser, shop, `/store-credit${path}`, options);
const chooseFile = (frame: Frame, rows: string[]) =>
  frame.getByLabel("CSV file", { exact: true }).setInputFiles({
    name: "spring sale.csv",
    mimeType: "text/csv",
    buffer: Buffer.from(["customer,email,amount,type,reason,currency", ...rows].join("\r\n")),
  });

describe("the report of what is owed", () => {
  test("its time stands in the address, survives a reload, and has a table behind the chart", async () => {
    const { page, frame } = await open("");
    await frame.getByLabel("Time", { exact: true }).selectOption("12m");
    await frame.getByRole("button", { name: "Show", exact: true }).click();
    await expectPage(page).toHaveURL(/span=12m&step=month/);
    await page.reload();
    const reloaded = page.frameLocator("#app");
    await reloaded.getByText("Show these figures as a table", { exact: true }).click();
    const table = reloaded.getByRole("table", { name: /at the end of each month/ });
    await expectPage(table.getByRole("row")).toHaveCount(13);
    const { _sum } = await context.db.prisma.creditAccount.aggregate({
      where: { shopId: context.shop.id },
      _sum: { availableMinor: true, heldMinor: true },
    });
    const owed = Number((_sum.availableMinor ?? 0n) + (_sum.heldMinor ?? 0n)) / 100;
    await expectPage(table.getByRole("row").nth(1)).toContainText(`€${owed.toFixed(2)}`);
  });

  test("the export holds every day and type, and its numbers are numbers", async () => {
    const { page, frame } = await open("?span=90d");
    const downloading = page.waitForEvent("download");
    await frame.getByRole("button", { name: "Export CSV", exact: true }).click();
    const text = await readFile(await (await downloading).path(), "utf8");
    const [header, ...lines] = text.trimEnd().split("\r\n");
    expect(header).toBe(
      "\ufeffperiod,outstanding_at_end,currency,type_code,type,entries,given,taken,net",
    );
    expect(new Set(lines.map((line) => line.split(",")[0])).size).toBe(90);
    const net = lines.reduce((sum, line) => sum + Number(line.split(",").at(-1)), 0);
    expect(net).toBeCloseTo(Number(lines.at(-1)?.split(",")[1]), 2);
  });
});

describe("a customer's credit", () => {
  test("is found by a word, adjusted with a reason, and stands in the timeline at once", async () => {
    const { page, frame } = await open("/customers");
    await frame.getByLabel("Customer", { exact: true }).fill("customer-3@");
    await frame.getByRole("button", { name: "Search", exact: true }).click();
    await expectPage(page).toHaveURL(/search=customer-3/);
    await frame.getByRole("link", { name: "Test Customer 3", exact: true }).click();
    await expectPage(frame.getByRole("heading", { level: 1 })).toHaveText("Test Customer 3");

    await frame.getByLabel("Amount", { exact: true }).fill("-3.50");
    await frame.getByLabel("Type", { exact: true }).selectOption("reconciled");
    await expectPage(frame.getByText(/^Balance €[\d.]+\. This leaves €[\d.]+\.$/)).toBeVisible();
    await frame.getByRole("button", { name: "Adjust credit", exact: true }).click();
    await expectPage(
      frame
        .getByText("Enter a reason. It is shown in the customer's history.", { exact: true })
        .first(),
    ).toBeVisible();
    await expectPage(frame.getByLabel("Amount", { exact: true })).toHaveValue("-3.50");
    const before = await entryCount();

    await frame.getByLabel("Reason", { exact: true }).fill("Counted twice");
    await frame.getByRole("button", { name: "Adjust credit", exact: true }).dblclick();
    const row = frame.getByRole("row").filter({ hasText: "Counted twice" });
    await expectPage(row).toHaveCount(1);
    await expectPage(row).toContainText("−€3.50");
    await expectPage(row).toContainText("Reconciled");
    await expectPage(row).toContainText("Mia Example");
    await expectPage(frame.getByLabel("Amount", { exact: true })).toHaveValue("");
    expect(await entryCount()).toBe(before + 1);
  });

  test("an adjustment whose answer was lost is sent again and counts once", async () => {
    const { page, frame } = await open(`/customers/${customers[0]}`, {
      expectedErrors: [/Failed to (load|fetch)/, /ERR_FAILED/],
    });
    const before = await entryCount();
    let isLost = false;
    await page.route(/store-credit\/customers\/\d+\?.*_data|\.data/, async (route) => {
      if (route.request().method() !== "POST" || isLost) return route.continue();
      isLost = true;
      await route.fetch();
      await route.abort("failed");
    });
    await frame.getByLabel("Amount", { exact: true }).fill("5");
    await frame.getByLabel("Reason", { exact: true }).fill("A present");
    await frame.getByRole("button", { name: "Adjust credit", exact: true }).click();
    await expectPage(frame.getByText("Nothing was adjusted", { exact: true })).toBeVisible();
    await frame.getByRole("button", { name: "Adjust credit", exact: true }).click();
    const timeline = frame.getByRole("table", { name: /^Entries/ });
    await expectPage(timeline.getByRole("row").filter({ hasText: "A present" })).toHaveCount(1);
    expect([isLost, await entryCount()]).toEqual([true, before + 1]);
  });

  test("a search that finds nobody says so, and offers the way back", async () => {
    const { frame } = await open("/customers?search=nobody-by-this-name");
    await expectPage(frame.getByText("No customer matches", { exact: true })).toBeVisible();
    await frame.getByRole("link", { name: "Clear the search", exact: true }).click();
    await expectPage(frame.getByRole("table").getByRole("row")).toHaveCount(7);
  });
});

describe("a grant to a plan", () => {
  test("says how many get how much in all before it begins, and shows how far it has come", async () => {
    const plan = await createPlan(context, 6);
    await createMembers(context, plan.id, 5);
    const admin = await open("/grants");
    const { frame } = admin;
    await expectPage(
      frame.getByText(/It expires at the end of \d+ \w+ \d+ and stays/),
    ).toBeVisible();
    await frame.getByLabel("Amount for each", { exact: true }).fill("2.50");
    await frame.getByLabel("Reason", { exact: true }).fill("Summer thank-you");
    await frame.getByRole("button", { name: "Review grant", exact: true }).click();
    const dialog = frame.locator("dialog[open]");
    await expectPage(dialog).toContainText("Grant €12.50 in all?");
    await expectPage(dialog).toContainText("5 members of this plan get €2.50 each");
    await expectAccessible(admin);
    await dialog.getByRole("button", { name: "Grant credit", exact: true }).click();
    const row = frame.getByRole("row").filter({ hasText: "Summer thank-you" });
    await expectPage(row).toContainText(/5 .*Done/);
    await expectPage(row).toContainText("€12.50");

    const again = async () => {
      await frame.getByLabel("Amount for each", { exact: true }).fill("2.50");
      await frame.getByLabel("Reason", { exact: true }).fill("Summer thank-you");
      await frame.getByRole("button", { name: "Review grant", exact: true }).click();
      await dialog.getByRole("button", { name: "Grant credit", exact: true }).click();
    };
    await again();
    await expectPage(frame.getByText(/^The same was granted to this plan\b/)).toBeVisible();
    await expectPage(row).toHaveCount(1);
    await frame.getByRole("button", { name: "Review grant", exact: true }).click();
    await dialog.getByRole("button", { name: "Grant credit", exact: true }).click();
    await expectPage(row).toHaveCount(2);
  });
});

describe("the policies of plans", () => {
  test("are saved together, and what is no number stays in the form with the reason", async () => {
    const plan = await createPlan(context);
    const { page, frame } = await open("/policies");
    const months = frame.getByLabel("Months that credit of Club monthly lasts", { exact: true });
    await months.fill("a year");
    await page.getByRole("button", { name: "Save", exact: true }).click();
    await expectPage(frame.getByText("The policies were not saved", { exact: true })).toBeVisible();
    await expectPage(months).toHaveValue("a year");
    await months.fill("12");
    await frame.getByRole("switch").click();
    await page.getByRole("button", { name: "Save", exact: true }).click();
    await expectPage(page.getByText("Policies saved", { exact: true })).toBeVisible();
    const row = await context.db.prisma.plan.findFirstOrThrow({ where: { id: plan.id } });
    expect([row.creditExpiryMonths, row.creditForfeitOnCancel]).toEqual([12, true]);
  });

  test("are not lost by a link: the admin asks first, and staying keeps what was typed", async () => {
    await createPlan(context);
    const { page, frame } = await open("/policies");
    const months = frame.getByLabel("Months that credit of Club monthly lasts", { exact: true });
    await months.fill("7");
    const away = frame.getByRole("link", { name: "Customers", exact: true });
    await away.click();
    await page.getByRole("button", { name: "Keep editing", exact: true }).click();
    await expectPage(months).toHaveValue("7");
    await away.click();
    await page.getByRole("button", { name: "Leave page", exact: true }).click();
    await expectPage(frame.getByRole("heading", { level: 1 })).toHaveText("Customers' credit");
    await frame.getByRole("link", { name: "Plan policies", exact: true }).click();
    await expectPage(months).toHaveValue("");
    await frame.getByRole("link", { name: "Customers", exact: true }).click();
    await expectPage(frame.getByRole("heading", { level: 1 })).toHaveText("Customers' credit");
  });
});

describe("a file of adjustments", () => {
  const good = "900000001,,10.00,manual admin adjustment,Spring sale,EUR";
  const less = "900000002,,-999,reconciled,Counted twice,";
  const bad = "900000003,wrong@example.com,10.0055,manual admin adjustment,Spring sale,USD";

  test.each([
    ["desktop", desktop],
    ["phone", phone],
  ] as const)(
    "is judged line by line and applied once its total is typed, on a %s",
    async (device, viewport) => {
      const admin = await open("/files", { viewport });
      const { page, frame } = admin;
      await frame.getByRole("button", { name: "Check file", exact: true }).click();
      await expectPage(
        frame.getByText("Choose a file that is not empty.", { exact: true }),
      ).toBeVisible();
      await chooseFile(frame, [good, less, bad]);
      await frame.getByRole("button", { name: "Check file", exact: true }).click();
      await expectPage(frame.getByRole("heading", { level: 1 })).toHaveText("spring sale.csv");
      await expectPage(
        frame.getByText("1 line of 3 cannot be applied", { exact: true }),
      ).toBeVisible();
      const problem = frame.getByRole("row").filter({ hasText: "Line 4" });
      await expectPage(problem).toContainText("has another one");
      await expectPage(problem).toContainText("at most 2 decimal places");
      await expectPage(problem).toContainText("the store's is EUR");
      await expectAccessible(admin);
      await takeScreenshot(page, `admin-credit-file-checked-${device}`, true);

      const before = await entryCount();
      const apply = frame.getByRole("button", { name: "Apply 2 lines", exact: true });
      await apply.click();
      await expectPage(
        frame.getByText(/^Say that the lines with problems\b/).first(),
      ).toBeVisible();
      await frame.getByLabel(/^Leave out the 1 line/).check();
      await frame.getByLabel("Type the total, 9.00", { exact: true }).fill("989");
      await apply.click();
      await expectPage(frame.getByText(/^The total is 9\.00\./).first()).toBeVisible();
      expect(await entryCount()).toBe(before);
      await frame.getByLabel("Type the total, 9.00", { exact: true }).fill("9");
      await apply.click();
      await expectPage(
        frame.getByText("2 lines applied, 1 line left out", { exact: true }),
      ).toBeVisible();
      expect(await entryCount()).toBe(before + 2);
      await frame.getByRole("link", { name: "All lines", exact: true }).click();
      await expectPage(frame.getByText(/there was no more/)).toBeVisible();
      await expectAccessible(admin);
      await takeScreenshot(page, `admin-credit-file-done-${device}`, true);

      const downloading = page.waitForEvent("download");
      await frame.getByRole("button", { name: "Download result", exact: true }).click();
      const text = await readFile(await (await downloading).path(), "utf8");
      const lines = text.trimEnd().split("\r\n");
      expect(lines[1]).toMatch(
        /^900000001,,10.00,manual admin adjustment,Spring sale,EUR,,2,Applied,10,/,
      );
      expect(lines[2]).toMatch(/^900000002,,-999,reconciled,Counted twice,,,3,Applied,-\d+/);
      expect(lines[3]).toContain(",4,Left out,");
    },
  );

  test("shows its new total where the last day of a line has passed since the check, and asks for that", async () => {
    const { frame } = await open("/files");
    const zone = context.shop.ianaTimezone;
    const day = formatDate(addDays(context.clock.now(), 2, zone), zone);
    const rows = [
      `900000001,5,manual admin adjustment,Found,${day}`,
      "900000002,7,manual admin adjustment,Found,",
    ];
    await frame.getByLabel("CSV file", { exact: true }).setInputFiles({
      name: "ends.csv",
      mimeType: "text/csv",
      buffer: Buffer.from(["customer,amount,type,reason,expires", ...rows].join("\r\n")),
    });
    await frame.getByRole("button", { name: "Check file", exact: true }).click();
    await frame.getByLabel("Type the total, 12.00", { exact: true }).fill("12");
    await shop.control("clock", { advance: "P5D" });
    await frame.getByRole("button", { name: "Apply 2 lines", exact: true }).click();
    await expectPage(frame.getByText(/The total is now 7\.00\./).first()).toBeVisible();
    await frame.getByLabel("Type the total, 7.00", { exact: true }).fill("7");
    await frame.getByLabel(/^Leave out the 1 line/).check();
    await frame.getByRole("button", { name: "Apply 1 line", exact: true }).click();
    await expectPage(
      frame.getByText("1 line applied, 1 line left out", { exact: true }),
    ).toBeVisible();
  });

  test("the same file again has nothing left to do", async () => {
    const { frame } = await open("/files");
    await chooseFile(frame, [good]);
    await frame.getByRole("button", { name: "Check file", exact: true }).click();
    await frame.getByLabel("Type the total, 10.00", { exact: true }).fill("10.00");
    await frame.getByRole("button", { name: "Apply 1 line", exact: true }).click();
    await expectPage(frame.getByText("1 line applied", { exact: true })).toBeVisible();
    const before = await entryCount();
    const again = await open("/files");
    await chooseFile(again.frame, [good]);
    await again.frame.getByRole("button", { name: "Check file", exact: true }).click();
    await expectPage(
      again.frame.getByText("Everything in this file was applied before", { exact: true }),
    ).toBeVisible();
    await expectPage(again.frame.getByRole("button", { name: /^Apply/ })).toHaveCount(0);
    expect(await entryCount()).toBe(before);
  });

  test.each([
    ["desktop", desktop],
    ["phone", phone],
  ] as const)(
    "with custom column headers is read as the merchant says, on a %s",
    async (device, viewport) => {
      const admin = await open("/files", { viewport });
      const { frame, page } = admin;
      await frame.getByLabel("CSV file", { exact: true }).setInputFiles({
        name: "Gewinner.csv",
        mimeType: "text/csv",
        buffer: Buffer.from("Kunde;Gutschrift;Notiz\r\n900000001;4.00;Seed quiz\r\n"),
      });
      await frame.getByRole("button", { name: "Check file", exact: true }).click();
      await expectPage(frame.getByText("What do the columns mean?", { exact: true })).toBeVisible();
      await frame
        .getByLabel("Customer's number", { exact: true })
        .selectOption({ label: "Kunde: 900000001" });
      await frame.getByRole("button", { name: "Check file", exact: true }).click();
      await expectPage(
        frame.getByText("Say where the amount stands.", { exact: true }),
      ).toBeVisible();
      await frame.getByLabel("Amount", { exact: true }).selectOption({ label: "Gutschrift: 4.00" });
      await frame.getByLabel("Type", { exact: true }).selectOption("The same for every line");
      await frame.getByLabel("Reason", { exact: true }).selectOption("The same for every line");
      await frame.getByLabel("Reason of every line", { exact: true }).fill("Won the quiz");
      await expectAccessible(admin);
      await takeScreenshot(page, `admin-credit-file-columns-${device}`, true);
      await frame.getByRole("button", { name: "Check file", exact: true }).click();
      await expectPage(frame.getByRole("heading", { level: 1 })).toHaveText("Gewinner.csv");
      await expectPage(frame.getByText("Notiz", { exact: true })).toBeVisible();
      const line = frame.getByRole("row").filter({ hasText: "Line 2" });
      await expectPage(line).toContainText("Won the quiz");
      await expectPage(line).toContainText("Manual adjustment");
      await expectPage(line).toContainText("Good");
    },
  );

  test("one that is no such file is refused, and the page stays", async () => {
    const { frame } = await open("/files");
    await frame.getByLabel("CSV file", { exact: true }).setInputFiles({
      name: "photo.csv",
      mimeType: "text/csv",
      buffer: Buffer.from([0xff, 0xd8, 0xff, 0xe0, 0x00]),
    });
    await frame.getByRole("button", { name: "Check file", exact: true }).click();
    await expectPage(
      frame.getByText("The file could not be checked", { exact: true }),
    ).toBeVisible();
    await expectPage(frame.getByText(/not written in UTF-8/)).toBeVisible();
  });
});
