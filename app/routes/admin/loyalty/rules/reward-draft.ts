import type { RewardRules, RewardType } from "#app/domain/loyalty/rewards/reward-types.ts";
import { type AmountsTyped, optionalNumber, textOf } from "../../churn/offer-types/number-text.ts";
import {
  BLANK_REWARDS,
  type RewardDrafts,
  rewardFormOf,
} from "./reward-types/reward-type-forms.ts";

/** A reward as in the editor's fields: every field is kept as it was typed. */
export interface RewardDraft {
  type: RewardType;
  terms: RewardDrafts;
  /** Of a reward that is a code. Blank: never. */
  codeDays: string;
  codeCombines: boolean;
}

export const BLANK_REWARD: RewardDraft = {
  type: "points",
  terms: BLANK_REWARDS,
  codeDays: "",
  codeCombines: true,
};

export function toRewardDraft(reward: RewardRules, amounts: AmountsTyped): RewardDraft {
  const { reward_type: type } = reward;
  const form = rewardFormOf(type);
  const code = (form.isCode ? reward : {}) as {
    expires_in_days?: number | null;
    combines?: boolean;
  };
  return {
    type,
    terms: { ...BLANK_REWARDS, [type]: form.toDraft(reward, amounts) },
    codeDays: textOf(code.expires_in_days ?? null),
    codeCombines: code.combines ?? true,
  };
}

/** A field that holds no number is NaN. */
export function toRewardRules(draft: RewardDraft, amounts: AmountsTyped): RewardRules {
  const { type, terms, codeDays, codeCombines } = draft;
  const form = rewardFormOf(type);
  const ofCode = form.isCode
    ? { expires_in_days: optionalNumber(codeDays), combines: codeCombines }
    : {};
  return { ...form.toRules(terms[type], amounts), ...ofCode } as RewardRules;
}
