import type { Subscription } from "#app/generated/prisma/client.ts";

/**
 * When a subscription is charged next, as far as anybody knows: a pause has planned the charge that follows it, so while it
 * has no end there is no date; nor is there one of what its owner has withdrawn from. May have passed where a charge is
 * overdue.
 */
export function nextChargeDate({
  status,
  nextBillingAt,
  billingResumesAt,
  withdrawnAt,
}: Pick<
  Subscription,
  "status" | "nextBillingAt" | "billingResumesAt" | "withdrawnAt"
>): Date | null {
  if (withdrawnAt) return null;
  return status === "paused" ? billingResumesAt : nextBillingAt;
}

/** SQL for the day that {@link nextChargeDate} is in a zone, of a subscription `s`; null where there is none, and once it has ended. */
export function nextChargeDaySql(zone: string): string {
  return `to_char(CASE WHEN s.withdrawn_at IS NOT NULL THEN NULL WHEN s.status = 'active' THEN s.next_billing_at
    WHEN s.status = 'paused' THEN s.billing_resumes_at END AT TIME ZONE ${zone}, 'YYYY-MM-DD')`;
}
