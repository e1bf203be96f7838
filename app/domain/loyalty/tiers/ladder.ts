import type { RewardRules } from "../rewards/reward-types.ts";

/** What lifts customers: points that rules gave before any multiplier, what they spent, or their paid orders. */
export const TIER_BASES = ["points", "spend", "orders"] as const;
export type TierBasis = (typeof TIER_BASES)[number];

export interface Tier {
  /** Stays when the tier is edited; the store's own numbers. */
  id: number;
  name: string;
  /** What has to be reached within a year: points, minor units of the store's currency, or orders. */
  threshold: number;
  /** Points are multiplied by it, in hundredths: 150 gives half as many more. */
  multiplier: number;
  /** In the merchant's words, one a line. */
  perks: string;
  /** Given when a customer gets here for the first time. */
  entryReward: RewardRules | null;
}

/** The store's tiers as they count from an instant on, until the next version of them. */
export interface Ladder {
  version: number;
  since: Date;
  basis: TierBasis;
  /** The lowest first. Empty: the store has none. */
  tiers: readonly Tier[];
}

/** The ladder that counts at an instant; null before there was one. */
export function ladderAt(ladders: readonly Ladder[], at: Date): Ladder | null {
  return ladders.findLast(({ since }) => since <= at) ?? null;
}

/** The highest place that an amount reaches; -1 for none. */
export function rankReached({ tiers }: Pick<Ladder, "tiers">, amount: number): number {
  return tiers.findLastIndex(({ threshold }) => amount >= threshold);
}

/** A tier as the newest ladder that has it calls it; null for none. */
export function tierNameOf(ladders: readonly Ladder[], tierId: number | null): string | null {
  const named = ladders
    .toReversed()
    .flatMap(({ tiers }) => tiers)
    .find(({ id }) => id === tierId);
  return named?.name ?? null;
}
