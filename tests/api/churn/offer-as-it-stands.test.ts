import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { resumeSubscription } from "#app/domain/subscriptions/pauses/resume-subscription.ts";
import { askPlatform } from "#tests/support/ask-platform.ts";
import {
  type BilledSubscription,
  billedSubscription,
  goTo,
} from "#tests/support/billed-subscription.ts";
import { changeOnPlatform, setLinePrice } from "#tests/support/contract-draft.ts";
import { createOffer, offerFor } from "#tests/support/create-offer.ts";
import { readPublished } from "#tests/support/read-published.ts";
import { startTestApp, type TestApp } from "#tests/support/test-app.ts";
import type { TestShop } from "#tests/support/test-shop.ts";

// A contract changes after its offer was accepted, or the offer comes to its end. What is told of it is what it still does.

let testApp: TestApp;
let shop: TestShop;
let own: BilledSubscription;

beforeAll(async () => {
  testApp = await startTestApp();
});
afterAll(() => testApp.close());
beforeEach(async () => {
  shop = await testApp.createShop({ timezone: "Europe/Berlin", currency: "EUR" });
  await goTo(shop, new Date("2027-02-10T09:00:00Z"));
  own = await billedSubscription(shop, {
    ...{ created_at: "2027-01-20T08:00:00Z", next_billing_date: "2027-02-20T08:00:00Z" },
  });
  await shop.quiet();
});

const flow = async (step = "", body?: object) =>
  shop.proxy(`/storefront/cancel-flow/${own.contractId}${step}`, {
    ...{ cid: own.cid, ...(body && { body }) },
  });

type Rules = Parameters<typeof createOffer>[1];

/** Shows the offer and accepts it. */
async function accept(rules: Rules): Promise<void> {
  const offerId = await createOffer(shop, rules);
  await offerFor(shop, "too_expensive", offerId);
  const { body } = await flow("/reason", { reason: "too_expensive" });
  const given = { flow_id: body.flow_id, offer_id: offerId, idempotency_key: randomUUID() };
  const { status, body: answer } = await flow("/accept", given);
  expect(status, JSON.stringify(answer)).toBe(200);
  await shop.quiet();
}

/** The offer as the dialog has it, which has to be what the account page has. Opening the dialog renews that page, so it is read before. */
async function told() {
  await shop.quiet();
  const { contracts } = (await readPublished(shop, own.cid, "customer_subscription1")) as {
    contracts: { active_offer: unknown }[];
  };
  const offer = (await flow()).body.active_offer;
  expect(contracts[0]?.active_offer).toEqual(offer);
  return offer;
}

const applied = async () =>
  (await shop.proxy(`/membership/churn/${own.contractId}/offers`, { key: shop.key })).body[0];

async function exported(): Promise<string> {
  await shop.quiet();
  return (await shop.proxy("/data/subscriptions", { key: shop.key })).body.data[0].price_with_offer;
}

const charged = async () => (await own.attempts()).map(({ amountMinor }) => Number(amountMinor));

const fifth = {
  type: "discount_price",
  discount_type: "percentage",
  discount_value: 20,
  cycles: 2,
} as const;

describe("what is told of a discount", () => {
  const toldAs = (priceMinor: number, withOfferMinor: number) => ({
    discount: { price_minor: priceMinor, price_with_offer_minor: withOfferMinor },
  });

  test("follows the price of its contract", async () => {
    await accept(fifth);
    await setLinePrice(shop, own.contractId, "30.00");
    expect(await told()).toMatchObject(toldAs(3000, 2400));
    expect(await exported()).toBe("24.00");
    await goTo(shop, new Date("2027-02-21T09:00:00Z"));
    expect(await charged()).toEqual([2400]);
  });

  test("follows what its owner has delivered", async () => {
    await accept(fifth);
    const field =
      "subscriptionDraftLineUpdate(draftId: $id, lineId: $line, input: { quantity: 3 })";
    await changeOnPlatform(shop, own.contractId, field);
    expect(await told()).toMatchObject(toldAs(4500, 3600));
    expect(await exported()).toBe("36.00");
    await goTo(shop, new Date("2027-02-21T09:00:00Z"));
    expect(await charged()).toEqual([3600]);
  });

  test("follows the discount, where the merchant has made it another one", async () => {
    await accept(fifth);
    const { subscriptionContract: contract } = await askPlatform(
      shop,
      "query ($id: ID!) { subscriptionContract(id: $id) { discounts(first: 1) { nodes { id } } } }",
      { id: `gid://shopify/SubscriptionContract/${own.contractId}` },
    );
    const [{ id }] = contract.discounts.nodes;
    const input = "{ value: { percentage: 10 }, recurringCycleLimit: 5 }";
    const field = `subscriptionDraftDiscountUpdate(draftId: $id, discountId: "${id}", input: ${input})`;
    await changeOnPlatform(shop, own.contractId, field);
    expect(await told()).toMatchObject({
      discount: { ...toldAs(1500, 1350).discount, discount_value: 10, cycles: 5 },
    });
    expect((await applied()).reward).toMatchObject({ value: 10, recurring_cycle_limit: 5 });
    await goTo(shop, new Date("2027-02-21T09:00:00Z"));
    expect(await charged()).toEqual([1350]);
  });

  test("leaves out another discount, which is in the amount of the next charge", async () => {
    await accept(fifth);
    const input = '{ title: "By hand", value: { percentage: 50 } }';
    const field = `subscriptionDraftDiscountAdd(draftId: $id, input: ${input})`;
    await changeOnPlatform(shop, own.contractId, field);
    expect(await told()).toMatchObject(toldAs(1500, 1200));
    expect((await flow()).body.contract.next_charge_minor).toBe(600);
  });

  test("is nothing once it is used up, and its place stays taken", async () => {
    await accept({ ...fifth, cycles: 1 });
    expect(await told()).toMatchObject({ discount: { full_price_from: "2027-03-20" } });
    await goTo(shop, new Date("2027-02-21T09:00:00Z"));
    expect(await told()).toBeNull();
    expect(await applied()).toMatchObject({ status: "Active", reward: { usage_count: 1 } });
    await setLinePrice(shop, own.contractId, "30.00");
    expect(await exported()).toBe("12.00");
    const { body } = await flow("/reason", { reason: "too_expensive" });
    expect([body.offer, body.active_offer]).toEqual([null, null]);
  });
});

describe("nothing is told any more", () => {
  test("of a pause that has ended", async () => {
    await accept({ type: "pause", pause_cycles: 1 });
    expect(await told()).toMatchObject({ pause: { cycles: 1 } });
    await goTo(shop, new Date("2027-03-25T09:00:00Z"));
    expect(await told()).toBeNull();
  });

  test("of a pause that somebody has ended early", async () => {
    await accept({ type: "pause", pause_cycles: 1 });
    await resumeSubscription(await shop.context(), await own.row());
    expect(await told()).toBeNull();
  });

  test("of an interval that is another one by now", async () => {
    await accept({ type: "change_frequency", interval_count: 2, interval_name: "month" });
    expect(await told()).toMatchObject({ frequency: { to_count: 2 } });
    const policy = "{ interval: MONTH, intervalCount: 3 }";
    const input = `{ billingPolicy: ${policy}, deliveryPolicy: ${policy} }`;
    const field = `subscriptionDraftUpdate(draftId: $id, input: ${input})`;
    await changeOnPlatform(shop, own.contractId, field);
    expect(await told()).toBeNull();
  });

  test("of credit whose day has passed", async () => {
    await accept({ type: "add_store_credits", credit_amount: "5.00", expires_in_days: 5 });
    expect(await told()).toMatchObject({ credit: { amount_minor: 500 } });
    await goTo(shop, new Date("2027-02-17T09:00:00Z"));
    expect(await told()).toBeNull();
  });
});
