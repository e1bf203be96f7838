import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { revokeAppliedOffer } from "#app/domain/churn/activation/revoke-applied-offer.ts";
import { setRenewalChoice } from "#app/domain/store-credit/renewals/renewal-choice.ts";
import { addDays } from "#app/lib/zoned-time.ts";
import { goTo } from "#tests/support/billed-subscription.ts";
import { createOffer } from "#tests/support/create-offer.ts";
import { dueIn, received, renewals, zone } from "#tests/support/mails-by-date.ts";
import { startTestApp, type TestApp } from "#tests/support/test-app.ts";
import type { TestShop } from "#tests/support/test-shop.ts";

// A discount that was revoked lowers the charges of its grace. Those after it are told as they will be.

let testApp: TestApp;
let shop: TestShop;

beforeAll(async () => {
  testApp = await startTestApp();
});
afterAll(() => testApp.close());
beforeEach(async () => {
  shop = await testApp.createShop({ timezone: zone, currency: "EUR", seed: "goods" });
});

type Own = Awaited<ReturnType<typeof dueIn>>;

async function take({ contractId }: Own, percent: number, cycles: number | null = null) {
  const offerId = await createOffer(shop, {
    ...{ type: "discount_price", discount_type: "percentage", discount_value: percent, cycles },
  });
  const path = `/membership/churn/${contractId}/offers/${offerId}/activation`;
  expect((await shop.proxy(path, { method: "POST", key: shop.key })).status).toBe(200);
  await shop.quiet();
}

async function revoke(): Promise<void> {
  const context = await shop.context();
  const { id } = await context.db.prisma.appliedOffer.findFirstOrThrow({
    where: { shopId: context.shop.id, state: "active" },
  });
  await revokeAppliedOffer(context, id);
  await shop.quiet();
}

async function told({ cid, contractId }: Own) {
  const portal = (await shop.proxy(`/storefront/portal/${contractId}`, { cid })).body;
  const flow = (await shop.proxy(`/storefront/cancel-flow/${contractId}`, { cid })).body;
  return {
    portal: portal.contract.next_charge_minor,
    upcoming: portal.upcoming
      .slice(0, 2)
      .map(({ amount_minor }: { amount_minor: number }) => amount_minor),
    dialog: flow.contract.next_charge_minor,
    chargeNow: portal.choices.charge_now?.amount_minor,
  };
}

const paid = async (own: Own) => (await own.attempts()).map(({ amountMinor }) => amountMinor);

const slow = { meta: { slow: "an offer, and the days until the charge" } };

test.each<[string, number, number | null]>([
  ["half of it, of each charge", 50, null],
  ["half of it, of three charges", 50, 3],
  ["all of it", 100, null],
])(
  "a charge after the grace is told without the discount: %s",
  slow,
  async (_, percent, cycles) => {
    const own = await dueIn(shop, 4);
    await take(own, percent, cycles);
    await revoke();
    expect(await told(own)).toEqual({
      ...{ portal: 1500, upcoming: [1500, 1500], dialog: 1500 },
      chargeNow: 15 * (100 - percent),
    });
    await goTo(shop, addDays(own.due, 1, zone));
    expect(await paid(own)).toEqual([1500n]);
  },
);

test(
  "a charge within the grace is told with the discount, and those after it without",
  slow,
  async () => {
    const own = await dueIn(shop, 1);
    await take(own, 50);
    await revoke();
    expect(await told(own)).toMatchObject({ portal: 750, upcoming: [750, 1500], dialog: 750 });
    await goTo(shop, addDays(own.due, 2, zone));
    expect(await paid(own)).toEqual([750n]);
  },
);

test("one that stays beside another is told with it alone", slow, async () => {
  const own = await dueIn(shop, 4);
  await take(own, 50);
  await revoke();
  await take(own, 20);
  expect(await told(own)).toMatchObject({ portal: 1200, upcoming: [1200, 1200], dialog: 1200 });
  await goTo(shop, addDays(own.due, 1, zone));
  expect(await paid(own)).toEqual([1200n]);
});

test("the receipt of a change names what is charged after it", async () => {
  const own = await dueIn(shop, 4);
  await take(own, 50);
  await revoke();
  const { cid, contractId } = own;
  const { charge_at } = (await shop.proxy(`/storefront/portal/${contractId}`, { cid })).body;
  const body = { action: "skip", charge_at };
  expect((await shop.proxy(`/storefront/portal/${contractId}/changes`, { cid, body })).status).toBe(
    200,
  );
  const [mail] = await received(shop, /Your change/);
  expect(mail?.text).toContain("€15.00");
  expect(mail?.text).not.toContain("€7.50");
});

test(
  "the mail before the charge names what is charged, and what credit pays of it",
  slow,
  async () => {
    const own = await dueIn(shop, 5);
    await take(own, 50);
    await revoke();
    await shop.core(`/store-credits/${own.cid}/add`, { body: { amount: 10, reason: "Sorry" } });
    const { customerId } = await own.row();
    await setRenewalChoice(await shop.context(), customerId as bigint, true);
    await goTo(shop, addDays(own.due, -1, zone));
    const [mail] = await renewals(shop);
    expect(mail?.text).toContain("charge €5.00 to");
    expect(mail?.text).toContain("Amount: €15.00");
    await goTo(shop, addDays(own.due, 1, zone));
    expect(await paid(own)).toEqual([500n]);
  },
);
