import { test } from "vitest";
import { takeScreenshot } from "#tests/support/browser.ts";
import { expectPage } from "#tests/support/expect-page.ts";
import { expectAccessible, openAdminPage } from "./open-admin-page.ts";
import { browser, testApp } from "./pages-app.ts";

test("a merchant connects another points program, is told that nobody has a balance, and disconnects it", async () => {
  const shop = await testApp.createShop();
  await shop.createContract({ price: "15.00" });
  const admin = await openAdminPage(browser, shop, "/settings");
  const card = admin.frame.getByRole("form", { name: "Points of another program", exact: true });
  await card.getByLabel("Name in exports", { exact: true }).fill("Stars!");
  await card.getByLabel("Metafield namespace", { exact: true }).fill("star_club");
  await card.getByLabel("Metafield key", { exact: true }).fill("balance");
  await card.getByRole("button", { name: "Connect", exact: true }).click();
  await expectPage(card.getByText(/a letter first/).last()).toBeVisible();
  await expectPage(card.getByLabel("Metafield key", { exact: true })).toHaveValue("balance");
  await card.getByLabel("Name in exports", { exact: true }).fill("stars");
  await card.getByRole("button", { name: "Connect", exact: true }).click();
  await expectPage(card.getByText("Connected", { exact: true })).toBeVisible();
  await expectPage(card.getByText(/Check the namespace and the key/)).toBeVisible();
  await expectPage(card.getByRole("button", { name: "Save", exact: true })).toBeDisabled();
  await expectAccessible(admin);
  await card.scrollIntoViewIfNeeded();
  await takeScreenshot(admin.page, "admin-points");
  await card.getByRole("button", { name: "Disconnect", exact: true }).click();
  await expectPage(card.getByRole("button", { name: "Connect", exact: true })).toBeVisible();
  await expectPage(card.getByLabel("Name in exports", { exact: true })).toHaveValue("");
});
