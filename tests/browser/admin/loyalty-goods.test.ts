import { beforeEach, expect, test } from "vitest";
import { listManagedRules } from "#app/domain/loyalty/read/managed-rule.ts";
import { expectPage } from "#tests/support/expect-page.ts";
import type { TestShop } from "#tests/support/test-shop.ts";
import { expectAccessible, openAdminPage } from "./open-admin-page.ts";
import { browser, testApp } from "./pages-app.ts";

let shop: TestShop;

beforeEach(async () => {
  shop = await testApp.createShop({ seed: "small" });
});

const rules = async () => listManagedRules(await shop.context());

test("a rule is for collections that the merchant finds by their words, and opens as it was saved", async () => {
  const { body } = await shop.control("collections", { title: "Zesty teas", product_ids: [] });
  const admin = await openAdminPage(browser, shop, "/loyalty/rules/new?type=punch_card");
  const { page, frame } = admin;
  await frame.getByLabel("Name", { exact: true }).fill("Teas");
  await frame.getByLabel("Goods", { exact: true }).selectOption("some");
  await page.getByRole("button", { name: "Save", exact: true }).click();
  await expectPage(
    frame.getByText("Choose at least one product or collection.", { exact: true }),
  ).toBeVisible();
  const collections = frame.getByRole("group", { name: "Collections that count", exact: true });
  await collections.getByRole("textbox").fill("zesty");
  await collections.getByLabel("Zesty teas", { exact: true }).check();
  await expectPage(frame.locator("[data-rule-sentence]")).toContainText(
    "Of an order only what is in 1 collection may count.",
  );
  await expectAccessible(admin);
  await page.getByRole("button", { name: "Save", exact: true }).click();
  await expectPage(frame.getByRole("heading", { level: 1 })).toContainText("Teas");
  const [rule] = await rules();
  expect(rule).toMatchObject({
    conditions: { product_ids: null, collection_ids: [body.collection_id] },
  });
  const again = await openAdminPage(browser, shop, `/loyalty/rules/${rule?.id}`);
  await expectPage(
    again.frame
      .getByRole("group", { name: "Collections that count", exact: true })
      .getByLabel("Zesty teas", { exact: true }),
  ).toBeChecked();
});

test("renewals can earn a free product with the renewals that follow", async () => {
  const path = "/loyalty/rules/new?type=membership_recharge_punch_card";
  const admin = await openAdminPage(browser, shop, path);
  const { page, frame } = admin;
  await frame.getByLabel("Name", { exact: true }).fill("Gift");
  await frame.getByRole("radio", { name: /^Free product with a renewal/ }).check();
  await frame
    .getByRole("group", { name: "The free product", exact: true })
    .getByRole("checkbox")
    .first()
    .check();
  await frame.getByLabel("Renewals that bring it", { exact: true }).fill("2");
  await expectAccessible(admin);
  await page.getByRole("button", { name: "Save", exact: true }).click();
  await expectPage(frame.getByRole("heading", { level: 1 })).toContainText("Gift");
  expect((await rules())[0]?.reward).toEqual({
    reward_type: "contract_free_product",
    ...{ product_id: expect.any(Number), cycles: 2 },
  });
});
