/** What an unpaid cycle can wait for, in the order of a merchant's interest. */
export const PAST_DUE_STEPS = [
  "stop",
  "wait_for_payment_method",
  "correct_address",
  "confirm_payment",
  "retry",
  "final_action",
] as const;

export type PastDueStep = (typeof PAST_DUE_STEPS)[number];
