import { beforeEach, describe, expect, test } from "vitest";
import { listManagedRules } from "#app/domain/loyalty/read/managed-rule.ts";
import { saveRule } from "#app/domain/loyalty/rules/save-rule.ts";
import { takeScreenshot } from "#tests/support/browser.ts";
import { expectPage } from "#tests/support/expect-page.ts";
import { loyalCustomer, makeRule } from "#tests/support/loyalty.ts";
import type { TestShop } from "#tests/support/test-shop.ts";
import { expectAccessible, openAdminPage } from "./open-admin-page.ts";
import { browser, testApp } from "./pages-app.ts";

let shop: TestShop;

beforeEach(async () => {
  shop = await testApp.createShop();
});

const POINTS = { type: "points_for_purchases", settings: { points_per_dollar: 1 } };

const open = (path: string, options = {}) =>
  openAdminPage(browser, shop, `/loyalty/rules${path}`, options);
const rules = async () => listManagedRules(await shop.context());
const ruleNamed = async (name: string) => {
  const rule = (await rules()).find((one) => one.name === name);
  if (!rule) throw new Error(`There is no rule ${name}.`);
  return rule;
};

describe("a new rule", () => {
  test("is chosen from sixteen types, says what it does as it is typed, and is saved", async () => {
    const admin = await open("/new");
    const { page, frame } = admin;
    const types = frame.getByRole("main").getByRole("listitem");
    await expectPage(types).toHaveCount(16);
    await frame.getByRole("link", { name: "Punch card", exact: true }).click();
    const said = frame.locator("[data-rule-sentence]");
    await expectPage(said).toHaveText("100 points for every 5 orders that were sent.");
    await frame.getByLabel("Orders on a full card", { exact: true }).fill("8");
    await frame.getByLabel("Smallest order", { exact: true }).fill("20");
    await frame.getByRole("radio", { name: /^Discount/ }).check();
    await frame.getByLabel("Discount", { exact: true }).last().fill("15");
    await frame.getByLabel("Rewards per customer", { exact: true }).fill("3");
    await expectPage(said).toHaveText(
      "A coupon for 15% off an order for every 8 orders that were sent, of at least €20.00 each. At most 3 times per customer.",
    );
    await frame.getByLabel("Name", { exact: true }).fill("Eight is enough");
    await expectAccessible(admin);
    await page.getByRole("button", { name: "Save", exact: true }).click();
    await expectPage(frame.getByRole("heading", { level: 1 })).toContainText("Eight is enough");
    await expectPage(page.getByRole("button", { name: "Save", exact: true })).toHaveCount(0);
    const rule = await ruleNamed("Eight is enough");
    expect(rule).toMatchObject({
      ...{ type: "punch_card", status: "draft" },
      settings: { required_purchases: 8, minimum_order_amount: 20 },
      reward: { reward_type: "discount", discount_type: "percentage", discount_amount: 15 },
      limits: { per_customer: 3, per_customer_per_day: null, in_total: null },
    });
    await expectPage(page).toHaveURL(new RegExp(`/loyalty/rules/${rule.id}$`));
  });

  test("that is not right has its errors beside the fields, and loses nothing that was typed", async () => {
    const { page, frame } = await open("/new?type=goal_spend");
    await frame.getByLabel("Goal", { exact: true }).fill("0");
    await frame.getByLabel("Description", { exact: true }).fill("For big spenders");
    await page.getByRole("button", { name: "Save", exact: true }).click();
    await expectPage(frame.getByText("The rule was not saved", { exact: true })).toBeVisible();
    await frame.getByLabel("Name", { exact: true }).fill("Goal");
    await page.getByRole("button", { name: "Save", exact: true }).click();
    await expectPage(frame.getByText("Must be more than 0.", { exact: true }).last()).toBeVisible();
    await expectPage(frame.getByLabel("Goal", { exact: true })).toHaveValue("0");
    await expectPage(frame.getByLabel("Description", { exact: true })).toHaveValue(
      "For big spenders",
    );
    expect(await rules()).toEqual([]);
  });

  test("of goods names products of the store", async () => {
    shop = await testApp.createShop({ seed: "goods" });
    const { page, frame } = await open("/new?type=create_account");
    await frame.getByLabel("Name", { exact: true }).fill("Welcome");
    await frame.getByRole("radio", { name: /^Free product/ }).check();
    const products = frame.getByRole("group", { name: "The free product", exact: true });
    await page.getByRole("button", { name: "Save", exact: true }).click();
    await expectPage(products.getByText("Choose a product.", { exact: true })).toBeVisible();
    await products.getByRole("checkbox").first().check();
    await expectPage(products.getByRole("checkbox").first()).toBeChecked();
    await page.getByRole("button", { name: "Save", exact: true }).click();
    await expectPage(frame.getByRole("heading", { level: 1 })).toContainText("Welcome");
    expect((await ruleNamed("Welcome")).reward).toMatchObject({
      reward_type: "free_product",
      product_id: expect.any(Number),
    });
  });
});

describe("the dry run", () => {
  test("says what the rule as it is typed would have given, and neither saves it nor gives it", async () => {
    const customer = await loyalCustomer(shop);
    await customer.order("119.00");
    const admin = await open("/new?type=goal_spend");
    const { page, frame } = admin;
    await frame.getByLabel("Goal", { exact: true }).fill("60");
    await frame.getByRole("radio", { name: /^Store credit/ }).check();
    await frame.getByLabel("Credit", { exact: true }).fill("4.50");
    await frame.getByRole("button", { name: "Run over the past", exact: true }).click();
    const said = frame.getByRole("definition");
    await expectPage(said.first()).toHaveText("1 customer, €4.50 of store credit");
    await expectPage(said.last()).toHaveText("1 customer, €4.50 of store credit");
    await expectAccessible(admin);
    await takeScreenshot(page, "admin-loyalty-dry-run", true);
    await frame.getByLabel("Credit", { exact: true }).fill("9");
    await expectPage(frame.getByText(/^You have changed the rule since\./)).toBeVisible();
    await frame.getByRole("button", { name: "Run again", exact: true }).click();
    await expectPage(said.first()).toHaveText("1 customer, €9.00 of store credit");
    expect(await rules()).toEqual([]);
    const { db, shop: row } = await shop.context();
    expect(await db.prisma.loyaltyReward.count({ where: { shopId: row.id } })).toBe(0);
  });

  test("of a rule that is not right says which field is wrong", async () => {
    const { frame } = await open("/new?type=punch_card");
    await frame.getByLabel("Orders on a full card", { exact: true }).fill("many");
    await frame.getByRole("button", { name: "Run over the past", exact: true }).click();
    await expectPage(frame.getByText("The dry run was not started", { exact: true })).toBeVisible();
    await expectPage(
      frame.getByLabel("Orders on a full card", { exact: true }),
    ).toHaveAccessibleDescription("Give a number.");
  });
});

describe("the editor of a rule", () => {
  test("does not overwrite unasked what somebody else saved meanwhile", async () => {
    await makeRule(shop, { ...POINTS, name: "Points" });
    const rule = await ruleNamed("Points");
    const { page, frame } = await open(`/${rule.id}`);
    const theirs = { ...rule, name: "Theirs" };
    await saveRule(await shop.context(), { ruleId: rule.id, version: rule.version, input: theirs });
    await frame.getByLabel("Name", { exact: true }).fill("Mine");
    await page.getByRole("button", { name: "Save", exact: true }).click();
    await expectPage(frame.getByText(/^This rule was changed meanwhile\b/)).toBeVisible();
    await expectPage(frame.getByLabel("Name", { exact: true })).toHaveValue("Mine");
    await frame.getByRole("button", { name: "Save mine instead", exact: true }).click();
    await expectPage(frame.getByRole("heading", { level: 1 })).toContainText("Mine");
    expect((await ruleNamed("Mine")).id).toBe(rule.id);
  });

  test("keeps what was typed when the server cannot be reached, and archives only after a question", async () => {
    await makeRule(shop, { ...POINTS, name: "Points" });
    const rule = await ruleNamed("Points");
    const { page, frame } = await open(`/${rule.id}`, {
      expectedErrors: [/ERR_CONNECTION_FAILED/],
    });
    await frame.getByLabel("Name", { exact: true }).fill("On the train");
    const address = `**/loyalty/rules/${rule.id}.data*`;
    await page.context().route(address, (route) => route.abort("connectionfailed"));
    await page.getByRole("button", { name: "Save", exact: true }).click();
    await expectPage(frame.getByText(/^The server could not be reached\b/)).toBeVisible();
    await page.context().unroute(address);
    await page.getByRole("button", { name: "Save", exact: true }).click();
    await expectPage(frame.getByRole("heading", { level: 1 })).toContainText("On the train");
    await frame.getByRole("button", { name: "Archive", exact: true }).click();
    await frame.getByRole("button", { name: "Archive rule", exact: true }).click();
    await expectPage(frame.getByRole("heading", { level: 1 })).toHaveText("Loyalty rules");
    expect(await rules()).toEqual([]);
  });
});

describe("the list of rules", () => {
  test("says what each does and gave; a rule is moved, switched off and on in place", async () => {
    const customer = await loyalCustomer(shop);
    await makeRule(shop, { ...POINTS, name: "Points" });
    const reward = { reward_type: "points", points: 20 };
    const hello = { type: "create_account", settings: {}, name: "Hello", reward };
    await makeRule(shop, { ...hello, status: "draft" });
    await customer.order("119.00");
    const { frame } = await open("");
    const rows = frame.getByRole("main").getByRole("listitem");
    await expectPage(rows.first()).toContainText("1 point for every €1.00 of an order.");
    await expectPage(rows.first()).toContainText("Points for purchases · 1 reward given");
    await expectPage(rows.last()).toContainText("Draft");
    await frame.getByRole("button", { name: "Move down: Points", exact: true }).click();
    await expectPage(rows.first()).toContainText("Hello");
    await expectPage
      .poll(async () => (await rules()).map(({ name }) => name))
      .toEqual(["Hello", "Points"]);
    const toggle = frame.getByRole("switch", { name: "Points is active", exact: true });
    await toggle.click();
    await expectPage(toggle).toHaveAttribute("aria-checked", "false");
    await expectPage.poll(async () => (await ruleNamed("Points")).status).toBe("inactive");
    await expectPage(rows.last()).toContainText("Off");
  });
});
