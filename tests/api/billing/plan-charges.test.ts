import { afterAll, beforeAll, expect, test } from "vitest";
import { planChargesJob } from "#app/jobs/clock-jobs.ts";
import { addDays } from "#app/lib/zoned-time.ts";
import { billedSubscription, goTo } from "#tests/support/billed-subscription.ts";
import { startTestApp, type TestApp } from "#tests/support/test-app.ts";

const zone = "Europe/Berlin";
let testApp: TestApp;

beforeAll(async () => {
  testApp = await startTestApp({ own: true });
});
afterAll(() => testApp.close());

test("a planned charge that was lost is planned again", async () => {
  const shop = await testApp.createShop({ timezone: zone, currency: "EUR" });
  const { db, clock, shop: row } = await shop.context();
  const due = addDays(clock.now(), 2, zone);
  const subscription = await billedSubscription(shop, { next_billing_date: due });
  await db.prisma.dueTask.deleteMany({ where: { shopId: row.id, kind: "bill-subscription" } });
  await goTo(shop, addDays(due, 1, zone));
  expect(await subscription.charges()).toEqual([]);
  await planChargesJob.run(testApp.app);
  await shop.quiet();
  await shop.quiet();
  expect((await subscription.charges()).map(({ state }) => state)).toEqual(["success"]);
});
