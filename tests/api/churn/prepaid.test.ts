import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { revokeAppliedOffer } from "#app/domain/churn/activation/revoke-applied-offer.ts";
import { addDays } from "#app/lib/zoned-time.ts";
import { billedSubscription } from "#tests/support/billed-subscription.ts";
import { createOffer, offerFor } from "#tests/support/create-offer.ts";
import { anchorsOf, makePrepaid, rhythmOf, sixBoxes } from "#tests/support/prepaid.ts";
import { startTestApp, type TestApp } from "#tests/support/test-app.ts";
import type { TestShop } from "#tests/support/test-shop.ts";

// A prepaid contract has two intervals: one payment, several deliveries. What an offer does to the one, the other must bear.

let testApp: TestApp;
let shop: TestShop;

beforeAll(async () => {
  testApp = await startTestApp();
  shop = await testApp.createShop({ seed: "goods" });
});
afterAll(() => testApp.close());

const everyYear = { type: "change_frequency", interval_count: 12, interval_name: "month" } as const;
const everyTwoMonths = { ...everyYear, interval_count: 2 } as const;
const everyEightWeeks = { ...everyYear, interval_count: 8, interval_name: "week" } as const;
const percentOff = {
  ...({ type: "discount_price", discount_type: "percentage" } as const),
  ...{ discount_value: 10, cycles: 1 },
};

const monthly = { kind: "product", interval_name: "month", interval_count: 1 };

const activate = (contractId: number, offerId: number) =>
  shop.proxy(`/membership/churn/${contractId}/offers/${offerId}/activation`, {
    ...{ key: shop.key, method: "POST" },
  });

const withdrawn = async (contractId: number) => {
  const context = await shop.context();
  const { db, shop: row } = context;
  const applied = await db.prisma.appliedOffer.findFirstOrThrow({
    where: { shopId: row.id, subscription: { platformContractId: BigInt(contractId) } },
    orderBy: { id: "desc" },
  });
  return { context, applied };
};

describe("another interval as an offer to a prepaid contract", () => {
  test("is refused with 422 that says why: six boxes stay six boxes, each payment as before", async () => {
    const own = await billedSubscription(shop, sixBoxes);
    const { contractId } = own;
    const { status, body } = await activate(contractId, await createOffer(shop, everyYear));
    expect(status).toBe(422);
    expect(body.message).toMatch(/prepaid/i);
    const { kind, message } = (await own.timeline()).at(-1) ?? {};
    expect([kind, message]).toEqual(["offer.refused", expect.stringMatching(/prepaid/)]);
    // Its place is free for an offer that fits.
    expect((await activate(contractId, await createOffer(shop, percentOff))).status).toBe(200);
    expect(await rhythmOf(shop, contractId)).toEqual(["6 month", "1 month"]);
  });

  test("is never shown: the next offer that fits is", async () => {
    const { contractId, cid } = await shop.createContract(sixBoxes);
    await offerFor(shop, "enough_items", await createOffer(shop, everyYear, "Yearly"), -2);
    await offerFor(shop, "enough_items", await createOffer(shop, percentOff, "A tenth off"), -1);
    const path = `/storefront/cancel-flow/${contractId}/reason`;
    const { body } = await shop.proxy(path, { cid, body: { reason: "enough_items" } });
    expect(body.offer).toMatchObject({ type: "discount_price", name: "A tenth off" });
  });

  test("is refused too where the contract has become prepaid and the webhook was lost", async () => {
    const { contractId } = await shop.createContract(monthly);
    const offerId = await createOffer(shop, everyYear);
    await shop.control("webhooks", { lose: true });
    await makePrepaid(shop, contractId);
    const { status } = await activate(contractId, offerId);
    await shop.control("webhooks", { lose: false });
    expect(status).toBe(422);
    expect(await rhythmOf(shop, contractId)).toEqual(["6 month", "1 month"]);
  });

  test("goes to one whose year is twelve months: a payment, a delivery", async () => {
    const yearly = { interval_name: "year", interval_count: 1 };
    const twelve = { delivery_interval_name: "month", delivery_interval_count: 12 };
    const { contractId } = await shop.createContract({ kind: "product", ...yearly, ...twelve });
    const offer = { ...everyYear, interval_count: 18 } as const;
    expect((await activate(contractId, await createOffer(shop, offer))).status).toBe(200);
    expect(await rhythmOf(shop, contractId)).toEqual(["18 month", "18 month"]);
  });

  test("leaves what else an offer may be: a discount for a renewal, and a pause that counts renewals", async () => {
    const next = addDays((await shop.context()).clock.now(), 20, "Europe/Berlin");
    const own = await billedSubscription(shop, { ...sixBoxes, next_billing_date: next });
    const pause = { type: "pause", pause_cycles: 1 } as const;
    expect((await activate(own.contractId, await createOffer(shop, pause))).status).toBe(200);
    const { billingResumesAt } = await own.row();
    const days = ((billingResumesAt?.getTime() ?? 0) - next.getTime()) / 86_400_000;
    // Six months, not one.
    expect(days).toBeGreaterThan(170);
    const other = await shop.createContract(sixBoxes);
    const discounted = await activate(other.contractId, await createOffer(shop, percentOff));
    expect(discounted.status).toBe(200);
    expect(await rhythmOf(shop, other.contractId)).toEqual(["6 month", "1 month"]);
  });
});

describe("an offer of another interval that is taken back", () => {
  test("brings back both intervals", async () => {
    const { contractId } = await shop.createContract(monthly);
    await activate(contractId, await createOffer(shop, everyTwoMonths));
    expect(await rhythmOf(shop, contractId)).toEqual(["2 month", "2 month"]);
    await takeBack(contractId);
    expect(await rhythmOf(shop, contractId)).toEqual(["1 month", "1 month"]);
  });

  test("leaves a contract that was made prepaid since as it is", async () => {
    const { contractId } = await shop.createContract(monthly);
    const sixMonths = { ...everyYear, interval_count: 6 } as const;
    await activate(contractId, await createOffer(shop, sixMonths));
    await makePrepaid(shop, contractId);
    await shop.quiet();
    await takeBack(contractId);
    expect(await rhythmOf(shop, contractId)).toEqual(["6 month", "1 month"]);
  });

  test("brings back the fixed days of charges and deliveries, which another unit has none of", async () => {
    const day = [{ type: "MONTHDAY", day: 15 }];
    const anchors = { billing_anchors: day, delivery_anchors: [{ type: "MONTHDAY", day: 20 }] };
    const { contractId } = await shop.createContract({ ...monthly, ...anchors });
    const before = await anchorsOf(shop, contractId);
    expect(before).toEqual([[{ type: "MONTHDAY", day: 15 }], [{ type: "MONTHDAY", day: 20 }]]);
    await activate(contractId, await createOffer(shop, everyEightWeeks));
    expect(await anchorsOf(shop, contractId)).toEqual([[], []]);
    await takeBack(contractId);
    expect(await anchorsOf(shop, contractId)).toEqual(before);
    expect(await rhythmOf(shop, contractId)).toEqual(["1 month", "1 month"]);
  });

  test("keeps them all along where the unit stays", async () => {
    const day = [{ type: "MONTHDAY", day: 15 }];
    const anchors = { billing_anchors: day, delivery_anchors: [{ type: "MONTHDAY", day: 20 }] };
    const { contractId } = await shop.createContract({ ...monthly, ...anchors });
    const before = await anchorsOf(shop, contractId);
    await activate(contractId, await createOffer(shop, everyTwoMonths));
    expect(await anchorsOf(shop, contractId)).toEqual(before);
  });
});

async function takeBack(contractId: number) {
  const { context, applied } = await withdrawn(contractId);
  await revokeAppliedOffer(context, applied.id);
  await shop.quiet();
  expect((await shop.control("clock", { advance: "P1DT1H" })).status).toBe(200);
}
