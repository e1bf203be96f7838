import type { LoyaltyReward } from "#app/generated/prisma/client.ts";
import type { Postings } from "../../ledger/post-movement.ts";
import type { LoyaltyProgramSettings } from "../program/loyalty-settings.ts";
import type { RewardRules } from "./reward-types.ts";

/** Names a reward's movements among all of the store. @param number 0 is the one that gave it. */
export function movementKey(rewardId: bigint, number: number): string {
  return `loyalty:${rewardId}:${number}`;
}

/** Names the movement of points by which a reward was redeemed. */
export function redemptionKey(rewardId: bigint): string {
  return `redeemed:${rewardId}`;
}

/** The reward that a movement belongs to, also once it was settled or given back; null for what is of no reward. */
export function rewardIdOf(sourceKey: string | null): bigint | null {
  const [, id] = /^(?:loyalty|redeemed):(\d+)/.exec(sourceKey ?? "") ?? [];
  return id === undefined ? null : BigInt(id);
}

/** One movement of a reward: what it gives more, or, below zero, less. */
export interface RewardMovement {
  row: LoyaltyReward;
  reward: RewardRules;
  amount: number;
  ruleName: string;
  /** Its {@link movementKey}. */
  sourceKey: string;
  order: { gid: string; name: string } | null;
  settings: LoyaltyProgramSettings;
  /** What it moves of points and credit is posted when these are. */
  ledger: Postings;
}
