import type { BillingCycle, Subscription } from "#app/generated/prisma/client.ts";

/**
 * When a subscription is to be charged next; null when it is not. The contract's own date, which pauses and offers move;
 * where the last charge has left it behind, the date after that charge. The platform takes no date that has passed, so
 * after an outage the contract lags until the missed charges are made.
 */
export function dueDate(
  { status, nextBillingAt }: Pick<Subscription, "status" | "nextBillingAt">,
  last: Pick<BillingCycle, "dueAt" | "nextDueAt"> | null,
): Date | null {
  if (status !== "active" || nextBillingAt === null) return null;
  return last && nextBillingAt <= last.dueAt ? last.nextDueAt : nextBillingAt;
}
