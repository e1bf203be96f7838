import { test } from "vitest";
import { expectPage } from "#tests/support/expect-page.ts";
import { seedCreditHistory } from "#tests/support/seed-credit-history.ts";
import { JONAS, openAs } from "./open-as.ts";
import { browser, testApp } from "./pages-app.ts";

test("amounts and dates are written in the locale of who is signed in, in the page and in the chart, and words stay English", async () => {
  const shop = await testApp.createShop();
  await seedCreditHistory(await shop.context(), 6);
  const frame = await openAs(JONAS, browser, shop, "/store-credit");
  await expectPage(frame.getByText(/^[\d.]+,\d\d\s€$/).first()).toBeVisible();
  await expectPage(frame.locator(".pn-chart-ticks").first()).toContainText(/\d\s€/);
  await expectPage(frame.locator(".pn-chart-under").first()).toContainText(/\d\d\.\d\d\.\d{4}/);
  await expectPage(frame.getByRole("heading", { level: 1 })).toHaveText("Store credit");
});
