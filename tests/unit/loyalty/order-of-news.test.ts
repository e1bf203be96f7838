import { expect, test } from "vitest";
import type { Fact } from "#app/domain/loyalty/facts/fact.ts";
import { countStanding } from "#app/domain/loyalty/settle/desired-rewards.ts";
import type { Ladder } from "#app/domain/loyalty/tiers/ladder.ts";
import { fc } from "#tests/support/property.ts";
import { customer, NOW, order, plain, rule, STORE } from "./loyalty-history.ts";

const rules = [
  rule("points_for_purchases", { points_per_dollar: 1.25 }),
  rule(
    "punch_card",
    { required_purchases: 3 },
    {},
    {
      since: new Date("2026-06-01T00:00:00Z"),
      settings: { required_purchases: 2 },
    },
  ),
  rule("goal_spend", { goal_amount: 75, period: "month" }),
  rule(
    "reviews",
    { required_reviews: 2 },
    {
      limits: { per_customer: 3, per_customer_per_day: 1, in_total: null },
    },
  ),
  rule("customer_tag", { tag: "vip" }),
  rule(
    "points_for_purchases",
    { points_per_dollar: 3 },
    {
      conditions: {
        ...{ customer_settings: { apply_to: "all" }, product_ids: null },
        tier_ids: [1, 2],
      },
    },
  ),
].map((one, at) => ({ ...one, id: BigInt(at + 1) }));

const entryReward = { reward_type: "points", points: 50 } as const;
const ladders: Ladder[] = [
  {
    ...{ version: 1, since: new Date("2026-03-01T00:00:00Z"), basis: "points" },
    tiers: [
      { id: 1, name: "Silver", threshold: 200, multiplier: 125, perks: "", entryReward },
      { id: 2, name: "Gold", threshold: 900, multiplier: 200, perks: "", entryReward },
    ],
  },
  {
    ...{ version: 2, since: new Date("2026-08-01T00:00:00Z"), basis: "orders" },
    tiers: [{ id: 2, name: "Gold", threshold: 6, multiplier: 150, perks: "", entryReward }],
  },
];

const instant = fc
  .integer({ min: 0, max: 364 * 24 })
  .map((hours) => new Date(Date.UTC(2026, 0, 1, hours)).toISOString());

const fact: fc.Arbitrary<Fact> = fc.oneof(
  fc.tuple(instant, fc.integer({ min: 1, max: 200 })).map(([at, amount]) => order(at, amount)),
  fc
    .tuple(instant, fc.integer({ min: 1, max: 9 }))
    .map(([at, id]) => plain("review", `review-${id}-${at}`, at)),
  instant.map((at) => plain("tag", "vip", at)),
);

test("the same facts come to the same, in whatever order they are heard of", () => {
  fc.assert(
    fc.property(
      fc
        .uniqueArray(fact, { maxLength: 30, selector: ({ kind, key }) => `${kind}/${key}` })
        .chain((facts) =>
          fc.tuple(
            fc.constant(facts),
            fc.shuffledSubarray(facts, { minLength: facts.length, maxLength: facts.length }),
          ),
        ),
      ([facts, shuffled]) => {
        const at = { store: STORE, now: NOW };
        const simple = (given: readonly Fact[]) =>
          countStanding({ rules, ladders }, customer([...given]), at);
        const [one, other] = [simple(shuffled), simple(facts)];
        expect(one).toEqual(other);
        expect(one.tiers.reviewAt === null).toBe(
          (one.tiers.changes.at(-1)?.tierId ?? null) === null,
        );
      },
    ),
  );
});
