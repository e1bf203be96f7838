import type { DeclineClassName } from "#app/domain/billing/dunning/decline-classes.ts";
import type { PastDue } from "#app/domain/billing/past-due/list-past-due.ts";
import { PAST_DUE_STEPS, type PastDueStep } from "#app/domain/billing/past-due/past-due-steps.ts";

/** What an unpaid charge waits for. */
export const STEP_WORDS: Readonly<Record<PastDueStep, string>> = {
  stop: "Waits for you",
  wait_for_payment_method: "Waits for another payment method",
  correct_address: "Waits for a corrected address",
  confirm_payment: "Waits for the customer's confirmation",
  retry: "Retry",
  final_action: "No retry left",
};

/** What a charge that is being made again waits for. */
export const RUNNING_WORDS: Readonly<Record<NonNullable<PastDue["running"]>, string>> = {
  platform: "Being charged",
  customer: "Waits for the customer's confirmation",
};

/** "Retry on 4 Mar 2026, 08:00"; `at` is written already. */
export function describeStep(step: PastDueStep, at: string | null): string {
  const words = STEP_WORDS[step];
  if (at === null) return words;
  return step === "retry" ? `${words} on ${at}` : `${words} until ${at}`;
}

export const STEP_OPTIONS = PAST_DUE_STEPS.map((step) => ({
  label: STEP_WORDS[step],
  value: step as string,
}));

const DECLINE_WORDS: Readonly<Record<DeclineClassName, string>> = {
  technical: "Technical",
  later: "Declined for now",
  customer_must_act: "Customer has to confirm",
  data: "Card data",
  never: "Refused for good",
  inventory: "Out of stock",
};

export const DECLINE_OPTIONS = Object.entries(DECLINE_WORDS).map(([value, label]) => ({
  label,
  value,
}));
