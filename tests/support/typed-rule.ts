import type { RuleType } from "#app/domain/loyalty/rules/rule-types.ts";
import type { AmountsTyped } from "#app/routes/admin/churn/offer-types/number-text.ts";
import { type RuleDraft, toRuleDraft } from "#app/routes/admin/loyalty/rules/rule-draft.ts";

/** What a merchant has to type where nothing can be proposed. */
const TYPED: Readonly<Record<string, object>> = {
  custom_action: { key: "quiz" },
  social: { network: "Instagram", url: "https://instagram.com/us" },
  customer_tag: { tag: "VIP" },
  product_recharge_punch_card: { groupId: "7" },
};

/** A new rule of a type, as proposed, with nothing left blank that must not be. */
export function typedRule(type: RuleType, amounts: AmountsTyped, today: string): RuleDraft {
  const draft = toRuleDraft(type, null, amounts, today);
  return { ...draft, name: "Rule", settings: { ...draft.settings, ...TYPED[type] } };
}
