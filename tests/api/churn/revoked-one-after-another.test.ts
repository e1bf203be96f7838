import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { revokeAppliedOffer } from "#app/domain/churn/activation/revoke-applied-offer.ts";
import { addDays } from "#app/lib/zoned-time.ts";
import {
  type BilledSubscription,
  billedSubscription,
  goTo,
} from "#tests/support/billed-subscription.ts";
import { createOffer } from "#tests/support/create-offer.ts";
import { startTestApp, type TestApp } from "#tests/support/test-app.ts";
import type { TestShop } from "#tests/support/test-shop.ts";

// Once no offer of another interval is left, a contract has the interval that it had before the first.

const zone = "Europe/Berlin";
let testApp: TestApp;
let shop: TestShop;
let now: Date;
let own: BilledSubscription;

beforeAll(async () => {
  testApp = await startTestApp();
});
afterAll(() => testApp.close());
beforeEach(async () => {
  shop = await testApp.createShop({ timezone: zone, currency: "EUR" });
  now = (await shop.context()).clock.now();
  own = await billedSubscription(shop, {
    ...{ interval_name: "month", interval_count: 1, next_billing_date: addDays(now, 10, zone) },
  });
});

async function take(months: number): Promise<void> {
  const offerId = await createOffer(shop, {
    ...{ type: "change_frequency", interval_count: months, interval_name: "month" },
  });
  const path = `/membership/churn/${own.contractId}/offers/${offerId}/activation`;
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

/** Until so many days from the beginning of the test. */
async function pass(days: number): Promise<void> {
  await goTo(shop, addDays(now, days, zone));
  await shop.quiet();
}

const months = async () => (await shop.platformContract(own.contractId))?.interval.count;

const slow = { meta: { slow: "offers, and days until their graces are over" } };

test("the second accepted in the grace of the first, and revoked after it", slow, async () => {
  await take(2);
  await revoke();
  await take(3);
  await pass(2);
  expect(await months()).toBe(3);
  await revoke();
  await pass(4);
  expect(await months()).toBe(1);
  expect((await own.row()).nextBillingAt?.toISOString().slice(0, 10)).toBe(
    addDays(now, 10, zone).toISOString().slice(0, 10),
  );
});

test(
  "three, each accepted in the grace of the one before, and all revoked within one day",
  slow,
  async () => {
    await take(2);
    await revoke();
    await take(3);
    await revoke();
    await take(6);
    await revoke();
    expect(await months()).toBe(6);
    await pass(2);
    expect(await months()).toBe(1);
  },
);

test(
  "an offer that has the interval of the one in its grace keeps it, until it is revoked itself",
  slow,
  async () => {
    await take(2);
    await revoke();
    await take(2);
    await pass(2);
    expect(await months()).toBe(2);
    await revoke();
    await pass(4);
    expect(await months()).toBe(1);
  },
);

test(
  "an interval that the owner has chosen in the grace is the one that they get back",
  slow,
  async () => {
    await take(2);
    await revoke();
    const { platform } = await shop.context();
    const draft = await platform.draftContractChange(own.contractId, {
      ...{ kind: "change_interval", interval: { unit: "month", count: 4 }, nextBillingAt: null },
    });
    await platform.commitContractChange(draft.draftId, own.contractId);
    await shop.quiet();
    await take(6);
    await revoke();
    await pass(3);
    expect(await months()).toBe(4);
  },
);
