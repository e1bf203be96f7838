import { toMinor } from "#app/domain/loyalty/rules/money-and-points.ts";
import type { Ladder, Tier, TierBasis } from "#app/domain/loyalty/tiers/ladder.ts";
import type { LadderInput } from "#app/domain/loyalty/tiers/ladder-input.ts";
import { currencyExponent } from "#app/lib/money.ts";
import { type AmountsTyped, numberOf, wholeNumberOf } from "../../churn/offer-types/number-text.ts";
import { optionalAmount, typeNumber } from "../fields/typed-values.ts";
import {
  BLANK_REWARD,
  type RewardDraft,
  toRewardDraft,
  toRewardRules,
} from "../rules/reward-draft.ts";

/** A tier as in the editor's fields: every field is kept as it was typed. */
export interface TierDraft {
  /** Tells its fields from those of the others while it is edited. */
  key: string;
  /** Null for a new one. */
  id: number | null;
  name: string;
  threshold: string;
  /** Blank: points are as they are. */
  multiplier: string;
  perks: string;
  givesReward: boolean;
  reward: RewardDraft;
}

export interface LadderDraft {
  basis: TierBasis;
  tiers: readonly TierDraft[];
}

/** What a new tier begins with. */
export function newTier(key: string): TierDraft {
  return {
    ...{ key, id: null, name: "", threshold: "", multiplier: "1", perks: "" },
    ...{ givesReward: false, reward: BLANK_REWARD },
  };
}

/** What the editor begins with: the tiers as they are saved, the lowest first. */
export function toLadderDraft(
  ladder: Pick<Ladder, "basis" | "tiers"> | null,
  amounts: AmountsTyped,
): LadderDraft {
  const basis = ladder?.basis ?? "points";
  return { basis, tiers: (ladder?.tiers ?? []).map((tier) => toTierDraft(tier, basis, amounts)) };
}

function toTierDraft(tier: Tier, basis: TierBasis, amounts: AmountsTyped): TierDraft {
  const unit = basis === "spend" ? 10 ** currencyExponent(amounts.currency) : 1;
  return {
    ...{ key: String(tier.id), id: tier.id, name: tier.name, perks: tier.perks },
    threshold: typeNumber(tier.threshold / unit, amounts),
    multiplier: typeNumber(tier.multiplier / 100, amounts),
    givesReward: tier.entryReward !== null,
    reward: tier.entryReward ? toRewardDraft(tier.entryReward, amounts) : BLANK_REWARD,
  };
}

/** A tier as it is typed. What is no number is NaN, and the server says which field. */
export function toTier(
  draft: TierDraft,
  basis: TierBasis,
  amounts: AmountsTyped,
): LadderInput["tiers"][number] {
  return {
    ...{ id: draft.id, name: draft.name, perks: draft.perks },
    threshold:
      basis === "spend"
        ? toMinor(numberOf(draft.threshold || "-", amounts), amounts.currency)
        : wholeNumberOf(draft.threshold),
    multiplier: hundredths(optionalAmount(draft.multiplier, amounts) ?? 1),
    entryReward: draft.givesReward ? toRewardRules(draft.reward, amounts) : null,
  };
}

/**
 * The draft as the server takes it: the tiers in the order of what they ask for, however they were added.
 *
 * @returns with the keys of the tiers in that order, by which what the server finds wrong is shown beside the right one.
 */
export function toLadderInput(
  { basis, tiers }: LadderDraft,
  amounts: AmountsTyped,
): { input: LadderInput; keys: string[] } {
  const sorted = tiers
    .map((draft) => ({ key: draft.key, tier: toTier(draft, basis, amounts) }))
    .sort((one, other) => orLast(one.tier.threshold) - orLast(other.tier.threshold));
  return {
    input: { basis, tiers: sorted.map(({ tier }) => tier) },
    keys: sorted.map(({ key }) => key),
  };
}

function orLast(threshold: number): number {
  return Number.isNaN(threshold) ? Number.MAX_SAFE_INTEGER : threshold;
}

/** Of two decimals a whole number; what has more stays none, and is refused. */
function hundredths(value: number): number {
  const whole = Math.round(value * 100);
  return Math.abs(value * 100 - whole) < 1e-6 ? whole : value * 100;
}
