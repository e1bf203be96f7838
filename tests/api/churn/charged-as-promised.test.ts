import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, expect, test } from "vitest";
import { goTo } from "#tests/support/billed-subscription.ts";
import { createOffer, offerFor } from "#tests/support/create-offer.ts";
import { startTestApp, type TestApp } from "#tests/support/test-app.ts";
import type { TestShop } from "#tests/support/test-shop.ts";

// A discount on several lines is the sum of the lines, each rounded as the platform does: what is promised is charged.

let testApp: TestApp;
let shop: TestShop;
let planId: number;

beforeAll(async () => {
  testApp = await startTestApp();
  shop = await testApp.createShop({ currency: "EUR", seed: "goods" });
  const groups = await (await shop.context()).platform.listPlanGroups();
  const plans = groups.flatMap((group) => group.plans);
  // 15 % off: 14.91 is sold for 12.67, and 26.91 for 22.87.
  planId = plans.find(({ name }) => name.startsWith("Every 2 weeks"))?.planId ?? Number.NaN;
});
afterAll(() => testApp.close());

/** A subscription of products, each sold so many times. */
async function subscribe(goods: { price: string; quantity: number }[]) {
  const lines = [];
  for (const { price, quantity } of goods) {
    const title = `Tea ${randomUUID()}`;
    const { body } = await shop.control("products", { title, price });
    lines.push({ variant_id: body.variant_id, quantity, plan_id: planId });
  }
  const { contract_id } = await shop.act("orders", { cid: 1001, lines });
  await shop.quiet();
  return contract_id as number;
}

/** The offer as the shopper is shown it, and what it comes to. */
async function promised(contractId: number, rules: { percentage: number } | { amount: number }) {
  const offerId = await createOffer(shop, {
    type: "discount_price",
    ...("percentage" in rules
      ? { discount_type: "percentage", discount_value: rules.percentage }
      : { discount_type: "fixed_amount", discount_value: rules.amount }),
    cycles: 2,
  });
  await offerFor(shop, "too_expensive", offerId, -offerId);
  const ask = (step: string, body: object) =>
    shop.proxy(`/storefront/cancel-flow/${contractId}/${step}`, { cid: 1001, body });
  const { body } = await ask("reason", { reason: "too_expensive" });
  expect(body.offer).toMatchObject({ id: offerId, type: "discount_price" });
  const acceptance = { flow_id: body.flow_id, offer_id: offerId, idempotency_key: randomUUID() };
  const accepted = await ask("accept", acceptance);
  expect(accepted.status, JSON.stringify(accepted.body)).toBe(200);
  await shop.quiet();
  return Number(body.offer.discount.price_with_offer_minor);
}

const rowOf = async (contractId: number) => {
  const { db, shop: row } = await shop.context();
  return db.prisma.subscription.findFirstOrThrow({
    where: { shopId: row.id, platformContractId: BigInt(contractId) },
    include: { appliedOffers: true },
  });
};

test.each([
  {
    what: "a percentage on two lines",
    goods: [
      { price: "14.91", quantity: 1 },
      { price: "26.91", quantity: 1 },
    ],
    rules: { percentage: 20 },
    minor: 2844,
  },
  {
    what: "a percentage on several pieces of a line",
    goods: [{ price: "14.91", quantity: 7 }],
    rules: { percentage: 25 },
    // 25 % of 12.67 is 3.1675.
    minor: 7 * (1267 - 316),
  },
  {
    what: "an amount over three lines that it does not divide by",
    goods: [
      { price: "14.91", quantity: 1 },
      { price: "14.91", quantity: 2 },
      { price: "26.91", quantity: 1 },
    ],
    rules: { amount: 10 },
    minor: 3 * 1267 + 2287 - 1000,
  },
])(
  "$what: the offer, the card, the portal and the charge say one amount",
  async ({ goods, rules, minor }) => {
    const contractId = await subscribe(goods);
    expect(await promised(contractId, rules)).toBe(minor);

    const { appliedOffers, nextChargeMinor, deliveryMinor, nextBillingAt } =
      await rowOf(contractId);
    expect(appliedOffers.map((one) => Number(one.priceWithOfferMinor))).toEqual([minor]);
    expect(Number(nextChargeMinor)).toBe(minor + Number(deliveryMinor));
    const card = await shop.proxy(`/storefront/cancel-flow/${contractId}`, { cid: 1001 });
    expect(card.body.contract.active_offer.discount.price_with_offer_minor).toBe(minor);
    const portal = await shop.proxy(`/storefront/portal/${contractId}`, { cid: 1001 });
    const [first, second, third] = portal.body.upcoming;
    const withDelivery = minor + Number(deliveryMinor);
    expect([first.amount_minor, second.amount_minor]).toEqual([withDelivery, withDelivery]);
    expect(third.amount_minor).toBeGreaterThan(withDelivery);

    await goTo(shop, new Date((nextBillingAt ?? new Date()).getTime() + 60_000));
    await shop.quiet();
    const { lastChargeMinor } = await rowOf(contractId);
    expect(Number(lastChargeMinor)).toBe(withDelivery);
  },
);
