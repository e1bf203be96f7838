import type { RuleType } from "#app/domain/loyalty/rules/rule-types.ts";
import type { AmountsTyped } from "../../churn/offer-types/number-text.ts";
import { LoyaltyPreviewCard } from "../preview/loyalty-preview-card.tsx";
import { blocksOf, PREVIEW_STANDINGS, standingsOf } from "../preview/preview-choices.ts";
import { type RuleDraft, toDescribed, toRuleInput } from "./rule-draft.ts";
import { ruleFormOf } from "./rule-types/rule-type-forms.ts";
import { whoSees } from "./who-sees.ts";

/** What shoppers see of the rule as it is typed. */
export function RulePreview({
  type,
  draft,
  amounts,
  today,
}: {
  type: RuleType;
  draft: RuleDraft;
  amounts: AmountsTyped;
  /** In the store's zone. */
  today: string;
}) {
  const { settings } = toDescribed(type, draft, amounts);
  const standings = standingsOf({ type, settings }, amounts.currency);
  const name = draft.name.trim() || ruleFormOf(type).name;
  return (
    <LoyaltyPreviewCard
      kind="rule"
      input={{ ...toRuleInput(type, draft, amounts), name }}
      standings={Object.fromEntries(standings.map((one) => [one, PREVIEW_STANDINGS[one]]))}
      blocks={blocksOf(type)}
      note={whoSees(draft, today)}
    />
  );
}
