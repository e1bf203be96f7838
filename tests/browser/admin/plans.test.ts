import type { Browser } from "@playwright/test";
import { afterAll, beforeAll, expect, test } from "vitest";
import { listPlanGroups } from "#app/domain/plans/managed-plan-group.ts";
import { createPlanGroup, savePlanGroup } from "#app/domain/plans/save-plan-group.ts";
import { askPlatform } from "#tests/support/ask-platform.ts";
import { launchBrowser, takeScreenshot } from "#tests/support/browser.ts";
import { expectPage } from "#tests/support/expect-page.ts";
import { startTestApp, type TestApp } from "#tests/support/test-app.ts";
import type { TestShop } from "#tests/support/test-shop.ts";
import { shopperOf } from "../../api/devstore-storefront/shopper.ts";
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

const groupNamed = async (name: string) =>
  (await listPlanGroups(await shop.context())).find((group) => group.name === name);

test("a plan for a product is created, and shoppers can choose it on the product's page", async () => {
  const { frame, page } = await openAdminPage(browser, shop, "/plans/new");
  await frame.getByLabel("Group name", { exact: true }).fill("Subscribe <b>and</b> save");
  await frame.getByLabel("Plan name", { exact: true }).fill("Every 2 weeks");
  await frame.getByLabel("Renews every", { exact: true }).fill("2");
  await frame.getByLabel("Unit", { exact: true }).selectOption("week");
  await frame.getByLabel("Discount", { exact: true }).selectOption("percentage");
  await frame.getByLabel("Percent", { exact: true }).fill("150");
  await frame.getByLabel("For the first charges", { exact: true }).fill("3");
  await frame.getByLabel("Search products", { exact: true }).fill("fern");
  await frame.getByLabel("Fern, hand-raised", { exact: true }).check();
  const save = page.getByRole("button", { name: "Save", exact: true });
  await save.click();
  await expectPage(frame.getByText("At most 100%.", { exact: true }).first()).toBeVisible();
  expect(await groupNamed("Subscribe <b>and</b> save")).toBeUndefined();

  await frame.getByLabel("Percent", { exact: true }).fill("15");
  const preview = "Shoppers see: €12.67 every 2 weeks, 15% off the first 3 deliveries";
  await expectPage(frame.getByText(preview, { exact: true })).toBeVisible();
  await takeScreenshot(page, "admin-plan-group", true);
  await save.click();
  await expectPage(frame.getByRole("heading", { level: 1 })).toContainText(
    "Subscribe <b>and</b> save",
  );
  const saved = await groupNamed("Subscribe <b>and</b> save");
  expect(saved?.plans).toMatchObject([
    { name: "Every 2 weeks", interval: { unit: "week", count: 2 }, pricing: { cycles: 3 } },
  ]);

  const { products } = await askPlatform(
    shop,
    "{ products(first: 50) { nodes { title handle } } }",
  );
  const fern = products.nodes.find(({ title }: { title: string }) => title === "Fern, hand-raised");
  const { text } = await shopperOf(shop).get(`/products/${fern.handle}`);
  expect(text).toContain("<span>Every 2 weeks</span><bdi>€12.67</bdi>");
});

test("a membership is created with a trial and a customer tag, and says what shoppers pay and when", async () => {
  const { frame, page } = await openAdminPage(browser, shop, "/plans/new");
  await frame.getByLabel("Group name", { exact: true }).fill("Gold club");
  await expectPage(frame.getByLabel("Begins with a trial", { exact: true })).toHaveCount(0);
  await frame.getByLabel("Kind", { exact: true }).selectOption("membership");
  await frame.getByLabel("Customer tag", { exact: true }).fill("gold");
  await frame.getByLabel("Plan name", { exact: true }).fill("Gold monthly");
  await frame.getByLabel("Discount", { exact: true }).selectOption("fixed_price");
  await frame.getByLabel("Amount", { exact: true }).fill("14.90");
  await frame.getByLabel("For the first charges", { exact: true }).fill("3");
  await frame.getByLabel("Begins with a trial", { exact: true }).check();
  await frame.getByLabel("Trial days", { exact: true }).fill("14");
  await frame.getByLabel("Trial fee", { exact: true }).fill("1");
  const save = page.getByRole("button", { name: "Save", exact: true });
  await save.click();
  await expectPage(frame.getByText(/Shopify takes two prices for a plan/).first()).toBeVisible();
  await frame.getByLabel("For the first charges", { exact: true }).fill("");
  const preview = "Shoppers see: €1.00 for 14 days, then €14.90 every month";
  await expectPage(frame.getByText(preview, { exact: true })).toBeVisible();
  await takeScreenshot(page, "admin-plan-group-trial", true);
  await save.click();
  await expectPage(frame.getByRole("heading", { level: 1 })).toContainText("Gold club");
  expect(await groupNamed("Gold club")).toMatchObject({
    customerTag: "gold",
    plans: [{ name: "Gold monthly", trial: { days: 14, feeMinor: 100 } }],
  });
});

test("an edit that somebody else overtook is kept, and may be saved instead", async () => {
  const context = await shop.context();
  const plan = {
    planId: null as string | null,
    name: "Monthly",
    interval: { unit: "month", count: 1 },
    discount: { type: "none" },
    discountCycles: null,
  };
  const input = { name: "Overtaken", kind: "product", plans: [plan] };
  const made = await createPlanGroup(context, { key: "overtaken", input, productIds: [] });
  const { frame, page } = await openAdminPage(browser, shop, `/plans/${made.id}`);
  await frame.getByLabel("Group name", { exact: true }).fill("Mine");
  const theirs = {
    ...input,
    name: "Theirs",
    plans: [{ ...plan, planId: String(made.plans[0]?.id) }],
  };
  await savePlanGroup(context, { groupId: made.id, version: made.version, input: theirs });
  await page.getByRole("button", { name: "Save", exact: true }).click();
  await expectPage(
    frame.getByText(/^This plan group was changed meanwhile\b/).first(),
  ).toBeVisible();
  await expectPage(frame.getByLabel("Group name", { exact: true })).toHaveValue("Mine");
  expect(await groupNamed("Theirs")).toBeDefined();
});

test("the plans of a group are reordered by the keyboard, which keeps the focus, and shoppers see the new order", async () => {
  const context = await shop.context();
  const plan = (name: string, count: number) => ({
    planId: null,
    name,
    interval: { unit: "month", count },
    discount: { type: "none" },
    discountCycles: null,
  });
  const plans = [plan("First", 1), plan("Second", 2), plan("Third", 3)];
  const made = await createPlanGroup(context, {
    key: "ordered",
    input: { name: "Ordered", kind: "product", plans },
    productIds: [7001],
  });
  const { frame, page } = await openAdminPage(browser, shop, `/plans/${made.id}`);
  await expectPage(
    frame.getByRole("button", { name: "Move up: First", exact: true }),
  ).toBeDisabled();
  await expectPage(
    frame.getByRole("button", { name: "Move down: Third", exact: true }),
  ).toBeDisabled();
  const up = frame.getByRole("button", { name: "Move up: Third", exact: true });
  await up.focus();
  await page.keyboard.press("Enter");
  await expectPage(up).toBeFocused();
  await page.keyboard.press("Enter");
  // At the top there is only the way down.
  await expectPage(
    frame.getByRole("button", { name: "Move down: Third", exact: true }),
  ).toBeFocused();
  await expectPage(frame.getByLabel("Plan name", { exact: true }).first()).toHaveValue("Third");
  await takeScreenshot(page, "admin-plan-order", true);
  await page.getByRole("button", { name: "Save", exact: true }).click();
  await expect
    .poll(async () => (await groupNamed("Ordered"))?.plans.map(({ name }) => name))
    .toEqual(["Third", "First", "Second"]);
  const ids = (await groupNamed("Ordered"))?.plans.map(({ id }) => id);
  expect(ids?.toSorted()).toEqual(made.plans.map(({ id }) => id).toSorted());

  const { sellingPlanGroup } = await askPlatform(
    shop,
    "query ($id: ID!) { sellingPlanGroup(id: $id) { sellingPlans(first: 5) { nodes { name position } } } }",
    { id: `gid://shopify/SellingPlanGroup/${made.platformId}` },
  );
  const byPosition = sellingPlanGroup.sellingPlans.nodes.toSorted(
    (a: { position: number }, b: { position: number }) => a.position - b.position,
  );
  expect(byPosition).toEqual([
    { name: "Third", position: 1 },
    { name: "First", position: 2 },
    { name: "Second", position: 3 },
  ]);
});
