import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { addDays, formatDate, type IntervalUnit } from "#app/lib/zoned-time.ts";
import {
  type BilledSubscription,
  billedSubscription,
  goTo,
} from "#tests/support/billed-subscription.ts";
import { createOffer, offerFor } from "#tests/support/create-offer.ts";
import { startTestApp, type TestApp } from "#tests/support/test-app.ts";
import type { TestShop } from "#tests/support/test-shop.ts";

// A date that the portal shows for a choice is the date of the charge once the choice is made.

const zone = "Europe/Berlin";
let testApp: TestApp;
let shop: TestShop;
let now: Date;

beforeAll(async () => {
  testApp = await startTestApp();
});
afterAll(() => testApp.close());
beforeEach(async () => {
  shop = await testApp.createShop({ timezone: zone, currency: "EUR" });
  now = (await shop.context()).clock.now();
});

const look = async ({ cid, contractId }: BilledSubscription) =>
  (await shop.proxy(`/storefront/portal/${contractId}`, { cid })).body;

async function change({ cid, contractId }: BilledSubscription, body: object) {
  const made = await shop.proxy(`/storefront/portal/${contractId}/changes`, { cid, body });
  expect(made.status, JSON.stringify(made.body)).toBe(200);
  await shop.quiet();
  return made.body;
}

const skipNext = async (own: BilledSubscription) =>
  change(own, { action: "skip", charge_at: (await look(own)).charge_at });

const dayOf = (instant: string | Date) => formatDate(new Date(instant), zone);

const coreDay = async () =>
  dayOf((await shop.core("/subscriptions")).body.data[0].next_billing_date);

describe("a pause of renewals is charged on the day that was shown for it", () => {
  const everyFourDays = () =>
    billedSubscription(shop, {
      ...{ interval_name: "day", interval_count: 4 },
      next_billing_date: addDays(now, 2, zone),
    });

  const cases: [string, (own: BilledSubscription) => Promise<unknown>][] = [
    ["of an active subscription", async () => undefined],
    ["after a skip", skipNext],
    [
      "in a pause, before its first date has passed",
      (own) => change(own, { action: "pause", cycles: 1 }),
    ],
    [
      "in a pause, after its first date has passed",
      async (own) => {
        await change(own, { action: "pause", cycles: 1 });
        await goTo(shop, addDays(now, 3, zone));
      },
    ],
    [
      "in a pause that followed a skip, after both dates have passed",
      async (own) => {
        await skipNext(own);
        await change(own, { action: "pause", cycles: 2 });
        await goTo(shop, addDays(now, 7, zone));
      },
    ],
  ];
  const meta = { slow: "two changes, and the days until the charge" };
  test.each(cases)("%s", { meta }, async (_, before) => {
    const own = await everyFourDays();
    await before(own);
    const { choices } = await look(own);
    const { next_charge_date: shown } = choices.pauses.find(
      ({ cycles }: { cycles: number }) => cycles === 2,
    );
    const made = await change(own, { action: "pause", cycles: 2 });
    expect(made.upcoming[0].date).toBe(shown);
    expect(await coreDay()).toBe(shown);
    const { billingResumesAt } = await own.row();
    await goTo(shop, addDays(billingResumesAt as Date, 1, zone));
    expect((await own.attempts()).map(({ createdAt }) => dayOf(createdAt))).toEqual([shown]);
  });
});

describe("a charge that was skipped before the interval changed is not the one after it", () => {
  test.each<[IntervalUnit, number, number]>([
    ["week", 1, 2],
    ["week", 1, 3],
    ["day", 3, 6],
  ])(
    "every %s %d becomes %d",
    { meta: { slow: "weeks, until two charges are made" } },
    async (unit, count, longer) => {
      const due = addDays(now, 2, zone);
      const own = await billedSubscription(shop, {
        ...{ interval_name: unit, interval_count: count, next_billing_date: due },
      });
      await skipNext(own);
      const offerId = await createOffer(shop, {
        ...{ type: "change_frequency", interval_count: longer, interval_name: unit },
      });
      await offerFor(shop, "too_expensive", offerId);
      const flow = (step: string, body: object) =>
        shop.proxy(`/storefront/cancel-flow/${own.contractId}/${step}`, { cid: own.cid, body });
      const { body } = await flow("reason", { reason: "too_expensive" });
      const key = { flow_id: body.flow_id, offer_id: offerId, idempotency_key: randomUUID() };
      expect((await flow("accept", key)).status).toBe(200);
      await shop.quiet();

      const { upcoming } = await look(own);
      expect(await coreDay()).toBe(dayOf(upcoming[0].date));
      expect(body.offer.frequency.next_billing_date).toBe(upcoming[0].date);
      await goTo(shop, addDays(new Date(`${upcoming[1].date}T12:00:00Z`), 1, zone));
      expect((await own.attempts()).map(({ createdAt }) => dayOf(createdAt))).toEqual([
        upcoming[0].date,
        upcoming[1].date,
      ]);
    },
  );
});
