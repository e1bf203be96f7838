import { test } from "vitest";
import { expectPage } from "#tests/support/expect-page.ts";
import { expectAccessible, openAdminPage } from "./open-admin-page.ts";
import { browser, testApp } from "./pages-app.ts";

test("the settings run the checks, and say of what fails what to do", async () => {
  const shop = await testApp.createShop();
  await shop.control("protected-data", { approved: [] });
  const admin = await openAdminPage(browser, shop, "/settings");
  await admin.frame.getByRole("button", { name: "Run checks", exact: true }).click();
  const line = admin.frame.getByRole("listitem").filter({
    has: admin.frame.getByRole("heading", { name: "Protected customer data", exact: true }),
  });
  await expectPage(line.getByText("Failing", { exact: true })).toBeVisible();
  await expectPage(
    line.getByText(/^In the Dev Dashboard, under API access, request\b/),
  ).toBeVisible();
  await expectPage(admin.frame.getByText(/^A worker is running\b/)).toBeVisible();
  await expectAccessible(admin);
});
