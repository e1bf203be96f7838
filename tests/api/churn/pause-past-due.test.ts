import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { listAttention } from "#app/domain/attention/list-attention.ts";
import { addIntervals, formatDate, type IntervalUnit } from "#app/lib/zoned-time.ts";
import { goTo } from "#tests/support/billed-subscription.ts";
import { createOffer, offerFor } from "#tests/support/create-offer.ts";
import { overdueContract } from "#tests/support/overdue-contract.ts";
import { listPlatformAttempts } from "#tests/support/platform-attempts.ts";
import { startTestApp, type TestApp } from "#tests/support/test-app.ts";
import type { TestShop } from "#tests/support/test-shop.ts";

// Whoever is past due and takes a pause of so many renewals is spared so many, and not one more.

const zone = "America/New_York";
const HOUR_MS = 3_600_000;
let testApp: TestApp;
let shop: TestShop;

beforeAll(async () => {
  testApp = await startTestApp();
});
afterAll(() => testApp.close());
beforeEach(async () => {
  shop = await testApp.createShop({ timezone: zone });
});

type Own = Awaited<ReturnType<typeof overdueContract>>;

/** Shows the offer of a pause and accepts it. @returns what was shown. */
async function pauseFor(own: Own, cycles: number) {
  const offerId = await createOffer(shop, { type: "pause", pause_cycles: cycles });
  await offerFor(shop, "not_using_enough", offerId);
  const flow = (step: string, body: object) =>
    shop.proxy(`/storefront/cancel-flow/${own.contractId}/${step}`, { cid: own.cid, body });
  const { body } = await flow("reason", { reason: "not_using_enough" });
  const accepted = await flow("accept", {
    ...{ flow_id: body.flow_id, offer_id: offerId, idempotency_key: "a-pause-please" },
  });
  expect(accepted.status, JSON.stringify(accepted.body)).toBe(200);
  await shop.quiet();
  return { shown: body.offer.pause, card: accepted.body.contract };
}

const rowOf = async ({ contractId }: Own) => {
  const { db, shop: row } = await shop.context();
  return db.prisma.subscription.findFirstOrThrow({
    where: { shopId: row.id, platformContractId: BigInt(contractId) },
  });
};

/** The day of the next charge, as each interface says it. */
async function toldOf(own: Own): Promise<unknown[]> {
  const { id } = await rowOf(own);
  const { body } = await shop.core(`/subscriptions/sub_${id}`);
  const exported = (await shop.proxy("/data/subscriptions", { key: shop.key })).body.data;
  const portal = await shop.proxy(`/storefront/portal/${own.contractId}`, { cid: own.cid });
  return [
    formatDate(new Date(body.data.next_billing_date), zone),
    exported[0].next_charge_date,
    portal.body.contract.next_billing_date,
  ];
}

test.each<[string, IntervalUnit, number, number]>([
  ["one renewal of a month", "month", 1, 1],
  ["two renewals of a month", "month", 1, 2],
  ["twelve renewals of a week", "week", 1, 12],
  ["one renewal of three days", "day", 3, 1],
])(
  "a pause of %s that is past due is charged on the day that was shown, once",
  async (_, unit, count, cycles) => {
    const interval = { unit, count };
    const own = await overdueContract(shop, 2, { interval_name: unit, interval_count: count });
    const due = (await rowOf(own)).nextBillingAt as Date;
    const { shown, card } = await pauseFor(own, cycles);

    const charged = addIntervals(due, interval, cycles, zone);
    const day = formatDate(charged, zone);
    expect(shown.next_billing_date).toBe(day);
    expect(card.next_billing_date).toBe(day);
    expect(await toldOf(own)).toEqual([day, day, day]);
    const { pausedUntil, billingResumesAt } = await rowOf(own);
    expect(billingResumesAt).toEqual(charged);
    expect((pausedUntil as Date).getTime()).toBeLessThan(charged.getTime());

    await goTo(shop, new Date(charged.getTime() - HOUR_MS / 2));
    expect(await rowOf(own)).toMatchObject({ status: "active", nextBillingAt: charged });
    expect(await listPlatformAttempts(shop)).toHaveLength(1);
    await goTo(shop, new Date(charged.getTime() + HOUR_MS));
    expect(await listPlatformAttempts(shop)).toHaveLength(2);
    expect((await rowOf(own)).nextBillingAt).toEqual(addIntervals(due, interval, cycles + 1, zone));
  },
);

test("a charge that is overdue by more than the pause is made on the next date of its schedule", async () => {
  const own = await overdueContract(shop, 25, { interval_name: "week", interval_count: 1 });
  const due = (await rowOf(own)).nextBillingAt as Date;
  const { shown } = await pauseFor(own, 1);
  const charged = addIntervals(due, { unit: "week", count: 1 }, 4, zone);
  expect(shown.next_billing_date).toBe(formatDate(charged, zone));
  await goTo(shop, new Date(charged.getTime() + HOUR_MS));
  expect(await listPlatformAttempts(shop)).toHaveLength(2);
});

test("a charge whose pause could not be ended in time is made as soon as it can be, and the later ones on their days", async () => {
  const own = await overdueContract(shop, 2);
  await pauseFor(own, 1);
  const planned = (await rowOf(own)).billingResumesAt as Date;
  const later = new Date(planned.getTime() + 5 * HOUR_MS);
  const { db, shop: row } = await shop.context();
  const tryAgainAt = (retryAt: Date) =>
    db.prisma.dueTask.updateMany({
      where: { shopId: row.id, kind: "resume-subscription" },
      data: { retryAt },
    });
  await tryAgainAt(new Date(later.getTime() + HOUR_MS));
  await goTo(shop, later);
  expect(await listPlatformAttempts(shop)).toHaveLength(1);
  await tryAgainAt(new Date(0));
  await goTo(shop, new Date(later.getTime() + HOUR_MS));
  expect(await listPlatformAttempts(shop)).toHaveLength(2);
  expect((await rowOf(own)).nextBillingAt).toEqual(
    addIntervals(planned, { unit: "month", count: 1 }, 1, zone),
  );
});

describe("a charge that a pause has left unpaid", () => {
  const spared = async () =>
    (await listAttention(await shop.context())).filter(({ kind }) => kind === "charge_spared");
  const look = async (own: Own) =>
    (await shop.proxy(`/storefront/portal/${own.contractId}`, { cid: own.cid })).body;
  const change = (own: Own, body: object) =>
    shop.proxy(`/storefront/portal/${own.contractId}/changes`, { cid: own.cid, body });
  const today = async () => formatDate((await shop.context()).clock.now(), zone);

  test("is named to the merchant until the next one is made", async () => {
    const own = await overdueContract(shop, 2);
    expect(await spared()).toEqual([]);
    await pauseFor(own, 1);
    const { id, billingResumesAt } = await rowOf(own);
    expect(await spared()).toMatchObject([{ subscriptionId: id }]);
    await goTo(shop, new Date((billingResumesAt as Date).getTime() + HOUR_MS));
    expect(await spared()).toEqual([]);
  });

  test("is not spared by its owner with a pause of a day: resuming makes the next charge at once", async () => {
    const own = await overdueContract(shop, 2);
    await pauseFor(own, 1);
    await goTo(shop, new Date((await shop.context()).clock.now().getTime() + 24 * HOUR_MS));
    const { choices } = await look(own);
    expect(choices).toMatchObject({ pauses: [], pause_until: null });
    expect(choices.resume).toEqual({ next_charge_date: await today() });
    expect((await change(own, { action: "pause", cycles: 1 })).body).toMatchObject({
      code: "charge_not_retryable",
    });
    expect((await change(own, { action: "resume" })).status).toBe(200);
    await goTo(shop, new Date((await shop.context()).clock.now().getTime() + HOUR_MS));
    expect(await listPlatformAttempts(shop)).toMatchObject([
      { state: "failed" },
      { state: "success" },
    ]);
  });

  test("is the merchant's to leave: whom they resume is charged when the pause has moved the date to", async () => {
    const own = await overdueContract(shop, 2);
    await pauseFor(own, 1);
    await goTo(shop, new Date((await shop.context()).clock.now().getTime() + 24 * HOUR_MS));
    const { id } = await rowOf(own);
    expect((await shop.core(`/subscriptions/sub_${id}/resume`, { method: "POST" })).status).toBe(
      200,
    );
    const { nextBillingAt } = await rowOf(own);
    const inDays =
      ((nextBillingAt as Date).getTime() - (await shop.context()).clock.now().getTime()) /
      (24 * HOUR_MS);
    expect(inDays).toBeGreaterThan(20);
    await shop.quiet();
    expect(await listPlatformAttempts(shop)).toHaveLength(1);
  });
});
