import type { Subscription } from "#app/generated/prisma/client.ts";

/**
 * Whether what was paid is a trial's fee, and not a full charge. The fee is always paid at the checkout: what a billing
 * attempt charges is the full price.
 *
 * @param paidBy `checkout` for the order with which the subscription began.
 */
export function isTrialFee(
  { trialState }: Pick<Subscription, "trialState">,
  paidBy: "checkout" | "billing_attempt",
): boolean {
  return paidBy === "checkout" && trialState !== null;
}
