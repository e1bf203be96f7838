import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { reconcileShop } from "#app/domain/reconciliation/reconcile-shop.ts";
import { addDays, formatDate } from "#app/lib/zoned-time.ts";
import { goTo, goToRetry } from "#tests/support/billed-subscription.ts";
import { ofStates } from "#tests/support/failing-charges.ts";
import { startTestApp, type TestApp } from "#tests/support/test-app.ts";
import { DAY_MS, expectMonthly, moveTo, storeIn } from "#tests/support/zone-moves.ts";

// A store moves to another zone between two charges: the next one keeps its instant, and each is made once.

let testApp: TestApp;

beforeAll(async () => {
  testApp = await startTestApp();
});
afterAll(() => testApp.close());

describe("a store that moves to another zone", () => {
  test("is found by the next night when the webhook is lost", {
    meta: { slow: "months of charges" },
  }, async () => {
    const { shop, due, subscription } = await storeIn(testApp, "Europe/Berlin", 1, "03:00");
    await shop.control("webhooks", { lose: true });
    await shop.control("shop", { timezone: "America/Los_Angeles" });
    await reconcileShop(await shop.context());
    await shop.quiet();
    const { shop: row } = await shop.context();
    expect(row.ianaTimezone).toBe("America/Los_Angeles");
    await shop.control("webhooks", { lose: false });
    const charged = await expectMonthly(shop, subscription, {
      ...{ from: due, times: 2, zone: "America/Los_Angeles" },
    });
    expect(charged[0]).toEqual(due);
  });

  test("while a charge is past due: it is made once, and the next one keeps its instant", {
    meta: { slow: "months of charges" },
  }, async () => {
    const { shop, due, subscription } = await storeIn(testApp, "Europe/Berlin", 1, "03:00");
    await subscription.nextPayments("CARD_DECLINED");
    await goTo(shop, new Date(due.getTime() + 60_000));
    const [open] = await subscription.cycles();
    await moveTo(shop, "America/Los_Angeles");
    await goToRetry(shop, subscription);
    expect(await subscription.cycles()).toMatchObject([{ state: "paid" }]);
    expect((await subscription.row()).nextBillingAt).toEqual(open?.nextDueAt);
    await goTo(shop, addDays(due, 64, "America/Los_Angeles"));
    const dates = (await subscription.cycles()).map(({ dueAt }) => dueAt.getTime());
    expect(dates).toHaveLength(3);
    expect(dates[1]).toBe(open?.nextDueAt.getTime());
    expect((dates[2] ?? 0) - (dates[1] ?? 0)).toBeGreaterThan(26.9 * DAY_MS);
    expect(ofStates(await subscription.charges())).toEqual([
      "failed",
      ...dates.map(() => "success"),
    ]);
  });

  test("while a subscription is paused: it goes on when it was to, and once a month", {
    meta: { slow: "months of charges" },
  }, async () => {
    const { shop, subscription } = await storeIn(testApp, "Europe/Berlin", 1, "03:00");
    const { id } = await subscription.row();
    await shop.core(`/subscriptions/sub_${id}/pause`, { body: { duration: 20 } });
    const { billingResumesAt } = await subscription.row();
    await moveTo(shop, "America/Los_Angeles");
    expect((await subscription.row()).billingResumesAt).toEqual(billingResumesAt);
    const from = billingResumesAt ?? new Date(0);
    const charged = await expectMonthly(shop, subscription, {
      ...{ from, times: 2, zone: "America/Los_Angeles" },
    });
    expect(charged[0]).toEqual(from);
    expect(charged.length).toBeGreaterThanOrEqual(3);
  });

  test("lets a charge be skipped by its new day, and makes the one after it, a month later", {
    meta: { slow: "months of charges" },
  }, async () => {
    const { shop, due, subscription } = await storeIn(testApp, "Europe/Berlin", 31, "20:00");
    await moveTo(shop, "Asia/Tokyo");
    const { cid, contractId } = subscription;
    const { body, status } = await shop.proxy(`/storefront/portal/${contractId}/changes`, {
      ...{ cid, body: { action: "skip", charge_at: due.toISOString() } },
    });
    expect(status, JSON.stringify(body)).toBe(200);
    const next = (await subscription.row()).nextBillingAt ?? due;
    expect(body.contract.next_billing_date).toBe(formatDate(next, "Asia/Tokyo"));
    // The 31st in the evening in Berlin is the first in Tokyo.
    expect(formatDate(next, "Asia/Tokyo")).toMatch(/-01$/);
    await goTo(shop, addDays(next, 2, "Asia/Tokyo"));
    expect(await subscription.cycles()).toMatchObject([
      { state: "skipped", dueAt: due },
      { state: "paid", dueAt: next },
    ]);
    expect((next.getTime() - due.getTime()) / DAY_MS).toBeGreaterThan(26.9);
  });
});
