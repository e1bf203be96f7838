import type { LoyaltyWords } from "#app/domain/loyalty/loyalty-words.ts";
import { rewardTypeOf } from "#app/domain/loyalty/rewards/reward-types.ts";
import type { TierBasis } from "#app/domain/loyalty/tiers/ladder.ts";
import type { LadderInput } from "#app/domain/loyalty/tiers/ladder-input.ts";
import { currencyExponent } from "#app/lib/money.ts";

/** What a tier asks for and gives, in plain sentences that go on after its name: "from 500 points in a year." What is not typed yet is left open. */
export function tierSentence(
  tier: LadderInput["tiers"][number],
  basis: TierBasis,
  words: LoyaltyWords,
  currency: string,
): string {
  const { threshold, multiplier, entryReward } = tier;
  const asks = {
    points: words.count(threshold, "point"),
    spend: words.money(threshold / 10 ** currencyExponent(currency)),
    orders: words.count(threshold, "order"),
  };
  const parts = [
    `from ${asks[basis]} in a year.`,
    ...(multiplier === 100 ? [] : [`Points are multiplied by ${words.number(multiplier / 100)}.`]),
    ...(entryReward
      ? [`Who gets here first: ${rewardTypeOf(entryReward).describe(entryReward, words)}.`]
      : []),
  ];
  return parts.join(" ");
}
