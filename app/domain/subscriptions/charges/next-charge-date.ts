import type { Subscription } from "#app/generated/prisma/client.ts";

/**
 * When a subscription is charged next, as far as anybody knows: a pause moves the charge to come on by the time that it
 * lasts, so while it has no end there is no date. May have passed where a charge is overdue.
 */
export function nextChargeDate({
  status,
  nextBillingAt,
  billingResumesAt,
}: Pick<Subscription, "status" | "nextBillingAt" | "billingResumesAt">): Date | null {
  return status === "paused" ? billingResumesAt : nextBillingAt;
}
