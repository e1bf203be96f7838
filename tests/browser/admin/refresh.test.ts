import { randomUUID } from "node:crypto";
import { test } from "vitest";
import { expectPage } from "#tests/support/expect-page.ts";
import { openAdminPage } from "./open-admin-page.ts";
import { browser, testApp } from "./pages-app.ts";

declare global {
  interface Window {
    /** How often the page has asked whether it is seen. */
    __looks: number;
  }
}

test("a page follows the work in the background again after it was hidden for a while", async () => {
  const shop = await testApp.createShop();
  const { db, shop: row } = await shop.context();
  const { id } = await db.prisma.bulkAction.create({
    data: {
      shopId: row.id,
      kind: "pause",
      days: 30,
      sourceKey: randomUUID(),
      selectionMark: "",
      rowCount: 1,
      actorKind: "merchant",
      actorName: "Mia Example",
      createdAt: new Date(),
    },
  });
  const { frame } = await openAdminPage(browser, shop, `/subscriptions/bulk/${id}`);
  const stop = frame.getByRole("button", { name: "Stop", exact: true });
  await expectPage(stop).toBeVisible();
  await frame.evaluate(() => {
    window.__looks = 0;
    Object.defineProperty(document, "visibilityState", {
      configurable: true,
      get: () => {
        window.__looks += 1;
        return "hidden";
      },
    });
  });
  await frame.waitForFunction(() => window.__looks > 0);
  await frame.evaluate(() => Reflect.deleteProperty(document, "visibilityState"));
  await db.prisma.bulkAction.update({
    where: { shopId_id: { shopId: row.id, id } },
    data: { finishedAt: new Date() },
  });
  await expectPage(frame.getByText("Finished", { exact: true })).toBeVisible();
});
