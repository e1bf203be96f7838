import type { RewardRules } from "#app/domain/loyalty/rewards/reward-types.ts";
import {
  type AmountsTyped,
  optionalNumber,
  textOf,
  wholeNumberOf,
} from "../../churn/offer-types/number-text.ts";
import {
  BLANK_REWARD,
  type RewardDraft,
  toRewardDraft,
  toRewardRules,
} from "../rules/reward-draft.ts";

/** The address of the list. */
export const POINT_REWARDS = "/app/loyalty/point-rewards";

/** What points can be redeemed for, as in the editor's fields: every field is kept as it was typed. */
export interface PointRewardDraft {
  name: string;
  points: string;
  /** Blank: as often as they like. */
  perCustomer: string;
  isActive: boolean;
  reward: RewardDraft;
}

/** One that is saved, as the editor is given it. */
export interface EditedPointReward {
  id: string;
  version: string;
  name: string;
  points: number;
  reward: RewardRules;
  perCustomer: number | null;
  isActive: boolean;
}

/** What the editor begins with: a saved one, or a proposal for a new one. */
export function toPointRewardDraft(
  saved: EditedPointReward | null,
  amounts: AmountsTyped,
): PointRewardDraft {
  if (!saved) {
    const reward = { ...BLANK_REWARD, type: "discount" as const };
    return { name: "", points: "500", perCustomer: "", isActive: true, reward };
  }
  return {
    ...{ name: saved.name, points: String(saved.points), isActive: saved.isActive },
    perCustomer: textOf(saved.perCustomer),
    reward: toRewardDraft(saved.reward, amounts),
  };
}

/** The draft as the server takes it. What is no number becomes null, and the server says which field. */
export function toPointRewardInput(draft: PointRewardDraft, amounts: AmountsTyped) {
  const { name, points, perCustomer, isActive, reward } = draft;
  return {
    ...{ name, isActive },
    points: wholeNumberOf(points),
    perCustomer: optionalNumber(perCustomer),
    reward: toRewardRules(reward, amounts),
  };
}
