import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { readPortalSettings, savePortalActions } from "#app/domain/portal/save-portal-actions.ts";
import { addDays, addIntervals, formatDate } from "#app/lib/zoned-time.ts";
import { billedSubscription, goTo } from "#tests/support/billed-subscription.ts";
import { startTestApp, type TestApp } from "#tests/support/test-app.ts";
import { callJson, type TestShop } from "#tests/support/test-shop.ts";

// The charges that the portal shows, made and to come, with the charges that are then made as judge.

const zone = "Pacific/Auckland";
const month = { unit: "month", count: 1 } as const;
let testApp: TestApp;
let shop: TestShop;

beforeAll(async () => {
  testApp = await startTestApp();
  shop = await testApp.createShop({ timezone: zone, currency: "EUR" });
});
afterAll(() => testApp.close());

const now = async () => (await shop.context()).clock.now();
const day = (instant: Date) => formatDate(instant, zone);

async function dueInTenDays() {
  const due = addDays(await now(), 10, zone);
  return { due, subscription: await billedSubscription(shop, { next_billing_date: due }) };
}

const look = async ({ cid, contractId }: { cid: number; contractId: number }) =>
  (await shop.proxy(`/storefront/portal/${contractId}`, { cid })).body;

describe("the charges to come", () => {
  test("are six, on the days and with the amounts on which they are then made", async () => {
    const { due, subscription } = await dueInTenDays();
    const { upcoming } = await look(subscription);
    const days = [0, 1, 2, 3, 4, 5].map((count) => day(addIntervals(due, month, count, zone)));
    expect(upcoming).toEqual(days.map((date) => ({ date, amount_minor: 1500 })));
    await goTo(shop, addDays(addIntervals(due, month, 1, zone), 1, zone));
    const [second, first, checkout] = (await look(subscription)).charges;
    expect([first, second].map(({ at }) => day(new Date(at)))).toEqual(days.slice(0, 2));
    expect([first, second].map(({ amount_minor }) => amount_minor)).toEqual([1500, 1500]);
    expect(checkout.status).toBe("paid");
  });

  test("begin with the date after a skip, and with the one after a pause", async () => {
    const { subscription } = await dueInTenDays();
    const { upcoming, charge_at } = await look(subscription);
    const changes = `/storefront/portal/${subscription.contractId}/changes`;
    const skipped = await shop.proxy(changes, {
      cid: subscription.cid,
      body: { action: "skip", charge_at },
    });
    expect(skipped.body.upcoming.slice(0, 5)).toEqual(upcoming.slice(1));
    const paused = await shop.proxy(changes, {
      cid: subscription.cid,
      body: { action: "pause", cycles: 1 },
    });
    expect(paused.body.upcoming).toEqual([upcoming[2]]);
  });

  test("are none of a canceled subscription", async () => {
    const cancelled = await shop.createContract({ status: "cancelled" });
    expect((await look(cancelled)).upcoming).toEqual([]);
  });
});

describe("the charges made", () => {
  test("are told with their orders; one that failed, and one that was paid back, are called so", async () => {
    const { due, subscription } = await dueInTenDays();
    await subscription.nextPayments("success", "EXPIRED_PAYMENT_METHOD");
    await goTo(shop, addDays(due, 1, zone));
    const [paid] = (await look(subscription)).charges;
    expect(paid).toMatchObject({ amount_minor: 1500, currency: "EUR", status: "paid" });
    expect(paid.order_name).toMatch(/^#\d+$/);
    expect(paid.credit_minor).toBeNull();
    const [attempt] = await subscription.attempts();
    await shop.control(`orders/${attempt?.platformOrderId}/refund`, { amount: "5.00" });
    await shop.quiet();
    expect((await look(subscription)).charges[0].status).toBe("partly_refunded");
    await goTo(shop, addDays(addIntervals(due, month, 1, zone), 1, zone));
    const { charges, upcoming } = await look(subscription);
    expect(charges[0]).toMatchObject({ status: "failed", order_name: null, amount_minor: 1500 });
    expect(upcoming).toEqual([]);
  });

  test("lead to the platform's page of their order, which nobody else finds", async () => {
    const { due, subscription } = await dueInTenDays();
    await goTo(shop, addDays(due, 1, zone));
    const [{ receipt_url, order_name }] = (await look(subscription)).charges;
    const open = (address: string) =>
      callJson(`${shop.devstoreUrl}${new URL(address).pathname}`, {
        headers: { "x-forwarded-host": shop.domain },
      });
    const page = await open(receipt_url);
    expect(page.status).toBe(200);
    expect(page.body).toContain(`<h1>${order_name}</h1>`);
    expect(page.body).toContain("15.00");
    const guessed = receipt_url.replace(/[^/]+$/, "0".repeat(32));
    expect((await open(guessed)).status).toBe(404);
  });

  test("are shown without it while the platform does not answer", async () => {
    const { due, subscription } = await dueInTenDays();
    await goTo(shop, addDays(due, 1, zone));
    const { cid, contractId } = subscription;
    // Nothing else of what is then shown is asked of the platform.
    const context = await shop.context();
    const { version } = await readPortalSettings(context, null);
    await savePortalActions(context, { planId: null, version, off: ["reactivate"] });
    await shop.proxy(`/storefront/cancel-flow/${contractId}/cancel`, { cid, body: {} });
    await shop.quiet();
    expect((await look(subscription)).charges[0].receipt_url).toMatch(/^http/);
    await shop.control("fail-next", { status: 500, count: 50 });
    const { charges } = await look(subscription);
    await shop.control("clear-faults", {});
    expect(charges[0]).toMatchObject({ status: "paid", receipt_url: null });
  });
});
