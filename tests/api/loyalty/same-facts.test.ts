import { afterAll, beforeAll, expect, test } from "vitest";
import type { ShopContext } from "#app/domain/context.ts";
import { createRule } from "#app/domain/loyalty/rules/save-rule.ts";
import { settleLoyalty } from "#app/domain/loyalty/settle/settle-loyalty.ts";
import { saveLadder } from "#app/domain/loyalty/tiers/save-ladder.ts";
import { createCustomers } from "#tests/support/create-customers.ts";
import { howMany } from "#tests/support/how-many.ts";
import { hear, type LoyaltyNews } from "#tests/support/loyalty-news.ts";
import { fc, propertySeed } from "#tests/support/property.ts";
import { startTestApp, type TestApp } from "#tests/support/test-app.ts";

// The pure counting has a property of its own, beside the rules. Here news comes to the database, and everything is given.

let testApp: TestApp;
let context: ShopContext;

beforeAll(async () => {
  // Nobody asks the platform for codes: these customers are not known there.
  testApp = await startTestApp({ worker: false });
  const { domain } = await testApp.app.db.prisma.shop.create({
    data: {
      ...{ domain: "same-facts.myshopify.com", name: "Same", contactEmail: "a@example.com" },
      ...{ ianaTimezone: "Europe/Berlin", currency: "EUR", installedAt: new Date() },
    },
  });
  context = await testApp.openShop(domain);
});
afterAll(() => testApp.close());
const rule = (input: Record<string, unknown>) =>
  createRule(context, { name: "Rule", status: "active", startDate: "2020-01-01", ...input });

const points = (number: number) => ({ reward_type: "points", points: number });

async function makeProgram(): Promise<void> {
  const coupon = { reward_type: "discount", discount_type: "percentage", discount_amount: 10 };
  await rule({ type: "points_for_purchases", settings: { points_per_dollar: 1.5 } });
  await rule({
    ...{ type: "punch_card", settings: { required_purchases: 2, minimum_order_amount: 10 } },
    reward: points(40),
  });
  await rule({
    ...{ type: "goal_spend", settings: { goal_amount: 60 }, reward: coupon },
    limits: { per_customer: 2 },
  });
  await rule({
    ...{ type: "goal_spend", settings: { goal_amount: 120, period: "year" } },
    reward: { reward_type: "store_credit", credit_amount: 5 },
  });
  await rule({
    ...{ type: "reviews", settings: { required_reviews: 2 }, reward: coupon },
  });
  await rule({ type: "customer_tag", settings: { tag: "vip" }, reward: points(7) });
  await saveLadder(context, {
    version: 0,
    input: {
      basis: "spend",
      tiers: [
        { id: null, name: "Silver", threshold: 50_00, multiplier: 100, entryReward: points(11) },
        { id: null, name: "Gold", threshold: 150_00, multiplier: 200, entryReward: points(13) },
      ],
    },
  });
}

const number = fc.integer({ min: 1, max: 5 });
const news: fc.Arbitrary<LoyaltyNews> = fc.oneof(
  { weight: 3, arbitrary: number.map((order): LoyaltyNews => ({ kind: "order", order })) },
  number.map((order): LoyaltyNews => ({ kind: "sent", order })),
  fc
    .tuple(number, fc.integer({ min: 1, max: 3 }))
    .map(([order, part]): LoyaltyNews => ({ kind: "refund", order, part })),
  number.map((order): LoyaltyNews => ({ kind: "canceled", order })),
  number.map((review): LoyaltyNews => ({ kind: "review", review })),
  fc.constant<LoyaltyNews>({ kind: "tag" }),
);

/** All that somebody has, without the numbers of rows. */
async function holdings(customerId: bigint) {
  const { db, shop } = context;
  const where = { shopId: shop.id, customerId };
  const [rewards, progress, standing, coupons, accounts, entries] = await Promise.all([
    db.prisma.loyaltyReward.findMany({ where: { ...where, given: { gt: 0 } } }),
    db.prisma.loyaltyProgress.findMany({ where, orderBy: { ruleId: "asc" } }),
    db.prisma.loyaltyStanding.findFirst({ where }),
    db.prisma.loyaltyCoupon.count({ where: { ...where, status: 1 } }),
    db.prisma.creditAccount.findMany({ where, orderBy: { unit: "asc" } }),
    db.prisma.creditEntry.groupBy({
      by: ["unit", "status"],
      where,
      _sum: { amountMinor: true },
    }),
  ]);
  for (const { unit, availableMinor, pendingMinor, owedMinor } of accounts) {
    const sumOf = (status: number) =>
      entries.find((one) => one.unit === unit && one.status === status)?._sum.amountMinor ?? 0n;
    expect([sumOf(0), sumOf(1)]).toEqual([availableMinor, pendingMinor]);
    expect(owedMinor).toBe(0n);
  }
  return {
    rewards: rewards
      .map(({ ruleId, tierId, completion, given }) => [
        ...[ruleId, tierId, given],
        // The same order has another number for each customer.
        completion.replace(/^order:.*/, "order"),
      ])
      .map(String)
      .sort(),
    progress: progress.map(({ ruleId, current, required }) => [ruleId, current, required]),
    standing: [standing?.tierId ?? null, standing?.amount ?? 0n],
    coupons,
    accounts: accounts
      .filter(({ availableMinor, pendingMinor }) => availableMinor + pendingMinor > 0n)
      .map(({ unit, availableMinor, pendingMinor }) => [unit, availableMinor + pendingMinor]),
  };
}

test("any order and repetition of the same news ends in the same rewards, points, progress, tier and coupons", async () => {
  await makeProgram();
  await fc.assert(
    fc.asyncProperty(
      fc
        .array(news, { minLength: 1, maxLength: 14 })
        .chain((all) =>
          fc.tuple(
            fc.constant(all),
            fc.shuffledSubarray([...all, ...all], { minLength: 2 * all.length }),
            fc.array(fc.boolean(), { minLength: 2 * all.length, maxLength: 2 * all.length }),
          ),
        ),
      async ([once, often, counts]) => {
        const [one = 0n, other = 0n] = await createCustomers(context, 2);
        for (const piece of once) await hear(context, one, piece);
        await settleLoyalty(context, [one]);
        for (const [at, piece] of often.entries()) {
          await hear(context, other, piece);
          if (counts[at]) await settleLoyalty(context, [other]);
        }
        await Promise.all([settleLoyalty(context, [other]), settleLoyalty(context, [other])]);
        expect(await holdings(other)).toEqual(await holdings(one));
      },
    ),
    { numRuns: howMany(12, 200), endOnFailure: true },
  );
  console.log(`PROPERTY_SEED=${propertySeed}`);
});
