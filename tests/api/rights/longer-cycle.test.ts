import { afterAll, beforeAll, expect, test } from "vitest";
import { addDays, addInterval } from "#app/lib/zoned-time.ts";
import { goTo } from "#tests/support/billed-subscription.ts";
import { createOffer } from "#tests/support/create-offer.ts";
import {
  ALL_RIGHTS,
  asMerchant,
  asOwner,
  GOLD_ZONE,
  type GoldMember,
  goldMember,
  goldRights,
  NO_RIGHTS,
} from "#tests/support/gold-member.ts";
import { startTestApp, type TestApp } from "#tests/support/test-app.ts";

// An offer of a longer interval makes the cycle longer that runs.

let testApp: TestApp;

beforeAll(async () => {
  testApp = await startTestApp();
});
afterAll(() => testApp.close());

const later = (instant: Date, days: number) => addDays(instant, days, GOLD_ZONE);
const nextDate = async (who: GoldMember) => (await who.row()).nextBillingAt ?? new Date(0);
const monthAfter = (instant: Date) => addInterval(instant, { unit: "month", count: 1 }, GOLD_ZONE);

async function acceptTwoMonths({ shop, contractId }: GoldMember): Promise<void> {
  const rules = { type: "change_frequency", interval_count: 2, interval_name: "month" } as const;
  const offerId = await createOffer(shop, rules, "Every 2 months");
  const path = `/membership/churn/${contractId}/offers/${offerId}/activation`;
  const { status, body } = await shop.proxy(path, { key: shop.key, method: "POST" });
  expect(status, JSON.stringify(body)).toBe(200);
  await shop.quiet();
}

test("whoever accepts it keeps what the membership gives until the next charge, and beyond it once that is made", async () => {
  const who = await goldMember(testApp, 10);
  await acceptTwoMonths(who);
  const next = await nextDate(who);
  expect(next).toEqual(monthAfter(who.paidUntil));
  for (const at of [later(who.paidUntil, 2), later(next, 20)]) {
    await goTo(who.shop, at);
    expect(await goldRights(who)).toEqual(ALL_RIGHTS);
  }
  expect(await who.charges()).toMatchObject([{ state: "success" }]);
});

test("whoever accepts it and cancels has what was paid for, and no day of the longer cycle", async () => {
  const who = await goldMember(testApp, 10);
  await acceptTwoMonths(who);
  await asMerchant(who, "cancel");
  expect((await who.row()).endsAt).toEqual(who.paidUntil);
  await goTo(who.shop, later(who.paidUntil, -1));
  expect(await goldRights(who)).toEqual(ALL_RIGHTS);
  await goTo(who.shop, later(who.paidUntil, 1));
  expect(await goldRights(who)).toEqual(NO_RIGHTS);
});

test("canceled in the days that it has added, a membership ends at once", async () => {
  const who = await goldMember(testApp, 10);
  await acceptTwoMonths(who);
  await goTo(who.shop, later(who.paidUntil, 5));
  await asMerchant(who, "cancel");
  expect(await goldRights(who)).toEqual(NO_RIGHTS);
});

test("a time that nobody has paid for before it was accepted stays without rights", async () => {
  const who = await goldMember(testApp, 10);
  const { body } = await who.shop.proxy(`/storefront/portal/${who.contractId}`, { cid: who.cid });
  await asOwner(who, { action: "skip", charge_at: body.charge_at });
  await acceptTwoMonths(who);
  await goTo(who.shop, later(who.paidUntil, 2));
  expect(await goldRights(who)).toEqual(NO_RIGHTS);
});
