import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { chargeNextNow } from "#app/domain/billing/changes/charge-next-now.ts";
import { rescheduleCharge } from "#app/domain/billing/changes/reschedule-charge.ts";
import { skipNextCharge } from "#app/domain/billing/changes/skip-next-charge.ts";
import { billSubscription } from "#app/domain/billing/charging/bill-subscription.ts";
import { addDays, addInterval, formatDate, formatDateMinute } from "#app/lib/zoned-time.ts";
import {
  type BilledSubscription,
  billedSubscription,
  goTo,
} from "#tests/support/billed-subscription.ts";
import { startTestApp, type TestApp } from "#tests/support/test-app.ts";
import type { TestShop } from "#tests/support/test-shop.ts";

const zone = "Europe/Berlin";
let testApp: TestApp;
let shop: TestShop;

beforeAll(async () => {
  testApp = await startTestApp();
  shop = await testApp.createShop({ timezone: zone, currency: "EUR" });
});
afterAll(() => testApp.close());

/** A subscription that is due in ten days, every month. */
async function upcoming(): Promise<{ due: Date; subscription: BilledSubscription }> {
  const due = addDays((await shop.context()).clock.now(), 10, zone);
  const subscription = await billedSubscription(shop, { next_billing_date: due });
  return { due: (await subscription.row()).nextBillingAt ?? due, subscription };
}

const monthAfter = (date: Date) => addInterval(date, { unit: "month", count: 1 }, zone);
const minuteOf = (date: Date | null) => date && formatDateMinute(date, zone);
const next = async (subscription: BilledSubscription) =>
  minuteOf((await subscription.row()).nextBillingAt);
const keys = async (subscription: BilledSubscription) =>
  (await subscription.charges()).map(({ key }) => key);
const skip = async (subscription: BilledSubscription, dueAt: Date) => {
  const { id } = await subscription.row();
  await skipNextCharge(await shop.context(), { subscriptionId: id, dueAt });
};
const move = async (subscription: BilledSubscription, from: Date, to: Date) => {
  const { id } = await subscription.row();
  const day = formatDate(to, zone);
  await rescheduleCharge(await shop.context(), { subscriptionId: id, from, day });
};
const linesOf = async (subscription: BilledSubscription, wanted: string) =>
  (await subscription.timeline()).filter(({ kind }) => kind === wanted);

describe("the next charge, skipped", () => {
  test("is not made, and the one after it is, on its usual day", async () => {
    const { due, subscription } = await upcoming();
    await skip(subscription, due);
    expect(await next(subscription)).toBe(minuteOf(monthAfter(due)));
    await goTo(shop, addDays(monthAfter(due), 1, zone));
    expect(await keys(subscription)).toEqual([`${subscription.contractId}:2:1`]);
    const twoMonths = addInterval(due, { unit: "month", count: 2 }, zone);
    expect(await next(subscription)).toBe(minuteOf(twoMonths));
  });

  test("sixteen times at once is skipped once, and the one after it stays", async () => {
    const { due, subscription } = await upcoming();
    await Promise.all(Array.from({ length: 16 }, () => skip(subscription, due)));
    await skip(subscription, due);
    expect(await next(subscription)).toBe(minuteOf(monthAfter(due)));
    expect(await linesOf(subscription, "billing.skipped")).toHaveLength(1);
  });

  test("that has been made meanwhile, or is another date, is refused, and nothing is skipped", async () => {
    const { due, subscription } = await upcoming();
    await goTo(shop, addDays(due, 1, zone));
    const changed = { code: "charge_not_retryable", message: expect.stringMatching("meanwhile") };
    await expect(skip(subscription, due)).rejects.toMatchObject(changed);
    await expect(skip(subscription, new Date("2020-01-01"))).rejects.toMatchObject(changed);
    expect(await next(subscription)).toBe(minuteOf(monthAfter(due)));
  });

  test("is passed over on its day when only the platform has heard of it", async () => {
    const { due, subscription } = await upcoming();
    await shop.control("fail-next", {
      status: 502,
      count: 9,
      after: "after-effect",
      operation: "subscriptionBillingCycleScheduleEdit",
    });
    await expect(skip(subscription, due)).rejects.toMatchObject({ code: "platform_unavailable" });
    await shop.control("clear-faults");
    await goTo(shop, addDays(due, 1, zone));
    expect(await keys(subscription)).toEqual([]);
    expect(await next(subscription)).toBe(minuteOf(monthAfter(due)));
  });

  test("on a paused subscription, or beside one that is past due, is refused", async () => {
    const paused = await upcoming();
    await (await shop.context()).platform.pauseContract(paused.subscription.contractId, "merchant");
    await shop.quiet();
    await expect(skip(paused.subscription, paused.due)).rejects.toMatchObject({
      code: "charge_not_retryable",
      message: expect.stringContaining("paused"),
    });
    const { due, subscription } = await upcoming();
    await subscription.nextPayments("EXPIRED_CARD");
    await goTo(shop, addDays(due, 1, zone));
    await expect(skip(subscription, due)).rejects.toMatchObject({
      code: "charge_not_retryable",
      message: expect.stringContaining("past due"),
    });
  });
});

describe("the next charge, moved to another day", () => {
  test.each([
    ["later", 5],
    ["earlier", -5],
  ])("%s, is made then and not before, and later ones are counted from it", async (_, days) => {
    const { due, subscription } = await upcoming();
    const to = addDays(due, days, zone);
    await move(subscription, due, to);
    expect(await next(subscription)).toBe(minuteOf(to));
    await goTo(shop, addDays(to, -1, zone));
    expect(await keys(subscription)).toEqual([]);
    await goTo(shop, addDays(to, 1, zone));
    expect(await keys(subscription)).toEqual([`${subscription.contractId}:1:1`]);
    expect(await next(subscription)).toBe(minuteOf(monthAfter(to)));
    await goTo(shop, addDays(monthAfter(to), 1, zone));
    expect(await keys(subscription)).toHaveLength(2);
  });

  test("again and again to one day stands in the timeline once", async () => {
    const { due, subscription } = await upcoming();
    const to = addDays(due, 3, zone);
    for (let times = 0; times < 3; times += 1) await move(subscription, due, to);
    expect(await next(subscription)).toBe(minuteOf(to));
    expect(await linesOf(subscription, "billing.rescheduled")).toHaveLength(1);
  });

  test("by two people to two days lies on one of them, and the other is told", async () => {
    const { due, subscription } = await upcoming();
    const results = await Promise.allSettled([
      move(subscription, due, addDays(due, 3, zone)),
      move(subscription, due, addDays(due, 4, zone)),
    ]);
    expect(results.filter(({ status }) => status === "rejected")).toHaveLength(1);
    expect(await linesOf(subscription, "billing.rescheduled")).toHaveLength(1);
  });

  test.each([
    ["in the past", -11],
    ["too far away", 400],
  ])("%s, is refused at its field", async (_, days) => {
    const { due, subscription } = await upcoming();
    await expect(move(subscription, due, addDays(due, days, zone))).rejects.toMatchObject({
      code: "invalid_input",
      fields: { day: [expect.stringContaining("Choose")] },
    });
    expect(await next(subscription)).toBe(minuteOf(due));
  });

  test("to a day before one that was skipped is refused: that period is over", async () => {
    const { due, subscription } = await upcoming();
    await skip(subscription, due);
    const now = (await subscription.row()).nextBillingAt ?? due;
    await expect(move(subscription, now, addDays(due, -2, zone))).rejects.toMatchObject({
      fields: { day: [expect.stringContaining("after")] },
    });
  });
});

describe("the next charge, made now", () => {
  const charge = async (subscription: BilledSubscription, from: Date) => {
    const { id } = await subscription.row();
    return chargeNextNow(await shop.context(), { subscriptionId: id, from });
  };

  test("is made once, and later ones are counted from today", async () => {
    const { due, subscription } = await upcoming();
    const { clock } = await shop.context();
    const today = clock.now();
    await charge(subscription, due);
    await shop.quiet();
    expect(await subscription.charges()).toEqual([
      { key: `${subscription.contractId}:1:1`, state: "success" },
    ]);
    const after = (await subscription.row()).nextBillingAt;
    expect(after && formatDate(after, zone)).toBe(formatDate(monthAfter(today), zone));
    await goTo(shop, addDays(due, 2, zone));
    expect(await subscription.charges()).toHaveLength(1);
    expect(await linesOf(subscription, "billing.brought_forward")).toHaveLength(1);
  });

  test("sixteen times at once is made once", async () => {
    const { due, subscription } = await upcoming();
    const all = await Promise.allSettled(
      Array.from({ length: 16 }, () => charge(subscription, due)),
    );
    await shop.quiet();
    expect(await subscription.charges()).toHaveLength(1);
    for (const one of all) {
      if (one.status === "rejected") expect(one.reason.code).toBe("charge_not_retryable");
    }
  });

  test("is made once, although the platform has not moved its date and tells the old one afterwards", async () => {
    const { due, subscription } = await upcoming();
    const fault = { status: 503, count: 4, operation: "subscriptionContractSetNextBillingDate" };
    expect((await shop.control("fail-next", fault)).status).toBe(200);
    await expect(charge(subscription, due)).rejects.toMatchObject({ code: "platform_unavailable" });
    const { clock, db, shop: store } = await shop.context();
    await goTo(shop, new Date(clock.now().getTime() + 5 * 60_000));
    expect(await subscription.charges()).toHaveLength(1);
    const { id } = await subscription.row();
    await db.prisma.subscription.update({
      where: { shopId_id: { shopId: store.id, id } },
      data: { nextBillingAt: due },
    });
    await billSubscription(await shop.context(), id);
    await goTo(shop, addDays(due, 2, zone));
    expect(await subscription.charges()).toHaveLength(1);
  });

  test("is refused for another date than the present one, and while it is paused", async () => {
    const { due, subscription } = await upcoming();
    await expect(charge(subscription, addDays(due, 1, zone))).rejects.toMatchObject({
      code: "charge_not_retryable",
    });
    await (await shop.context()).platform.pauseContract(subscription.contractId, "merchant");
    await shop.quiet();
    await expect(charge(subscription, due)).rejects.toMatchObject({
      message: expect.stringContaining("paused"),
    });
    expect(await subscription.charges()).toEqual([]);
  });
});
