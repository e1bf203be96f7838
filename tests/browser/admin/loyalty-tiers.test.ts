import { beforeEach, describe, expect, test } from "vitest";
import { listManagedRules } from "#app/domain/loyalty/read/managed-rule.ts";
import { readLadders } from "#app/domain/loyalty/tiers/read-ladders.ts";
import { saveLadder } from "#app/domain/loyalty/tiers/save-ladder.ts";
import { takeScreenshot } from "#tests/support/browser.ts";
import { expectPage } from "#tests/support/expect-page.ts";
import { loyalCustomer } from "#tests/support/loyalty.ts";
import type { TestShop } from "#tests/support/test-shop.ts";
import { expectAccessible, openAdminPage } from "./open-admin-page.ts";
import { browser, testApp } from "./pages-app.ts";

let shop: TestShop;

beforeEach(async () => {
  shop = await testApp.createShop();
});

const silver = { id: null, name: "Silver", threshold: 50_00, multiplier: 100 };
const gold = { id: null, name: "Gold", threshold: 150_00, multiplier: 150 };

const open = (path: string, options = {}) =>
  openAdminPage(browser, shop, `/loyalty${path}`, options);
const save = async (tiers: object[], version = 0) =>
  saveLadder(await shop.context(), { version, input: { basis: "spend", tiers } });
async function ladder() {
  const { db, shop: row } = await shop.context();
  return (await readLadders(db.prisma, row.id)).at(-1) ?? null;
}

describe("the editor of the tiers", () => {
  test("makes the first tiers, says what they do and whom they change, and puts them in their order", async () => {
    const customer = await loyalCustomer(shop);
    await customer.order("119.00");
    const admin = await open("/tiers");
    const { page, frame } = admin;
    await frame.getByRole("button", { name: "Add the first tier", exact: true }).click();
    await frame.getByLabel("Customers reach a tier by", { exact: true }).selectOption("spend");
    await frame.getByLabel("Name", { exact: true }).fill("Gold");
    await frame.getByLabel("Spent in a year", { exact: true }).fill("500");
    await frame.getByLabel("Points are multiplied by", { exact: true }).fill("1.5");
    await frame.getByRole("button", { name: "Add tier", exact: true }).click();
    const lower = frame.getByRole("region", { name: "New tier", exact: true });
    await lower.getByLabel("Spent in a year", { exact: true }).fill("99.50");
    await lower.getByRole("checkbox", { name: /Customers get a reward/ }).check();
    await lower.getByLabel("Name", { exact: true }).fill("Silver");
    const said = frame.locator("[data-tiers-said]");
    await expectPage(said).toContainText(
      "Silver: from €99.50 in a year. Who gets here first: 100 points.",
    );
    await expectPage(said).toContainText(
      "Gold: from €500.00 in a year. Points are multiplied by 1.5.",
    );
    await frame.getByRole("button", { name: "Count what changes", exact: true }).click();
    await expectPage(
      frame.getByText("1 customer: from No tier to Silver, 1 with its entry reward", {
        exact: true,
      }),
    ).toBeVisible();
    await expectAccessible(admin);
    await takeScreenshot(page, "admin-tier-preview", true);
    expect(await ladder()).toBeNull();
    await page.getByRole("button", { name: "Save", exact: true }).click();
    await expectPage(page.getByRole("button", { name: "Save", exact: true })).toHaveCount(0);
    await expectPage(frame.getByRole("region").first()).toHaveAccessibleName("Silver");
    expect(await ladder()).toMatchObject({
      basis: "spend",
      tiers: [
        { name: "Silver", threshold: 99_50, multiplier: 100, entryReward: { points: 100 } },
        { name: "Gold", threshold: 500_00, multiplier: 150, entryReward: null },
      ],
    });
    await shop.quiet();
    expect((await customer.points()).available).toBe(100);
  });

  test("has its errors beside the fields of the tier that is wrong, and loses nothing that was typed", async () => {
    await save([silver, gold]);
    const { page, frame } = await open("/tiers");
    const [low, high] = [
      frame.getByRole("region", { name: "Silver", exact: true }),
      frame.getByRole("region", { name: "Gold", exact: true }),
    ];
    // Silver now asks for more than Gold, so what is sent is in the other order.
    await low.getByLabel("Spent in a year", { exact: true }).fill("900");
    await low.getByLabel("Points are multiplied by", { exact: true }).fill("11");
    await low.getByLabel("Perks", { exact: true }).fill("A plant doctor");
    await page.getByRole("button", { name: "Save", exact: true }).click();
    await expectPage(frame.getByText("The tiers were not saved", { exact: true })).toBeVisible();
    await expectPage(low.getByText("Must be at most 10.", { exact: true })).toBeVisible();
    await expectPage(high.getByText("Must be at most 10.", { exact: true })).toHaveCount(0);
    await expectPage(low.getByLabel("Perks", { exact: true })).toHaveValue("A plant doctor");
    expect((await ladder())?.version).toBe(1);
  });

  test("asks before it takes a tier away from those who are in it", async () => {
    await save([silver, gold]);
    const customer = await loyalCustomer(shop);
    await customer.order("238.00");
    const { page, frame } = await open("/tiers");
    await frame.getByRole("button", { name: "Remove Gold", exact: true }).click();
    await page.getByRole("button", { name: "Save", exact: true }).click();
    await expectPage(frame.getByText(/^1 customer loses Gold\./)).toBeVisible();
    expect((await ladder())?.tiers).toHaveLength(2);
    await frame.getByRole("button", { name: "Save tiers", exact: true }).click();
    await expectPage(page.getByRole("button", { name: "Save", exact: true })).toHaveCount(0);
    await shop.quiet();
    expect((await ladder())?.tiers.map(({ name }) => name)).toEqual(["Silver"]);
    await page.reload();
    await expectPage(
      page.frameLocator("#app").getByText("1 customer", { exact: true }),
    ).toBeVisible();
  });

  test("does not overwrite unasked what somebody else saved meanwhile", async () => {
    await save([silver]);
    const { page, frame } = await open("/tiers");
    await save([{ ...silver, id: 1, name: "Theirs" }], 1);
    await frame.getByLabel("Name", { exact: true }).fill("Mine");
    await page.getByRole("button", { name: "Save", exact: true }).click();
    await expectPage(frame.getByText(/^This page was changed meanwhile\b/)).toBeVisible();
    await expectPage(frame.getByLabel("Name", { exact: true })).toHaveValue("Mine");
    await frame.getByRole("button", { name: "Save mine instead", exact: true }).click();
    await expectPage(page.getByRole("button", { name: "Save", exact: true })).toHaveCount(0);
    expect(await ladder()).toMatchObject({ version: 3, tiers: [{ id: 1, name: "Mine" }] });
  });
});

describe("the editor of a rule", () => {
  test("can be for some tiers, and says which are missing", async () => {
    await save([silver, gold]);
    const { page, frame } = await open("/rules/new?type=create_account");
    await frame.getByLabel("Name", { exact: true }).fill("For Gold");
    await frame.getByLabel("Tiers", { exact: true }).selectOption("some");
    await page.getByRole("button", { name: "Save", exact: true }).click();
    await expectPage(frame.getByText("Choose at least one tier.", { exact: true })).toBeVisible();
    await frame.getByRole("checkbox", { name: "Gold", exact: true }).check();
    await expectPage(frame.locator("[data-rule-sentence]")).toContainText("Only in Gold.");
    await page.getByRole("button", { name: "Save", exact: true }).click();
    await expectPage(frame.getByRole("heading", { level: 1 })).toContainText("For Gold");
    const [rule] = await listManagedRules(await shop.context());
    expect(rule?.conditions.tier_ids).toEqual([2]);
    await expectPage(frame.getByRole("checkbox", { name: "Gold", exact: true })).toBeChecked();
  });
});
