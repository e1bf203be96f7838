import type { PastDueStep } from "#app/domain/billing/past-due/past-due-steps.ts";

const WAITS: Readonly<Record<Exclude<PastDueStep, "retry">, string>> = {
  stop: "Waiting for you",
  wait_for_payment_method: "Waiting for the customer",
  correct_address: "Waiting for the customer",
  confirm_payment: "Waiting for the customer",
  final_action: "No retry left",
};

/**
 * What a subscription's next charge is, where its date has come already: no date of the past is a next one.
 *
 * @param open the cycle that fell due and is neither paid nor given up.
 * @param day writes a date.
 */
export function describeOpenCharge(
  { isPastDue, step, stepAt }: { isPastDue: boolean; step: string | null; stepAt: Date | null },
  now: Date,
  day: (instant: Date) => string,
): string {
  if (!isPastDue || step === null) return "Being charged";
  if (step !== "retry") return WAITS[step as Exclude<PastDueStep, "retry">];
  return stepAt && stepAt > now ? `Will be retried on ${day(stepAt)}` : "Being retried";
}
