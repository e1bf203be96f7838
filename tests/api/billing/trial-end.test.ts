import { afterAll, beforeAll, expect, test } from "vitest";
import { setPlanPolicies } from "#app/domain/store-credit/policies/set-plan-policies.ts";
import { isTrialFee } from "#app/domain/subscriptions/charges/trial-fee.ts";
import { addDays, addInterval } from "#app/lib/zoned-time.ts";
import { goTo } from "#tests/support/billed-subscription.ts";
import { startTestApp, type TestApp } from "#tests/support/test-app.ts";
import type { TestShop } from "#tests/support/test-shop.ts";
import {
  buy,
  chargesOf,
  fourteen,
  linesOfTimeline,
  rowOf,
  trialShop,
  zone,
} from "#tests/support/trials.ts";

let testApp: TestApp;

beforeAll(async () => {
  testApp = await startTestApp();
});
afterAll(() => testApp.close());

/** What each full charge of the plan gives. */
async function setCredit(shop: TestShop, platformPlanId: number, amount: string): Promise<void> {
  const context = await shop.context();
  const plan = await context.db.prisma.plan.findFirstOrThrow({
    where: { shopId: context.shop.id, platformPlanId: BigInt(platformPlanId) },
  });
  const policy = { planId: String(plan.id), amount, expiryMonths: null, forfeitOnCancel: false };
  await setPlanPolicies(context, { policies: [policy] });
}

/** The amounts that were given, oldest first. */
async function creditOf(shop: TestShop): Promise<number[]> {
  const { db, shop: store } = await shop.context();
  const entries = await db.prisma.creditEntry.findMany({
    where: { shopId: store.id },
    orderBy: { id: "asc" },
  });
  return entries.map(({ amountMinor }) => Number(amountMinor));
}

test("a subscription with a trial pays the fee at the checkout, then nothing until the trial's end, then the full price every month", {
  meta: { slow: "a trial and a month pass" },
}, async () => {
  const { shop, planId } = await trialShop(testApp, fourteen);
  await setCredit(shop, planId, "10.00");
  const contractId = await buy(shop, planId);
  await shop.quiet();
  const row = await rowOf(shop, contractId);
  const end = addDays(row.platformCreatedAt, 14, zone);
  expect(row).toMatchObject({
    trialState: "running",
    trialEndsAt: end,
    nextBillingAt: end,
    paidUntil: end,
    lastChargeMinor: 100n,
    nextChargeMinor: 1490n,
  });
  expect(await creditOf(shop)).toEqual([]);
  expect(isTrialFee(row, "checkout")).toBe(true);
  expect(isTrialFee(row, "billing_attempt")).toBe(false);
  const [line, ...others] = await linesOfTimeline(shop, row.id, "subscription.trial_started");
  expect(others).toEqual([]);
  expect(line?.message).toMatch(/^Trial until \d{4}-\d\d-\d\d\. Then 14\.90 EUR is charged\.$/);

  await goTo(shop, addDays(end, 1, zone));
  const after = addInterval(end, { unit: "month", count: 1 }, zone);
  expect(await rowOf(shop, contractId)).toMatchObject({
    trialState: "over",
    trialEndsAt: end,
    nextBillingAt: after,
  });
  expect(await chargesOf(shop, row.id)).toEqual([1490]);
  expect(await creditOf(shop)).toEqual([1000]);
  const { db, shop: store } = await shop.context();
  const causeKey = { startsWith: `subscription:${row.id}:` };
  const mails = await db.prisma.mail.findMany({ where: { shopId: store.id, causeKey } });
  expect(mails.map((mail) => [mail.kind, mail.state])).toEqual([["trial_ending", "sent"]]);
  await goTo(shop, addDays(after, 1, zone));
  expect(await chargesOf(shop, row.id)).toEqual([1490, 1490]);
});
