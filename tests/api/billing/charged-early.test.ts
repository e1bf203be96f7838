import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { chargeNextNow } from "#app/domain/billing/changes/charge-next-now.ts";
import { rescheduleCharge } from "#app/domain/billing/changes/reschedule-charge.ts";
import { skipNextCharge } from "#app/domain/billing/changes/skip-next-charge.ts";
import { formatDate } from "#app/lib/zoned-time.ts";
import {
  type BilledSubscription,
  billedSubscription,
  goTo,
} from "#tests/support/billed-subscription.ts";
import { ofStates } from "#tests/support/failing-charges.ts";
import { startTestApp, type TestApp } from "#tests/support/test-app.ts";
import type { TestShop } from "#tests/support/test-shop.ts";

// The charge of 25 February at 08:00 is made by the store's staff on the day before. It is paid: the next one is in March.

const zone = "Europe/Berlin";
let testApp: TestApp;
let shop: TestShop;
let own: BilledSubscription;

beforeAll(async () => {
  testApp = await startTestApp();
});
afterAll(() => testApp.close());
beforeEach(async () => {
  shop = await testApp.createShop({ timezone: zone, currency: "EUR", seed: "goods" });
  await goTo(shop, new Date("2027-02-10T09:00:00Z"));
  own = await billedSubscription(shop, {
    created_at: "2027-01-25T08:00:00Z",
    next_billing_date: "2027-02-25T08:00:00Z",
    kind: "product",
    ...{ interval_name: "month", interval_count: 1 },
  });
  await shop.quiet();
  await goTo(shop, new Date("2027-02-24T12:00:00Z"));
});

async function charge({ isHeard }: { isHeard: boolean }): Promise<void> {
  if (!isHeard) expect((await shop.control("webhooks", { lose: true })).status).toBe(200);
  await own.chargeElsewhere({ by: "staff", cycle_index: 1 });
  await shop.quiet();
}

/** The next charge's day in our row, and in the store's contract. */
async function nextDays(): Promise<string[]> {
  const { platform } = await shop.context();
  const contract = await platform.getContract(own.contractId);
  return [(await own.row()).nextBillingAt, contract?.nextBillingAt].map(
    (at) => at?.toISOString() ?? "none",
  );
}

const MARCH = "2027-03-25T08:00:00.000Z";
const portal = (change: object) =>
  shop.proxy(`/storefront/portal/${own.contractId}/changes`, { cid: own.cid, body: change });

describe("once it is heard of", () => {
  beforeEach(() => charge({ isHeard: true }));

  test("it is among the attempts with its order, and the next date is one interval on", async () => {
    expect(await nextDays()).toEqual([MARCH, MARCH]);
    const [paid] = await own.attempts();
    expect(paid).toMatchObject({ status: "success", cycleIndex: 1 });
    expect(paid?.platformOrderId).not.toBeNull();
    expect((await own.cycles()).map(({ state }) => state)).toEqual(["paid"]);
  });

  test("the days that follow bring one charge each, and none twice", async () => {
    await goTo(shop, new Date("2027-04-26T12:00:00Z"));
    expect(ofStates(await own.charges())).toEqual(["success", "success", "success"]);
    const days = (await own.cycles()).map(({ dueAt }) => formatDate(dueAt, zone));
    expect(days).toEqual(["2027-02-25", "2027-03-25", "2027-04-25"]);
  });

  test("a pause of one renewal leaves March out, as the page says", async () => {
    const { status } = await portal({ action: "pause", cycles: 1 });
    expect(status).toBe(200);
    await goTo(shop, new Date("2027-04-26T12:00:00Z"));
    expect((await own.cycles()).map(({ dueAt }) => formatDate(dueAt, zone))).toEqual([
      "2027-02-25",
      "2027-04-25",
    ]);
  });

  test("who still sees the charge of February cannot make it again", async () => {
    const charge_at = "2027-02-25T08:00:00.000Z";
    const answer = await portal({ action: "charge_now", charge_at });
    expect([answer.status, answer.body.code]).toEqual([409, "charge_not_retryable"]);
    expect(await nextDays()).toEqual([MARCH, MARCH]);
  });
});

describe("while nobody has told of it", () => {
  beforeEach(() => charge({ isHeard: false }));

  const asked = async () => ({ subscriptionId: (await own.row()).id, from: FEBRUARY });
  const FEBRUARY = new Date("2027-02-25T08:00:00.000Z");

  test.each([
    ["made now", async () => chargeNextNow(await shop.context(), await asked())],
    [
      "moved",
      async () => rescheduleCharge(await shop.context(), { ...(await asked()), day: "2027-04-10" }),
    ],
    [
      "skipped",
      async () => {
        const { subscriptionId } = await asked();
        return skipNextCharge(await shop.context(), { subscriptionId, dueAt: FEBRUARY });
      },
    ],
  ])(
    "it is not %s: whoever asks for that learns that it is made, and finds the one of March",
    async (_, change) => {
      await expect(change()).rejects.toMatchObject({ code: "charge_not_retryable" });
      await shop.quiet();
      expect(await nextDays()).toEqual([MARCH, MARCH]);
      expect((await own.cycles()).map(({ state }) => state)).toEqual(["paid"]);
      expect(ofStates(await own.charges())).toEqual(["success"]);
    },
  );
});

test("a charge that comes ten days early pays for its own period, to whose end the subscription lasts when it is canceled", async () => {
  await shop.control("clock", { advance: "PT1S" });
  own = await billedSubscription(shop, {
    created_at: "2027-02-05T08:00:00Z",
    next_billing_date: "2027-03-05T08:00:00Z",
  });
  await shop.quiet();
  await charge({ isHeard: true });
  const april = "2027-04-05T07:00:00.000Z";
  expect(await nextDays()).toEqual([april, april]);
  const page = await shop.proxy(`/storefront/cancel-flow/${own.contractId}`, { cid: own.cid });
  expect(page.body.contract.ends_on).toBe("2027-04-05");
});

test.each(["heard", "lost"] as const)(
  "the period of a charge that comes ten days early stays paid for when its news is %s and the store cancels",
  async (how) => {
    await shop.control("clock", { advance: "PT1S" });
    own = await billedSubscription(shop, {
      created_at: "2027-02-05T08:00:00Z",
      next_billing_date: "2027-03-05T08:00:00Z",
      order: how === "heard",
    });
    await shop.quiet();
    await charge({ isHeard: how === "heard" });
    const { id } = await own.row();
    expect((await shop.core(`/subscriptions/sub_${id}/cancel`, { method: "POST" })).status).toBe(
      200,
    );
    await shop.quiet();
    expect((await own.row()).endsAt?.toISOString()).toBe("2027-04-05T07:00:00.000Z");
  },
);

test("a charge that the staff tries in vain leaves the date as it is", async () => {
  await own.chargeElsewhere({ by: "staff", cycle_index: 1, result: "CARD_DECLINED" });
  await shop.quiet();
  const february = "2027-02-25T08:00:00.000Z";
  expect(await nextDays()).toEqual([february, february]);
  expect(await own.cycles()).toEqual([]);
});
