import type { Sent } from "./send-loyalty.ts";

/** A reward that points can be redeemed for. */
export interface PointReward {
  id: number;
  points: number;
  /** "store_credit", or one that becomes a code. */
  kind: string;
}

/** What a shopper is told after a redemption. The keys are those of the words. */
type RedeemNews =
  | "redeemed"
  | "code_soon"
  | "too_few"
  | "had_often"
  | "reward_gone"
  | "offline_nothing"
  | "signed_out_nothing"
  | "failed_nothing"
  | "unknown";

/** Points that are missing for a reward; 0 where there are enough. */
export function missingPoints({ points }: PointReward, balance: number): number {
  return Math.max(0, points - balance);
}

/**
 * @param balance the points now, null where the store does not say. Two things are refused alike: too few points, and a reward that
 *   was given as often as it is given.
 */
export function newsOf(
  sent: Sent<unknown>,
  reward: PointReward,
  balance: number | null,
): RedeemNews {
  switch (sent.outcome) {
    case "done":
      return reward.kind === "store_credit" ? "redeemed" : "code_soon";
    case "refused":
      return balance !== null && missingPoints(reward, balance) === 0 ? "had_often" : "too_few";
    case "gone":
      return "reward_gone";
    case "offline":
      return "offline_nothing";
    case "signed_out":
      return "signed_out_nothing";
    case "failed":
      return "failed_nothing";
    default:
      return "unknown";
  }
}

/** Whether the next press asks for the same again: nobody has said that this was done, or that it was not. */
export function isOpen({ outcome }: Sent<unknown>): boolean {
  return outcome === "unknown" || outcome === "failed" || outcome === "offline";
}
