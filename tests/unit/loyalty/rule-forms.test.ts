import { describe, expect, test } from "vitest";
import type { RewardRules } from "#app/domain/loyalty/rewards/reward-types.ts";
import { parseRuleInput } from "#app/domain/loyalty/rules/rule-input.ts";
import {
  RULE_TYPES,
  type RuleSettings,
  type RuleType,
} from "#app/domain/loyalty/rules/rule-types.ts";
import { BLANK_REWARD, type RewardDraft } from "#app/routes/admin/loyalty/rules/reward-draft.ts";
import {
  REWARD_TYPES_TO_CHOOSE,
  rewardFormOf,
} from "#app/routes/admin/loyalty/rules/reward-types/reward-type-forms.ts";
import {
  type EditedRule,
  type RuleDraft,
  toRuleDraft,
  toRuleInput,
} from "#app/routes/admin/loyalty/rules/rule-draft.ts";
import {
  RULE_TYPES_TO_CHOOSE,
  ruleFormOf,
} from "#app/routes/admin/loyalty/rules/rule-types/rule-type-forms.ts";
import { typedRule } from "#tests/support/typed-rule.ts";

const TODAY = "2026-11-23";

const REWARDS: Readonly<Record<string, object>> = {
  free_product: { productIds: [5] },
  contract_free_product: { productIds: [5] },
  buy_x_get_y: { buy: "2", buyIds: [5], get: "1", getIds: [6] },
};

function typed(type: RuleType, patch: Partial<RuleDraft> = {}): RuleDraft {
  return { ...typedRule(type, AMOUNTS, TODAY), ...patch };
}

function rewardOf(type: RewardDraft["type"]): RewardDraft {
  const fields = { ...rewardFormOf(type).blank, ...REWARDS[type] };
  const codeDays = rewardFormOf(type).isCode ? "30" : "";
  return { ...BLANK_REWARD, type, codeDays, terms: { ...BLANK_REWARD.terms, [type]: fields } };
}

const AMOUNTS = { locale: "de", currency: "EUR" };

/** As the server would give a saved rule to the editor. */
function saved(input: Record<string, unknown>): EditedRule {
  const { settings, conditions, reward, limits, ...rule } = parseRuleInput(
    JSON.parse(JSON.stringify(input)),
  );
  return {
    ...{ id: "1", version: "v", ...rule },
    settings: settings as RuleSettings,
    ...{ conditions, reward: reward as RewardRules | null, limits },
  };
}

describe("the form of a rule", () => {
  test("is there for each type, with a sentence of its own", () => {
    expect([...RULE_TYPES_TO_CHOOSE].sort()).toEqual([...RULE_TYPES].sort());
    expect(new Set(RULE_TYPES.map((type) => ruleFormOf(type).hint)).size).toBe(RULE_TYPES.length);
    for (const type of RULE_TYPES) expect(ruleFormOf(type).hint).toMatch(/^[A-Z].+[^.]\.$/);
  });

  test.each(RULE_TYPES)(
    "of the type %s is saved as proposed, and opens as it was typed",
    (type) => {
      const draft = typed(type);
      const rule = saved(toRuleInput(type, draft, AMOUNTS));
      expect(toRuleDraft(type, rule, AMOUNTS, TODAY)).toEqual(draft);
    },
  );

  test.each(REWARD_TYPES_TO_CHOOSE)(
    "keeps a reward of the type %s as it was typed",
    (rewardType) => {
      const reward = rewardOf(rewardType);
      const draft = typed("membership_recharge_punch_card", { reward });
      const rule = saved(toRuleInput("membership_recharge_punch_card", draft, AMOUNTS));
      expect(toRuleDraft("membership_recharge_punch_card", rule, AMOUNTS, TODAY)).toEqual(draft);
    },
  );

  test("keeps what a friend gets beside what the customer gets", () => {
    const { settings } = typed("referral");
    const friend = rewardOf("discount");
    const draft = typed("referral", {
      settings: { ...settings, rewardsFriend: true, friend },
      reward: rewardOf("store_credit"),
    });
    const rule = saved(toRuleInput("referral", draft, AMOUNTS));
    expect(toRuleDraft("referral", rule, AMOUNTS, TODAY)).toEqual(draft);
  });

  test("tells the errors of what a friend gets from those of the rule's own reward", () => {
    const { settings } = typed("referral");
    const friend = { ...BLANK_REWARD, terms: { ...BLANK_REWARD.terms, points: { points: "0" } } };
    const draft = typed("referral", { settings: { ...settings, rewardsFriend: true, friend } });
    expect(() => saved(toRuleInput("referral", draft, AMOUNTS))).toThrow(
      expect.objectContaining({ fields: { "friend_reward.points": ["At least 1."] } }),
    );
  });

  test("keeps whom it is for, what counts, its limits and its days", () => {
    const draft = typed("punch_card", {
      ...{ applyTo: "tagged", tags: "VIP, Gold", isForSomeProducts: true, productIds: [5, 6] },
      ...{ collectionIds: [7], isForSomeTiers: true, tierIds: [2, 3] },
      ...{ perCustomer: "3", perDay: "1", inTotal: "1000", endDate: "2026-12-31" },
    });
    const rule = saved(toRuleInput("punch_card", draft, AMOUNTS));
    expect(toRuleDraft("punch_card", rule, AMOUNTS, TODAY)).toEqual(draft);
  });

  test("of receipts that nobody looks at asks how much one gives, and how many a customer may have", () => {
    const { settings } = typed("upload_receipt");
    const input = (more: object, limits: Partial<RuleDraft> = {}) =>
      saved(
        toRuleInput(
          "upload_receipt",
          typed("upload_receipt", {
            settings: { ...settings, isApproved: true, ...more },
            ...limits,
          }),
          AMOUNTS,
        ),
      );
    const wrong = (field: string) =>
      expect.objectContaining({ fields: { [field]: [expect.stringContaining("looks at")] } });
    expect(() => input({})).toThrow(wrong("maximum_points"));
    for (const most of [{ mostPoints: "50" }, { mostAmount: "12,50" }]) {
      expect(() => input(most)).toThrow(wrong("per_customer_per_day"));
      expect(() => input(most, { inTotal: "1000" })).toThrow(wrong("per_customer_per_day"));
      expect(input(most, { perDay: "2" }).limits.per_customer_per_day).toBe(2);
      expect(input(most, { perCustomer: "9" }).limits.per_customer).toBe(9);
    }
  });

  test("reads amounts as the merchant's locale writes them", () => {
    const draft = typed("goal_spend", { settings: { goal: "12,50", period: "month" } });
    expect(toRuleInput("goal_spend", draft, AMOUNTS)).toMatchObject({
      settings: { goal_amount: 12.5, period: "month" },
    });
  });
});
