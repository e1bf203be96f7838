import { beforeEach, expect, test } from "vitest";
import { listManagedPointRewards } from "#app/domain/loyalty/point-rewards/managed-point-reward.ts";
import {
  createPointReward,
  savePointReward,
} from "#app/domain/loyalty/point-rewards/save-point-reward.ts";
import { expectPage } from "#tests/support/expect-page.ts";
import type { TestShop } from "#tests/support/test-shop.ts";
import { expectAccessible, openAdminPage } from "./open-admin-page.ts";
import { browser, testApp } from "./pages-app.ts";

let shop: TestShop;

beforeEach(async () => {
  shop = await testApp.createShop();
});

const FIVE_OFF = {
  ...{ name: "5 off", points: 500, isActive: true },
  reward: { reward_type: "store_credit", credit_amount: 5 },
};

const open = (path = "") => openAdminPage(browser, shop, `/loyalty/point-rewards${path}`);
const rewards = async () => listManagedPointRewards(await shop.context());
const make = async () => createPointReward(await shop.context(), FIVE_OFF);

test("a reward for points is made, with its errors beside the fields, and stands on the list", async () => {
  const admin = await open();
  const { page, frame } = admin;
  await expectPage(frame.getByText("Points cannot be redeemed yet", { exact: true })).toBeVisible();
  await frame.getByRole("link", { name: "Add reward", exact: true }).click();
  await expectPage(frame.getByRole("radio", { name: /^Points/ })).toHaveCount(0);
  const costs = frame.getByRole("textbox", { name: /^Costs/ });
  await costs.fill("a lot");
  await frame.getByLabel("Times per customer", { exact: true }).fill("2");
  await page.getByRole("button", { name: "Save", exact: true }).click();
  await expectPage(frame.getByText("The reward was not saved", { exact: true })).toBeVisible();
  await expectPage(
    frame.getByText("Give the reward a name.", { exact: true }).last(),
  ).toBeVisible();
  await expectPage(costs).toHaveAccessibleDescription("Must be a whole number.");
  await expectPage(frame.getByLabel("Times per customer", { exact: true })).toHaveValue("2");
  await frame.getByLabel("Name", { exact: true }).fill("Ten percent");
  await costs.fill("800");
  await expectAccessible(admin);
  await page.getByRole("button", { name: "Save", exact: true }).click();
  await expectPage(frame.getByRole("heading", { level: 1 })).toContainText("Ten percent");
  expect(await rewards()).toMatchObject([
    {
      ...{ name: "Ten percent", points: 800, perCustomer: 2, isActive: true },
      reward: { reward_type: "discount", discount_amount: 10 },
    },
  ]);
  await frame.getByRole("link", { name: "Rewards for points", exact: true }).first().click();
  await expectPage(frame.getByRole("main").getByRole("listitem")).toContainText(
    "A coupon for 10% off an order for 800 points. At most 2 times per customer.",
  );
});

test("a reward for points is switched off and on in place, by the keyboard", async () => {
  await make();
  const { page, frame } = await open();
  const toggle = frame.getByRole("switch", { name: "5 off is offered", exact: true });
  await toggle.focus();
  await page.keyboard.press("Space");
  await expectPage(toggle).toHaveAttribute("aria-checked", "false");
  await expectPage.poll(async () => (await rewards())[0]?.isActive).toBe(false);
  await expectPage(frame.getByText("Off", { exact: true })).toBeVisible();
  await page.keyboard.press("Space");
  await expectPage.poll(async () => (await rewards())[0]?.isActive).toBe(true);
});

test("a switch that is pressed again while it is being saved ends as it was pressed last", async () => {
  await make();
  const { page, frame } = await open();
  const toggle = frame.getByRole("switch", { name: "5 off is offered", exact: true });
  await toggle.focus();
  for (let press = 0; press < 9; press++) await page.keyboard.press("Space");
  await expectPage(toggle).toHaveAttribute("aria-checked", "false");
  await expectPage(frame.getByText("Off", { exact: true })).toBeVisible();
  await expectPage.poll(async () => (await rewards())[0]?.isActive).toBe(false);
});

test("a reward for points is not overwritten unasked, and archived only after a question", async () => {
  const { id, updatedAt } = await make();
  const { page, frame } = await open(`/${id}`);
  await savePointReward(await shop.context(), {
    ...{ id, version: updatedAt.toISOString(), input: { ...FIVE_OFF, name: "Theirs" } },
  });
  await frame.getByLabel("Name", { exact: true }).fill("Mine");
  await page.getByRole("button", { name: "Save", exact: true }).click();
  await expectPage(frame.getByText(/^This reward was changed meanwhile\b/)).toBeVisible();
  await frame.getByRole("button", { name: "Save mine instead", exact: true }).click();
  await expectPage(frame.getByRole("heading", { level: 1 })).toContainText("Mine");
  await frame.getByRole("button", { name: "Archive", exact: true }).click();
  await frame.getByRole("button", { name: "Archive reward", exact: true }).click();
  await expectPage(frame.getByText("Points cannot be redeemed yet", { exact: true })).toBeVisible();
  expect(await rewards()).toEqual([]);
});
