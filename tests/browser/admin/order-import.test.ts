import { expect, test } from "vitest";
import { expectPage } from "#tests/support/expect-page.ts";
import { expectAccessible, openAdminPage } from "./open-admin-page.ts";
import { browser, testApp } from "./pages-app.ts";

test("the overview says how many orders from before the installation have come over, until all have", async () => {
  const shop = await testApp.createShop();
  const { db, platform, shop: row } = await shop.context();
  const where = { shopId_subject: { shopId: row.id, subject: "orders" } };
  // The import of the installation has its own end, which may come a moment later.
  const completedAt = async () =>
    (await db.prisma.pastImport.findUniqueOrThrow({ where })).completedAt;
  await expect.poll(completedAt).not.toBeNull();
  // A run that does not end leaves the row as it is.
  await shop.control("bulk-operations", { hold: true });
  const open = { completedAt: null, operationGid: await platform.startOrderExport() };
  await db.prisma.pastImport.update({ where, data: { ...open, found: 5000, stored: 1200 } });
  const admin = await openAdminPage(browser, shop, "");
  const banner = admin.frame.getByText(/^5,000 orders found, 1,200 orders imported so far\b/);
  await expectPage(banner).toBeVisible();
  await expectAccessible(admin);
  await db.prisma.pastImport.update({ where, data: { completedAt: new Date() } });
  const after = await openAdminPage(browser, shop, "");
  await expectPage(
    after.frame.getByRole("heading", { name: "Needs attention", exact: true }),
  ).toBeVisible();
  await expectPage(after.frame.getByText(/orders found/)).toHaveCount(0);
});
