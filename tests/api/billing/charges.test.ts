import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { addDays, addInterval, formatDate, formatDateMinute } from "#app/lib/zoned-time.ts";
import { billedSubscription, goTo } from "#tests/support/billed-subscription.ts";
import { howMany } from "#tests/support/how-many.ts";
import { startTestApp, type TestApp } from "#tests/support/test-app.ts";
import type { TestShop } from "#tests/support/test-shop.ts";

const zone = "Europe/Berlin";
let testApp: TestApp;

beforeAll(async () => {
  testApp = await startTestApp();
});
afterAll(() => testApp.close());

const createShop = () => testApp.createShop({ timezone: zone, currency: "EUR" });
const now = async (shop: TestShop) => (await shop.context()).clock.now();
const inDays = async (shop: TestShop, days: number) => addDays(await now(shop), days, zone);
const minuteOf = (instant: Date | null) => instant && formatDateMinute(instant, zone);

describe("a charge that falls due", () => {
  test("is made once, and the date moves on by one interval", async () => {
    const shop = await createShop();
    const due = await inDays(shop, 3);
    const subscription = await billedSubscription(shop, { next_billing_date: due });
    await goTo(shop, addDays(due, 1, zone));
    expect(await subscription.charges()).toEqual([
      { key: `${subscription.contractId}:1:1`, state: "success" },
    ]);
    const { nextBillingAt, lastChargeMinor } = await subscription.row();
    const month = addInterval(due, { unit: "month", count: 1 }, zone);
    expect(minuteOf(nextBillingAt)).toBe(minuteOf(month));
    expect(lastChargeMinor).toBe(1500n);
    expect((await subscription.timeline()).map(({ kind }) => kind)).toContain("billing.charged");
  });

  test("is made in each month on the same day and at the same hour", async () => {
    const months = howMany(3, 12);
    const shop = await createShop();
    const due = await inDays(shop, 2);
    const subscription = await billedSubscription(shop, { next_billing_date: due });
    await goTo(
      shop,
      addDays(addInterval(due, { unit: "month", count: months - 1 }, zone), 1, zone),
    );
    const charges = await subscription.charges();
    expect(charges.map(({ key }) => key)).toEqual(
      Array.from({ length: months }, (_, index) => `${subscription.contractId}:${index + 1}:1`),
    );
    const cycles = await subscription.cycles();
    expect(cycles.map(({ dueAt }) => minuteOf(dueAt))).toEqual(
      cycles.map((_, count) => minuteOf(addInterval(due, { unit: "month", count }, zone))),
    );
  });

  test("is not made while the subscription is paused, nor after it is canceled", async () => {
    const shop = await createShop();
    const due = await inDays(shop, 3);
    const paused = await billedSubscription(shop, { next_billing_date: due });
    const cancelled = await billedSubscription(shop, { next_billing_date: due });
    await shop.core(`/subscriptions/sub_${(await paused.row()).id}/pause`, {
      body: { duration: 10 },
    });
    await shop.core(`/subscriptions/sub_${(await cancelled.row()).id}/cancel`, { body: {} });
    await goTo(shop, addDays(due, 5, zone));
    expect(await paused.charges()).toEqual([]);
    await goTo(shop, addDays(due, 15, zone));
    expect((await paused.charges()).map(({ state }) => state)).toEqual(["success"]);
    expect(await cancelled.charges()).toEqual([]);
    const [cycle] = await paused.cycles();
    expect(minuteOf(cycle?.dueAt ?? null)).toBe(minuteOf(addDays(due, 10, zone)));
  });

  test("is not made again when the platform has charged the cycle already", async () => {
    const shop = await createShop();
    const due = await inDays(shop, 3);
    const subscription = await billedSubscription(shop, { next_billing_date: due });
    const { platform, clock } = await shop.context();
    await goTo(shop, addDays(due, -1, zone));
    expect(clock.now() < due).toBe(true);
    await platform.createBillingAttempt(subscription.contractId, {
      idempotencyKey: "by hand",
      cycleIndex: 1,
      allowsOverselling: false,
    });
    await goTo(shop, addDays(due, 2, zone));
    expect((await subscription.charges()).map(({ key }) => key)).toEqual(["by hand"]);
    const month = addInterval(due, { unit: "month", count: 1 }, zone);
    expect(minuteOf((await subscription.row()).nextBillingAt)).toBe(minuteOf(month));
  });

  test("is passed over when the cycle was skipped on the platform, and the next one is made", async () => {
    const shop = await createShop();
    const due = await inDays(shop, 3);
    const subscription = await billedSubscription(shop, { next_billing_date: due });
    const { platform } = await shop.context();
    await platform.skipBillingCycle(subscription.contractId, 1);
    const month = addInterval(due, { unit: "month", count: 1 }, zone);
    await goTo(shop, addDays(month, 1, zone));
    expect((await subscription.charges()).map(({ key }) => key)).toEqual([
      `${subscription.contractId}:2:1`,
    ]);
    const lines = (await subscription.timeline()).map(({ message }) => message);
    expect(lines).toContain(
      `The charge of ${formatDate(due, zone)} is not made: it was skipped on the platform.`,
    );
  });

  test("was due before the app was installed: it is not made, and the date is the next one to come", async () => {
    const shop = await createShop();
    const due = addDays(await now(shop), -40, zone);
    const subscription = await billedSubscription(shop, {
      created_at: addDays(due, -100, zone),
      next_billing_date: due,
    });
    await goTo(shop, addDays(await now(shop), 1, zone));
    expect(await subscription.charges()).toEqual([]);
    const months = addInterval(due, { unit: "month", count: 2 }, zone);
    expect(minuteOf((await subscription.row()).nextBillingAt)).toBe(minuteOf(months));
  });
});

describe("while nobody was there to charge", () => {
  test("weekly charges of nine days are made one after the other, each once", async () => {
    const shop = await createShop();
    const due = await inDays(shop, 2);
    const subscription = await billedSubscription(shop, {
      next_billing_date: due,
      interval_name: "week",
      interval_count: 1,
    });
    // The clock jumps: nothing was run on the way.
    const { db, shop: row } = await shop.context();
    await shop.control("clock", { advance: "PT1S" });
    await db.prisma.dueTask.updateMany({
      where: { shopId: row.id, kind: "bill-subscription", doneAt: null },
      data: { dueAt: addDays(due, 9, zone) },
    });
    await goTo(shop, addDays(due, 10, zone));
    expect((await subscription.charges()).map(({ key }) => key)).toEqual([
      `${subscription.contractId}:1:1`,
      `${subscription.contractId}:2:1`,
    ]);
    const { nextBillingAt } = await subscription.row();
    expect(minuteOf(nextBillingAt)).toBe(minuteOf(addDays(due, 14, zone)));
  });

  test("webhooks of attempts are lost: the end of each charge is asked for", async () => {
    const shop = await createShop();
    const due = await inDays(shop, 2);
    const subscription = await billedSubscription(shop, { next_billing_date: due });
    expect((await shop.control("webhooks", { lose: 50 })).status).toBe(200);
    await goTo(shop, addDays(due, 1, zone));
    expect((await subscription.charges()).map(({ state }) => state)).toEqual(["success"]);
    expect((await subscription.attempts()).map(({ status }) => status)).toEqual(["success"]);
    const month = addInterval(due, { unit: "month", count: 1 }, zone);
    expect(minuteOf((await subscription.row()).nextBillingAt)).toBe(minuteOf(month));
  });

  test("webhooks come five times and out of order: nothing is charged twice", {
    meta: { slow: "months of charges" },
  }, async () => {
    const shop = await createShop();
    const due = await inDays(shop, 2);
    const subscription = await billedSubscription(shop, { next_billing_date: due });
    const asked = await shop.control("webhooks", { duplicate: 4, reorder: true });
    expect(asked.status).toBe(200);
    await goTo(shop, addDays(addInterval(due, { unit: "month", count: 2 }, zone), 1, zone));
    expect((await subscription.charges()).map(({ key }) => key)).toEqual(
      [1, 2, 3].map((index) => `${subscription.contractId}:${index}:1`),
    );
    const charged = (await subscription.timeline()).filter(
      ({ kind }) => kind === "billing.charged",
    );
    expect(charged).toHaveLength(3);
  });
});
