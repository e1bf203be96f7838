import { afterAll, beforeAll, expect, test } from "vitest";
import { rescheduleCharge } from "#app/domain/billing/changes/reschedule-charge.ts";
import type { Platform } from "#app/platform/platform.ts";
import { billedSubscription, goTo } from "#tests/support/billed-subscription.ts";
import { startTestApp, type TestApp } from "#tests/support/test-app.ts";

let testApp: TestApp;
beforeAll(async () => {
  testApp = await startTestApp();
});
afterAll(() => testApp.close());

test("a pause keeps its end where the answer to another change comes after it, of the same second", async () => {
  const shop = await testApp.createShop({
    seed: "goods",
    timezone: "Europe/Berlin",
    currency: "EUR",
  });
  await goTo(shop, new Date("2026-12-05T08:00:00Z"));
  const from = new Date("2026-12-31T09:00:00Z");
  const own = await billedSubscription(shop, {
    ...{ created_at: "2026-11-30T09:00:00Z", next_billing_date: from },
  });
  const { id } = await own.row();
  const context = await shop.context();
  const setNextBillingDate: Platform["setNextBillingDate"] = async (...given) => {
    const answer = await context.platform.setNextBillingDate(...given);
    const path = `/subscriptions/sub_${id}/pause`;
    expect((await shop.core(path, { method: "POST", body: { duration: 30 } })).status).toBe(200);
    // The platform dates changes to the second.
    return { ...answer, updatedAt: (await own.row()).platformUpdatedAt };
  };
  const platform = Object.assign(Object.create(context.platform), { setNextBillingDate });
  await rescheduleCharge({ ...context, platform }, { subscriptionId: id, from, day: "2027-01-05" });
  await shop.quiet();
  const row = await own.row();
  expect(row).toMatchObject({ status: "paused", pausedUntil: expect.any(Date) });
  await goTo(shop, new Date("2027-03-05T08:00:00Z"));
  expect((await own.row()).status).toBe("active");
});
