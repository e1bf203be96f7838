import { describe, expect, test } from "vitest";
import { fraction } from "#app/lib/fraction.ts";
import { order, outcome, plain, rule } from "./loyalty-history.ts";

// What each type of rule counts, by decisions on loyalty: each story gives its progress on the way.

const FIRST = "2026-02-01T12:00:00Z";
const SECOND = "2026-02-02T12:00:00Z";
const THIRD = "2026-03-01T12:00:00Z";

describe("points for purchases", () => {
  test("give points for each order, rounded down, from the least amount on", () => {
    const facts = [order(FIRST, 9.99), order(SECOND, 10), order(THIRD, 33.35)];
    const { completions, progress } = outcome(
      rule("points_for_purchases", { points_per_dollar: 1.5, minimum_order: 10 }),
      facts,
    );
    expect(completions).toEqual([`${facts[1]?.key} 15`, `${facts[2]?.key} 50`]);
    expect(progress).toBeNull();
  });

  test("leave renewals out where the merchant wants", () => {
    const settings = { points_per_dollar: 1, include_renewals: false };
    const facts = [order(FIRST, 10, { isRenewal: true })];
    expect(outcome(rule("points_for_purchases", settings), facts).completions).toEqual([]);
  });

  test("for orders that are sent count when they are", () => {
    const settings = { points_per_dollar: 1, award_on: "fulfilled" };
    const waiting = order(FIRST, 10, { fulfilledAt: null });
    expect(outcome(rule("points_for_purchases", settings), [waiting]).completions).toEqual([]);
    const sent = order(FIRST, 10, { fulfilledAt: new Date(SECOND) });
    expect(outcome(rule("points_for_purchases", settings), [sent]).completions).toHaveLength(1);
  });
});

describe("a punch card", () => {
  const card = rule("punch_card", { required_purchases: 3, minimum_order_amount: 5 });

  test("is full after so many orders that were sent, and starts again", () => {
    const sent = (count: number) =>
      Array.from({ length: count }, (_, day) => order(`2026-02-0${day + 1}T12:00:00Z`, 5));
    expect(outcome(card, sent(2))).toEqual({ completions: [], progress: "2/3" });
    expect(outcome(card, sent(3))).toEqual({ completions: ["1"], progress: "0/3" });
    expect(outcome(card, sent(7))).toEqual({ completions: ["1", "2"], progress: "1/3" });
  });

  test("has no hole for an order that is too small or not sent", () => {
    const facts = [order(FIRST, 4.99), order(SECOND, 50, { fulfilledAt: null })];
    expect(outcome(card, facts)).toEqual({ completions: [], progress: "0/3" });
  });

  test("goes on with what it has when the merchant asks for more or less", () => {
    const since = new Date("2026-02-15T00:00:00Z");
    const edited = rule(
      "punch_card",
      { required_purchases: 5 },
      {},
      {
        since,
        settings: { required_purchases: 3 },
      },
    );
    const facts = [order(FIRST, 5), order(SECOND, 5), order(THIRD, 5)];
    expect(outcome(edited, facts)).toEqual({ completions: ["1 v2"], progress: "0/3" });
    expect(outcome(edited, facts.slice(0, 2)).progress).toBe("2/3");
  });
});

describe("a goal to spend", () => {
  test("in one order is reached by each that is large enough", () => {
    const facts = [order(FIRST, 99.99), order(SECOND, 100), order(THIRD, 250)];
    const { completions, progress } = outcome(rule("goal_spend", { goal_amount: 100 }), facts);
    expect(completions).toEqual([facts[1]?.key, facts[2]?.key]);
    expect(progress).toBe("0/100");
  });

  test("in a month is reached once a month of the store's zone", () => {
    // In Berlin the second one is in March.
    const facts = [
      order("2026-02-10T12:00:00Z", 60),
      order("2026-02-28T23:30:00Z", 60),
      order("2026-03-20T12:00:00Z", 50),
      order("2026-03-21T12:00:00Z", 200),
      order("2026-12-10T12:00:00Z", 30),
    ];
    const goal = rule("goal_spend", { goal_amount: 100, period: "month" });
    expect(outcome(goal, facts)).toEqual({ completions: ["2026-03"], progress: "30/100" });
  });

  test("in a year and in a lifetime are reached once", () => {
    const facts = [order(FIRST, 80), order(SECOND, 80), order(THIRD, 300)];
    const of = (period: string) => outcome(rule("goal_spend", { goal_amount: 100, period }), facts);
    expect(of("year").completions).toEqual(["2026"]);
    expect(of("lifetime")).toEqual({ completions: ["lifetime"], progress: "100/100" });
  });
});

describe("recharge cards", () => {
  const contract = (kind: "membership" | "product", planId: bigint, isFirst = false) => ({
    contracts: [{ kind, planId, planGroupId: 9n, isFirst, isPurchase: true }],
  });

  test("count renewals of memberships, of one plan or of all, and no first charge", () => {
    const facts = [
      order(FIRST, 10, contract("membership", 1n, true)),
      order(SECOND, 10, contract("membership", 1n)),
      order(THIRD, 10, contract("membership", 2n)),
      order(THIRD, 10, contract("product", 1n)),
      order(THIRD, 0, contract("membership", 1n)),
    ];
    const card = (more = {}) =>
      rule("membership_recharge_punch_card", { required_recharges: 2, ...more });
    expect(outcome(card(), facts)).toEqual({ completions: ["1"], progress: "0/2" });
    expect(outcome(card({ plan_id: 1 }), facts)).toEqual({ completions: [], progress: "1/2" });
  });

  test("count renewals of products of one group of plans", () => {
    const facts = [
      order(FIRST, 10, contract("product", 1n)),
      order(SECOND, 10, contract("product", 2n)),
      order(THIRD, 10, {
        contracts: [
          { kind: "product", planId: 3n, planGroupId: 8n, isFirst: false, isPurchase: true },
        ],
      }),
    ];
    const settings = { required_recharges: 2, plan_group_id: 9 };
    expect(outcome(rule("product_recharge_punch_card", settings), facts)).toEqual({
      completions: ["1"],
      progress: "0/2",
    });
  });
});

describe("what a customer does once", () => {
  test.each([
    ["create_account", "account"],
    ["email_subscription", "email_consent"],
    ["sms_subscription", "sms_consent"],
  ] as const)("%s is rewarded once", (type, kind) => {
    const facts = [plain(kind, "a", FIRST), plain(kind, "b", SECOND)];
    expect(outcome(rule(type, {}), facts).completions).toEqual(["once"]);
  });

  test("a tag is rewarded once, as it is written", () => {
    const facts = [plain("tag", "vip", FIRST), plain("tag", "VIP", SECOND)];
    expect(outcome(rule("customer_tag", { tag: "VIP" }), facts).completions).toEqual(["VIP"]);
  });

  test("a network is rewarded once", () => {
    const facts = [plain("social", "instagram", FIRST), plain("social", "tiktok", SECOND)];
    const settings = { network: "Instagram", url: "https://instagram.com/herbs" };
    expect(outcome(rule("social", settings), facts).completions).toEqual(["instagram"]);
  });
});

describe("what other systems report", () => {
  const actions = (count: number) =>
    Array.from({ length: count }, (_, at) =>
      plain("action", `event-${at}`, FIRST, { action_key: at % 2 === 0 ? "quiz" : "poll" }),
    );

  test("a custom action is rewarded after so many, of its key alone", () => {
    const every = rule("custom_action", { action_key: "quiz", required_actions: 2 });
    expect(outcome(every, actions(9))).toEqual({ completions: ["1", "2"], progress: "1/2" });
    const once = rule("custom_action", { action_key: "quiz", one_time_only: true });
    expect(outcome(once, actions(9))).toEqual({ completions: ["once"], progress: "1/1" });
  });

  test("reviews are rewarded after so many", () => {
    const facts = ["r1", "r2", "r3"].map((id) => plain("review", id, FIRST));
    expect(outcome(rule("reviews", { required_reviews: 2 }), facts)).toEqual({
      completions: ["1"],
      progress: "1/2",
    });
  });

  test("friends are rewarded whose order reaches the least amount", () => {
    const facts = [
      plain("referral", "f1", FIRST, { order_minor: 2_000 }),
      plain("referral", "f2", FIRST, { order_minor: 1_999 }),
    ];
    const settings = { required_referrals: 1, minimum_order_amount: 20 };
    expect(outcome(rule("referral", settings), facts).completions).toEqual(["1"]);
  });

  test("who came as a friend may bring as many friends as others", () => {
    const settings = { friend_reward: { reward_type: "points", points: 5 } };
    const facts = [
      plain("referred", "own", FIRST, { order_minor: 2_000 }),
      plain("referral", "f1", SECOND, { order_minor: 2_000 }),
      plain("referral", "f2", THIRD, { order_minor: 2_000 }),
    ];
    const limits = { per_customer: 1, per_customer_per_day: null, in_total: null };
    const { completions } = outcome(rule("referral", settings, { limits }), facts);
    expect(completions).toEqual(["friend", "1"]);
  });

  test("a receipt gives points up to the merchant's bounds, of the named retailers", () => {
    const settings = {
      ...{ points_per_dollar: 2, maximum_amount: 50, maximum_points: 90 },
      retailers: ["Corner Shop"],
    };
    const facts = [
      plain("receipt", "1", FIRST, { retailer: " corner shop ", total_minor: 2_000 }),
      plain("receipt", "2", FIRST, { retailer: "Corner Shop", total_minor: 9_000 }),
      plain("receipt", "3", FIRST, { retailer: "Elsewhere", total_minor: 2_000 }),
    ];
    expect(outcome(rule("upload_receipt", settings), facts).completions).toEqual(["1 40", "2 90"]);
  });
});

describe("days of the year", () => {
  test("a birthday is rewarded once a year, for those who have been members long enough", () => {
    const facts = [
      plain("birthday", "2026:0", FIRST, { year: 2026, days_before: 0, membership_days: 30 }),
      plain("birthday", "2026:7", SECOND, { year: 2026, days_before: 7, membership_days: 30 }),
      plain("birthday", "2027:0", THIRD, { year: 2027, days_before: 0, membership_days: 10 }),
    ];
    const settings = { minimum_membership_days: 30 };
    expect(outcome(rule("birthday_reward", settings), facts).completions).toEqual(["2026"]);
  });

  test("an anniversary is rewarded every so many years", () => {
    const of = (years: number) =>
      plain("anniversary", `account:${years}`, FIRST, { basis: "account", years });
    const settings = { basis: "account", every_years: 2 };
    expect(
      outcome(rule("anniversary_reward", settings), [of(1), of(2), of(3)]).completions,
    ).toEqual(["account:2"]);
  });
});

describe("any rule", () => {
  const card = (version = {}) => rule("punch_card", { required_purchases: 1 }, version);

  test("counts from its first day to the end of its last one", () => {
    const days = { startsAt: new Date(SECOND), endsAt: new Date(THIRD) };
    const facts = [order(FIRST, 5), order(SECOND, 5), order(THIRD, 5)];
    expect(outcome(card(days), facts).completions).toEqual(["1"]);
  });

  test("counts nothing while it is switched off, and goes by its version of the time", () => {
    const of = rule(
      "points_for_purchases",
      { points_per_dollar: 1 },
      {},
      {
        since: new Date("2026-02-01T18:00:00Z"),
        isActive: false,
      },
      {
        since: new Date("2026-02-15T00:00:00Z"),
        settings: { points_per_dollar: 3 },
      },
    );
    const facts = [order(FIRST, 5), order(SECOND, 5), order(THIRD, 5)];
    expect(outcome(of, facts).completions).toEqual([
      `${facts[0]?.key} 5`,
      `${facts[2]?.key} 15 v3`,
    ]);
  });

  test("gives no more than its limits, the first ones", () => {
    const limits = { per_customer: null, per_customer_per_day: 1, in_total: null };
    // The second is in the next day of the store.
    const facts = [
      order("2026-02-01T12:00:00Z", 5),
      order("2026-02-01T23:30:00Z", 5),
      order("2026-02-02T12:00:00Z", 5),
    ];
    expect(outcome(card({ limits }), facts).completions).toEqual(["1", "2"]);
    const once = { ...limits, per_customer: 1, per_customer_per_day: null };
    expect(outcome(card({ limits: once }), facts).completions).toEqual(["1"]);
  });

  test("counts only the goods that it names, and an order without them not at all", () => {
    const conditions = {
      customer_settings: { apply_to: "all" as const },
      product_ids: [2],
      tier_ids: null,
    };
    const of = rule("points_for_purchases", { points_per_dollar: 1 }, { conditions });
    const mixed = order(FIRST, 90, {
      products: [
        { productId: 1, net: fraction(6_000) },
        { productId: 2, net: fraction(3_000) },
      ],
    });
    expect(outcome(of, [mixed, order(SECOND, 50)]).completions).toEqual([`${mixed.key} 30`]);
  });

  test("counts what is in its collections beside the goods that it names", () => {
    const conditions = {
      customer_settings: { apply_to: "all" as const },
      ...{ product_ids: [2], collection_ids: [7, 8], tier_ids: null },
    };
    const of = rule("points_for_purchases", { points_per_dollar: 1 }, { conditions });
    const mixed = order(FIRST, 100, {
      products: [
        { productId: 1, net: fraction(1_000), collectionIds: [9] },
        { productId: 2, net: fraction(2_000), collectionIds: [] },
        { productId: 3, net: fraction(3_000), collectionIds: [9, 8] },
        { productId: null, net: fraction(4_000) },
      ],
    });
    expect(outcome(of, [mixed, order(SECOND, 50)]).completions).toEqual([`${mixed.key} 50`]);
  });

  test("counts members only while they are, and those with a tag from then on", () => {
    const facts = [order(FIRST, 5), order(SECOND, 5), order(THIRD, 5)];
    const members = {
      customer_settings: { apply_to: "members" as const },
      product_ids: null,
      tier_ids: null,
    };
    const memberships = [{ from: new Date(SECOND), until: new Date(THIRD) }];
    expect(outcome(card({ conditions: members }), facts, { memberships }).completions).toEqual([
      "1",
    ]);
    const tagged = {
      customer_settings: { apply_to: "tagged" as const, tags: ["gold"] },
      product_ids: null,
      tier_ids: null,
    };
    expect(
      outcome(card({ conditions: tagged }), [...facts, plain("tag", "gold", SECOND)]).completions,
    ).toEqual(["1", "2"]);
  });
});
