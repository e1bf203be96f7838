import { afterAll, beforeAll, expect, test } from "vitest";
import type { ShopContext } from "#app/domain/context.ts";
import { RULE_TYPES } from "#app/domain/loyalty/rules/rule-types.ts";
import { createRule } from "#app/domain/loyalty/rules/save-rule.ts";
import { settleLoyalty } from "#app/domain/loyalty/settle/settle-loyalty.ts";
import { saveLadder } from "#app/domain/loyalty/tiers/save-ladder.ts";
import { createCustomers } from "#tests/support/create-customers.ts";
import { createPlan } from "#tests/support/create-members.ts";
import { howMany } from "#tests/support/how-many.ts";
import { FACT_COUNT, hear, type LoyaltyNews } from "#tests/support/loyalty-news.ts";
import { fc, sameDraw } from "#tests/support/property.ts";
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

/** One rule of each type, and a second goal with a period. @returns the plans that orders renew. */
async function makeProgram(): Promise<bigint[]> {
  const membership = await createPlan(context);
  const product = await createPlan(context);
  await context.db.prisma.planGroup.update({
    where: { shopId_id: { shopId: context.shop.id, id: product.planGroupId } },
    data: { kind: "product" },
  });

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
  await rule({ type: "create_account", reward: points(3) });
  await rule({ type: "email_subscription", reward: points(4) });
  await rule({ type: "sms_subscription", reward: coupon });
  await rule({
    ...{ type: "social", settings: { network: "Instagram", url: "https://instagram.example/us" } },
    reward: points(5),
  });
  await rule({ type: "birthday_reward", reward: coupon });
  await rule({ type: "anniversary_reward", reward: points(17) });
  await rule({
    ...{ type: "custom_action", settings: { action_key: "quiz", required_actions: 2 } },
    reward: points(19),
  });
  await rule({
    type: "referral",
    settings: { required_referrals: 2, minimum_order_amount: 10, friend_reward: points(23) },
    reward: { reward_type: "store_credit", credit_amount: 3 },
  });
  await rule({ type: "upload_receipt", settings: { points_per_dollar: 2, maximum_points: 40 } });
  await rule({
    ...{ type: "membership_recharge_punch_card", settings: { required_recharges: 2 } },
    reward: points(29),
  });
  const ofProduct = { required_recharges: 1, plan_group_id: Number(product.planGroupId) };
  await rule({
    ...{ type: "product_recharge_punch_card", settings: ofProduct },
    reward: points(31),
  });
  const rules = await context.db.prisma.loyaltyRule.findMany({
    where: { shopId: context.shop.id },
  });
  expect(new Set(rules.map(({ type }) => type))).toEqual(new Set(RULE_TYPES));
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
  return [membership.id, product.id];
}

const number = fc.integer({ min: 1, max: 5 });
const news: fc.Arbitrary<LoyaltyNews> = fc.oneof(
  { weight: 3, arbitrary: number.map((order): LoyaltyNews => ({ kind: "order", order })) },
  number.map((order): LoyaltyNews => ({ kind: "sent", order })),
  fc
    .tuple(number, fc.integer({ min: 1, max: 3 }))
    .map(([order, part]): LoyaltyNews => ({ kind: "refund", order, part })),
  number.map((order): LoyaltyNews => ({ kind: "canceled", order })),
  {
    weight: 6,
    arbitrary: fc
      .integer({ min: 0, max: FACT_COUNT - 1 })
      .map((fact): LoyaltyNews => ({ kind: "fact", fact })),
  },
);

/** Each order and each fact once; and all of it twice, backwards, with a count after each. */
function everything(): [LoyaltyNews[], LoyaltyNews[], boolean[]] {
  const all: LoyaltyNews[] = [
    ...[1, 2, 3, 4, 5].map((order): LoyaltyNews => ({ kind: "sent", order })),
    ...Array.from({ length: FACT_COUNT }, (_, fact): LoyaltyNews => ({ kind: "fact", fact })),
  ];
  const often = [...all, ...all].reverse();
  return [all, often, often.map(() => true)];
}

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

test(
  "any order and repetition of the same news ends in the same rewards, points, progress, tier and coupons, with a rule of every type",
  async () => {
    const plans = await makeProgram();
    await fc.assert(
      fc.asyncProperty(
        fc
          .array(news, { minLength: 1, maxLength: 20 })
          .chain((all) =>
            fc.tuple(
              fc.constant(all),
              fc.shuffledSubarray([...all, ...all], { minLength: 2 * all.length }),
              fc.array(fc.boolean(), { minLength: 2 * all.length, maxLength: 2 * all.length }),
            ),
          ),
        async ([once, often, counts]) => {
          const [one = 0n, other = 0n] = await createCustomers(context, 2);
          for (const piece of once) await hear(context, one, piece, plans);
          await settleLoyalty(context, [one]);
          for (const [at, piece] of often.entries()) {
            await hear(context, other, piece, plans);
            if (counts[at]) await settleLoyalty(context, [other]);
          }
          await Promise.all([settleLoyalty(context, [other]), settleLoyalty(context, [other])]);
          expect(await holdings(other)).toEqual(await holdings(one));
        },
      ),
      { numRuns: howMany(12, 200), endOnFailure: true, examples: [[everything()]] },
    );
    const { prisma } = context.db;
    const given = await prisma.loyaltyReward.findMany({
      where: { shopId: context.shop.id, given: { gt: 0 }, ruleId: { not: null } },
      distinct: ["ruleId"],
    });
    // Nothing is shown of a rule that never gave anything.
    expect(given).toHaveLength(await prisma.loyaltyRule.count());
    console.log(sameDraw);
  },
  howMany(180_000, 1_800_000),
);
