import type { LoyaltyReward } from "#app/generated/prisma/client.ts";
import type { RewardRules } from "./reward-types.ts";

/** One movement of a reward: what it gives more, or, below zero, less. */
export interface RewardMovement {
  row: LoyaltyReward;
  reward: RewardRules;
  amount: number;
  ruleName: string;
  /** Names the movement among all of the store. */
  sourceKey: string;
  order: { gid: string; name: string } | null;
}
