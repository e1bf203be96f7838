import type { RuleStatusName } from "#app/domain/loyalty/read/managed-rule.ts";
import type { RewardRules } from "#app/domain/loyalty/rewards/reward-types.ts";
import type { DescribedRule } from "#app/domain/loyalty/rules/rule-sentence.ts";
import type { RuleConditions, RuleLimits } from "#app/domain/loyalty/rules/rule-terms.ts";
import {
  type RuleSettings,
  type RuleType,
  ruleTypeOf,
} from "#app/domain/loyalty/rules/rule-types.ts";
import { type AmountsTyped, optionalNumber, textOf } from "../../churn/offer-types/number-text.ts";
import { listOf } from "../fields/typed-values.ts";
import { BLANK_REWARD, type RewardDraft, toRewardDraft, toRewardRules } from "./reward-draft.ts";
import { ruleFormOf } from "./rule-types/rule-type-forms.ts";

/** A rule as in the editor's fields: every field is kept as it was typed. */
export interface RuleDraft {
  name: string;
  description: string;
  status: RuleStatusName;
  settings: object;
  reward: RewardDraft;
  applyTo: RuleConditions["customer_settings"]["apply_to"];
  /** Separated by commas. */
  tags: string;
  isForSomeProducts: boolean;
  productIds: number[];
  collectionIds: number[];
  isForSomeTiers: boolean;
  tierIds: number[];
  /** Blank: no limit. */
  perCustomer: string;
  perDay: string;
  inTotal: string;
  startDate: string;
  /** Blank: for ever. */
  endDate: string;
}

/** A rule that is saved, as the editor is given it. */
export interface EditedRule {
  id: string;
  version: string;
  status: RuleStatusName;
  name: string;
  description: string;
  settings: RuleSettings;
  conditions: RuleConditions;
  reward: RewardRules | null;
  limits: RuleLimits;
  startDate: string;
  endDate: string | null;
}

/** What the editor of a new rule begins with. `today` in the store's zone. */
function newDraft(type: RuleType, today: string): RuleDraft {
  return {
    // A draft gives nothing to anybody before the merchant has looked at what it would cost.
    ...{ name: "", description: "", status: "draft", settings: ruleFormOf(type).blank },
    reward: BLANK_REWARD,
    ...{ applyTo: "all", tags: "", isForSomeProducts: false, productIds: [] },
    ...{ collectionIds: [], isForSomeTiers: false, tierIds: [] },
    ...{ perCustomer: "", perDay: "", inTotal: "", startDate: today, endDate: "" },
  };
}

/** What the editor begins with: a saved rule, or a proposal for a new one of this type. */
export function toRuleDraft(
  type: RuleType,
  rule: EditedRule | null,
  amounts: AmountsTyped,
  today: string,
): RuleDraft {
  const blank = newDraft(type, today);
  if (!rule) return blank;
  const { reward, conditions, limits } = rule;
  const {
    customer_settings: meant,
    product_ids: productIds,
    collection_ids: collectionIds,
    tier_ids: tierIds,
  } = conditions;
  return {
    ...blank,
    ...{ name: rule.name, description: rule.description, status: rule.status },
    settings: ruleFormOf(type).toDraft(rule.settings, amounts),
    ...(reward && { reward: toRewardDraft(reward, amounts) }),
    applyTo: meant.apply_to,
    tags: meant.apply_to === "tagged" ? meant.tags.join(", ") : "",
    isForSomeProducts: productIds !== null || Boolean(collectionIds),
    ...{ productIds: productIds ?? [], collectionIds: collectionIds ?? [] },
    ...{ isForSomeTiers: tierIds !== null, tierIds: tierIds ?? [] },
    perCustomer: textOf(limits.per_customer),
    perDay: textOf(limits.per_customer_per_day),
    inTotal: textOf(limits.in_total),
    ...{ startDate: rule.startDate, endDate: rule.endDate ?? "" },
  };
}

/** The draft's rule for its sentence. What is no number is NaN. */
export function toDescribed(
  type: RuleType,
  draft: RuleDraft,
  amounts: AmountsTyped,
): DescribedRule {
  return {
    type,
    settings: ruleFormOf(type).toSettings(draft.settings, amounts),
    conditions: toConditions(draft),
    // A type that gives points by itself has no other reward.
    reward: ruleTypeOf(type).givesPointsItself ? null : toRewardRules(draft.reward, amounts),
    limits: {
      per_customer: optionalNumber(draft.perCustomer),
      per_customer_per_day: optionalNumber(draft.perDay),
      in_total: optionalNumber(draft.inTotal),
    },
    endDate: draft.endDate || null,
  };
}

/** The draft as the server takes it. What is no number becomes null, and the server says which field. */
export function toRuleInput(
  type: RuleType,
  draft: RuleDraft,
  amounts: AmountsTyped,
): Record<string, unknown> {
  const { name, description, status, startDate } = draft;
  return {
    ...toDescribed(type, draft, amounts),
    ...{ name, description, status, startDate },
  };
}

function toConditions({
  applyTo,
  tags,
  isForSomeProducts,
  productIds,
  collectionIds,
  isForSomeTiers,
  tierIds,
}: RuleDraft): RuleConditions {
  return {
    customer_settings:
      applyTo === "tagged" ? { apply_to: applyTo, tags: listOf(tags) } : { apply_to: applyTo },
    // Without a collection the list of products is sent even when it is empty, and the server says what is missing.
    product_ids:
      isForSomeProducts && !isOnlyCollections(productIds, collectionIds) ? productIds : null,
    collection_ids: isForSomeProducts && collectionIds.length > 0 ? collectionIds : null,
    tier_ids: isForSomeTiers ? tierIds : null,
  };
}

function isOnlyCollections(productIds: readonly number[], collectionIds: readonly number[]) {
  return productIds.length === 0 && collectionIds.length > 0;
}
