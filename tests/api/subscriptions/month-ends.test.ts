import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { chargeNextNow } from "#app/domain/billing/changes/charge-next-now.ts";
import { rescheduleCharge } from "#app/domain/billing/changes/reschedule-charge.ts";
import { revokeAppliedOffer } from "#app/domain/churn/activation/revoke-applied-offer.ts";
import type { OfferRules } from "#app/domain/churn/offers/types/offer-types.ts";
import { formatDate, formatDateMinute } from "#app/lib/zoned-time.ts";
import {
  type BilledSubscription,
  billedSubscription,
  goTo,
} from "#tests/support/billed-subscription.ts";
import { createOffer, offerFor } from "#tests/support/create-offer.ts";
import { endedContracts } from "#tests/support/ended-contracts.ts";
import { startTestApp, type TestApp } from "#tests/support/test-app.ts";
import type { TestShop } from "#tests/support/test-shop.ts";

// A contract is charged each month from 31 January. February is too short, so that charge falls on the 28th.

const zone = "Europe/Berlin";
const JANUARY = "2027-01-31T08:00:00Z";
const FEBRUARY = "2027-02-28T08:00:00Z";
const MARCH = "2027-03-31T07:00:00Z";

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
  own = await billedSubscription(shop, { created_at: JANUARY, next_billing_date: FEBRUARY });
  await shop.quiet();
});

const day = (instant: Date | null | undefined) => instant && formatDate(instant, zone);
const onPlatform = async () => (await shop.platformContract(own.contractId))?.nextBillingAt;
const chargedOn = async () => (await own.cycles()).map(({ dueAt }) => day(dueAt));
const look = async () =>
  (await shop.proxy(`/storefront/portal/${own.contractId}`, { cid: own.cid })).body;
const change = async (body: object) => {
  const path = `/storefront/portal/${own.contractId}/changes`;
  const answer = await shop.proxy(path, { cid: own.cid, body });
  expect(answer.status, JSON.stringify(answer.body)).toBe(200);
};

/** Opens the cancel flow, and accepts the offer that it shows. @returns the terms that were shown. */
async function accept(rules: OfferRules) {
  const offerId = await createOffer(shop, rules);
  await offerFor(shop, "not_using_enough", offerId);
  const flow = (step: string, body: object) =>
    shop.proxy(`/storefront/cancel-flow/${own.contractId}/${step}`, { cid: own.cid, body });
  const { body } = await flow("reason", { reason: "not_using_enough" });
  const accepted = await flow("accept", {
    ...{ flow_id: body.flow_id, offer_id: offerId, idempotency_key: "month-ends-please" },
  });
  expect(accepted.status, JSON.stringify(accepted.body)).toBe(200);
  await shop.quiet();
  return body.offer;
}

const everyTwoMonths: OfferRules = {
  type: "change_frequency",
  interval_count: 2,
  interval_name: "month",
};

describe("a charge that a short month has moved from the 31st", () => {
  test("comes two months after the 31st once an offer makes it every two months, as shown and on the platform", async () => {
    const { frequency } = await accept(everyTwoMonths);
    expect(frequency.next_billing_date).toBe("2027-03-31");
    expect(await onPlatform()).toEqual(new Date(MARCH));
    await goTo(shop, new Date("2027-04-02T00:00:00Z"));
    expect(await chargedOn()).toEqual(["2027-03-31"]);
    expect(day(await onPlatform())).toBe("2027-05-31");
  });

  test("comes back to its month when the offer is taken back", async () => {
    await accept(everyTwoMonths);
    const context = await shop.context();
    const { id } = await context.db.prisma.appliedOffer.findFirstOrThrow({
      where: { shopId: context.shop.id },
    });
    await revokeAppliedOffer(context, id);
    await goTo(shop, new Date("2027-02-12T00:00:00Z"));
    expect((await shop.platformContract(own.contractId))?.interval.count).toBe(1);
    expect(await onPlatform()).toEqual(new Date(FEBRUARY));
  });

  test("moves to the 31st of the next month by a pause of one renewal, and goes on from there", async () => {
    const { pause } = await accept({ type: "pause", pause_cycles: 1 });
    expect(pause).toMatchObject({ paused_until: "2027-03-10", next_billing_date: "2027-03-31" });
    expect((await own.row()).billingResumesAt).toEqual(new Date(MARCH));
    await goTo(shop, new Date("2027-05-02T00:00:00Z"));
    expect(await chargedOn()).toEqual(["2027-03-31", "2027-04-30"]);
    expect(day(await onPlatform())).toBe("2027-05-31");
  });

  test("is offered the same dates in the portal", async () => {
    const { choices } = await look();
    expect(choices.pauses[0]).toMatchObject({ next_charge_date: "2027-03-31" });
    await change({ action: "pause", cycles: 1 });
    expect((await own.row()).billingResumesAt).toEqual(new Date(MARCH));
  });

  test("pays until the 31st, which is when it ends if it is canceled after it", async () => {
    await goTo(shop, new Date("2027-03-02T00:00:00Z"));
    await endedContracts(shop, zone).cancel(own);
    expect((await own.row()).endsAt).toEqual(new Date(MARCH));
  });

  test("is followed by one on the 31st where the contract was started again", async () => {
    const portal = endedContracts(shop, zone);
    await portal.cancel(own);
    const { revision } = await portal.look(own);
    expect((await portal.again(own, revision)).status).toBe(200);
    await goTo(shop, new Date("2027-03-02T00:00:00Z"));
    const [, made] = await portal.contractsOf(own);
    expect(day(new Date(made.nextBillingDate))).toBe("2027-03-31");
  });

  test("takes a new day of the month when somebody moves it", async () => {
    const { id } = await own.row();
    const from = new Date(FEBRUARY);
    await rescheduleCharge(await shop.context(), { subscriptionId: id, from, day: "2027-03-30" });
    await goTo(shop, new Date("2027-05-01T00:00:00Z"));
    expect(await chargedOn()).toEqual(["2027-03-30", "2027-04-30"]);
    expect(day(await onPlatform())).toBe("2027-05-30");
  });

  test("that is moved to a day on which the clocks skip its time has its time on the days after", async () => {
    const twoThirty = {
      created_at: "2027-01-20T01:30:00Z",
      next_billing_date: "2027-02-20T01:30:00Z",
    };
    own = await billedSubscription(shop, twoThirty);
    await shop.quiet();
    const { id } = await own.row();
    const from = new Date(twoThirty.next_billing_date);
    await rescheduleCharge(await shop.context(), { subscriptionId: id, from, day: "2027-03-28" });
    await goTo(shop, new Date("2027-05-29T00:00:00Z"));
    const times = (await own.cycles()).map(({ dueAt }) => formatDateMinute(dueAt, zone));
    expect(times).toEqual(["2027-03-28 03:30", "2027-04-28 02:30", "2027-05-28 02:30"]);
  });

  test("is what it was when the platform refuses to move it", async () => {
    const { id } = await own.row();
    const operation = "subscriptionContractSetNextBillingDate";
    await shop.control("refuse-next", { operation, code: "INVALID", message: "No" });
    const move = { subscriptionId: id, from: new Date(FEBRUARY), day: "2027-03-15" };
    await expect(rescheduleCharge(await shop.context(), move)).rejects.toMatchObject({
      code: "platform_refused",
    });
    await goTo(shop, new Date("2027-03-02T00:00:00Z"));
    expect(day(await onPlatform())).toBe("2027-03-31");
  });

  test("takes a new day of the month when it is made now", async () => {
    const { id } = await own.row();
    const shown = (await look()).choices.charge_now.next_charge_date;
    await chargeNextNow(await shop.context(), { subscriptionId: id, from: new Date(FEBRUARY) });
    await shop.quiet();
    expect(shown).toBe("2027-03-10");
    expect(day(await onPlatform())).toBe("2027-03-10");
  });

  test("names the 31st as the day of the full price after a discount for one renewal", async () => {
    const { discount } = await accept({
      ...{ type: "discount_price", discount_type: "percentage", discount_value: 20, cycles: 1 },
    });
    expect(discount.full_price_from).toBe("2027-03-31");
  });
});
