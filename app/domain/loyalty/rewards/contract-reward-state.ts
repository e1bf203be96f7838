/**
 * How far a reward on a subscription is. It waits for the platform, is active, and leaves when it was taken back or brought its
 * last free product; it ends refused by the platform, withdrawn, delivered, or with its subscription or what was taken off it.
 */
export const CONTRACT_REWARD_STATE = {
  waiting: "waiting",
  active: "active",
  leaving: "leaving",
  withdrawn: "withdrawn",
  refused: "refused",
  delivered: "delivered",
  ended: "ended",
} as const;
