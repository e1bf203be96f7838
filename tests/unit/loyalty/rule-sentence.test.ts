import { describe, expect, test } from "vitest";
import { type RewardRules, rewardRulesSchema } from "#app/domain/loyalty/rewards/reward-types.ts";
import { ruleSentence } from "#app/domain/loyalty/rules/rule-sentence.ts";
import { conditionsSchema, limitsSchema } from "#app/domain/loyalty/rules/rule-terms.ts";
import { RULE_TYPES, type RuleType, ruleTypeOf } from "#app/domain/loyalty/rules/rule-types.ts";
import { loyaltyWords } from "#app/routes/admin/loyalty/loyalty-words.ts";
import { formatsOf } from "#app/ui/format.ts";

const ENGLISH = loyaltyWords(formatsOf(null), "EUR");
const POINTS = { reward_type: "points", points: 100 };

interface Given {
  reward?: object | null;
  conditions?: object;
  limits?: object;
  endDate?: string;
  words?: typeof ENGLISH;
}

/** Settings, reward and terms are checked as the editor's are. */
function sentence(type: RuleType, settings: object, given: Given = {}): string {
  const module = ruleTypeOf(type);
  const { reward = module.givesPointsItself ? null : POINTS, words = ENGLISH } = given;
  return ruleSentence(
    {
      type,
      settings: module.settings.parse(settings),
      reward: reward && (rewardRulesSchema.parse(reward) as RewardRules),
      conditions: conditionsSchema.parse(given.conditions ?? {}),
      limits: limitsSchema.parse(given.limits ?? {}),
      endDate: given.endDate ?? null,
    },
    words,
  );
}

const SENTENCES: { [T in RuleType]: [settings: object, said: string][] } = {
  birthday_reward: [
    [{}, "100 points on their birthday, once a year."],
    [
      { days_before: 7, minimum_membership_days: 30 },
      "100 points 7 days before their birthday, once a year, after 30 days as a member.",
    ],
  ],
  goal_spend: [
    [{ goal_amount: 50 }, "100 points for each order of at least €50.00."],
    [{ goal_amount: 50, period: "year" }, "100 points for spending €50.00 in a calendar year."],
  ],
  points_for_purchases: [
    [{ points_per_dollar: 1 }, "1 point for every €1.00 of an order."],
    [
      {
        ...{ points_per_dollar: 1.5, minimum_order: 20 },
        ...{ include_renewals: false, award_on: "fulfilled" },
      },
      "1.5 points for every €1.00 of an order of at least €20.00, once it was sent; renewals don't count.",
    ],
  ],
  custom_action: [
    [{ action_key: "quiz" }, "100 points each time for the action “quiz”."],
    [
      { action_key: "quiz", required_actions: 3 },
      "100 points for every 3 times of the action “quiz”.",
    ],
    [
      { action_key: "quiz", required_actions: 3, one_time_only: true },
      "100 points for the action “quiz” done 3 times, once.",
    ],
  ],
  punch_card: [
    [{ required_purchases: 5 }, "100 points for every 5 orders that were sent."],
    [
      { required_purchases: 1, minimum_order_amount: 20 },
      "100 points for every order that was sent, of at least €20.00 each.",
    ],
  ],
  create_account: [[{}, "100 points for the first visit with an account, once."]],
  email_subscription: [[{}, "100 points for agreeing to marketing by email, once."]],
  sms_subscription: [[{}, "100 points for agreeing to marketing by text message, once."]],
  anniversary_reward: [
    [{}, "100 points for every year with the store."],
    [{ basis: "membership", every_years: 2 }, "100 points for every 2 years as a member."],
  ],
  social: [
    [
      { network: "Instagram", url: "https://instagram.com/us" },
      "100 points for following or sharing on “Instagram”, once.",
    ],
  ],
  referral: [
    [{}, "100 points for every friend whose first order is kept."],
    [
      { required_referrals: 3, minimum_order_amount: 20 },
      "100 points for every 3 friends whose first order of at least €20.00 is kept.",
    ],
    [
      { friend_reward: { reward_type: "points", points: 50 } },
      "100 points for every friend whose first order is kept, and 50 points for the friend.",
    ],
  ],
  customer_tag: [[{ tag: "VIP" }, "100 points for getting the customer tag “VIP”, once."]],
  reviews: [[{ required_reviews: 2 }, "100 points for every 2 reviews, whatever they say."]],
  upload_receipt: [
    [{ points_per_dollar: 2 }, "2 points for every €1.00 of a receipt."],
    [
      { points_per_dollar: 2, maximum_amount: 50, maximum_points: 80, retailers: ["A", "B"] },
      "2 points for every €1.00 of a receipt, €50.00 of it count at most, at most 80 points each, only of 2 retailers.",
    ],
  ],
  membership_recharge_punch_card: [
    [{ required_recharges: 3 }, "100 points for every 3 renewals of a membership."],
  ],
  product_recharge_punch_card: [
    [
      { required_recharges: 3, plan_group_id: 7 },
      "100 points for every 3 renewals of subscriptions of one plan group.",
    ],
  ],
};

describe("the sentence of a rule", () => {
  test.each(RULE_TYPES)("of the type %s says what it does", (type) => {
    for (const [settings, said] of SENTENCES[type]) expect(sentence(type, settings)).toBe(said);
  });

  test.each([
    [{ reward_type: "points", points: 1 }, "1 point"],
    [{ reward_type: "store_credit", credit_amount: 7.5 }, "€7.50 of store credit"],
    [
      { reward_type: "discount", discount_type: "percentage", discount_amount: 12.5 },
      "A coupon for 12.5% off an order",
    ],
    [
      {
        ...{ reward_type: "discount", discount_type: "fixed_amount", discount_amount: 5 },
        ...{ applies_to: "products", product_ids: [1], minimum_amount: 30 },
      },
      "A coupon for €5.00 off some products in an order of at least €30.00",
    ],
    [{ reward_type: "free_product", product_id: 1 }, "A coupon for a free product"],
    [{ reward_type: "free_shipping" }, "A coupon for free shipping"],
    [
      {
        ...{ reward_type: "buy_x_get_y", buy_quantity: 2, get_quantity: 1 },
        ...{ buy_product_ids: [1], get_product_ids: [2] },
      },
      "A coupon with which who buys 2 gets 1 free",
    ],
  ])("begins with what a customer gets: %o", (reward, begin) => {
    expect(sentence("create_account", {}, { reward })).toBe(
      `${begin} for the first visit with an account, once.`,
    );
  });

  test("of renewals may give a discount on the subscription itself", () => {
    const reward = {
      ...{ reward_type: "contract_discount", discount_type: "percentage", discount_amount: 10 },
      cycles: 2,
    };
    expect(sentence("membership_recharge_punch_card", { required_recharges: 3 }, { reward })).toBe(
      "10% off the next 2 renewals of the subscription for every 3 renewals of a membership.",
    );
  });

  test("of renewals may give a free product with the renewals that follow", () => {
    const reward = { reward_type: "contract_free_product", product_id: 7, cycles: 1 };
    expect(sentence("membership_recharge_punch_card", { required_recharges: 3 }, { reward })).toBe(
      "A free product with the next renewal of the subscription for every 3 renewals of a membership.",
    );
  });

  test("names collections beside products", () => {
    const said = (conditions: object) =>
      sentence("punch_card", { required_purchases: 5 }, { conditions });
    expect(said({ collection_ids: [1] })).toContain(
      "Of an order only what is in 1 collection may count.",
    );
    expect(said({ collection_ids: [1, 2], product_ids: [3] })).toContain(
      "Of an order only 1 product and what is in 2 collections may count.",
    );
  });

  test("goes on with whom it is for, what counts, the limits and the end", () => {
    const said = sentence(
      "punch_card",
      { required_purchases: 5 },
      {
        conditions: {
          customer_settings: { apply_to: "tagged", tags: ["VIP", "Gold"] },
          product_ids: [1, 2, 3],
        },
        limits: { per_customer: 2, per_customer_per_day: 1, in_total: 1_000 },
        endDate: "2026-12-31",
      },
    );
    expect(said).toBe(
      "100 points for every 5 orders that were sent. Only customers tagged “VIP” or “Gold”. " +
        "Of an order only 3 products may count. At most 2 times per customer, 1 time a day per customer, 1,000 times in all. " +
        "Until 31 Dec 2026.",
    );
  });

  test("writes amounts as the reader's locale does", () => {
    const words = loyaltyWords(formatsOf("de"), "EUR");
    expect(sentence("goal_spend", { goal_amount: 50 }, { words })).toMatch(/50,00\s€/);
  });

  test("has an ellipsis for what is not typed yet", () => {
    const settings = { goal_amount: Number.NaN, period: "order" as const };
    const rule = { type: "goal_spend" as const, settings, reward: null, endDate: null };
    const terms = { conditions: conditionsSchema.parse({}), limits: limitsSchema.parse({}) };
    expect(ruleSentence({ ...rule, ...terms }, ENGLISH)).toBe("For each order of at least ….");
  });

  test("names the tiers that it is for, and counts them where one is not known", () => {
    const conditions = conditionsSchema.parse({ tier_ids: [1, 2] });
    const rule = {
      ...{ type: "create_account" as const, settings: {}, reward: null, endDate: null },
      ...{ conditions, limits: limitsSchema.parse({}) },
    };
    const silver = [1, "Silver"] as const;
    const names = new Map([silver, [2, "Gold"]]);
    expect(ruleSentence(rule, ENGLISH, names)).toMatch(/Only in Silver or Gold\.$/);
    expect(ruleSentence(rule, ENGLISH, new Map([silver]))).toMatch(/Only in 2 tiers\.$/);
  });
});
