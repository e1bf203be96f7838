import type { BillingCycle, Subscription } from "#app/generated/prisma/client.ts";

import { hasBegun } from "../../subscriptions/import-state.ts";

/** What of the latest cycle decides the date after it. */
export type LastCycle = Pick<BillingCycle, "dueAt" | "nextDueAt" | "expectedAt" | "closedAt">;

/**
 * When a subscription is to be charged next; null when it is not. The contract's own date, which pauses and offers move;
 * where the last charge has left it behind, the date after that charge. The platform takes no date that has passed, so
 * after an outage the contract lags until the missed charges are made. An import that waits for the old app to stop is
 * not charged, whatever its contract says.
 */
export function dueDate(
  subscription: Pick<Subscription, "status" | "nextBillingAt" | "importState">,
  last: LastCycle | null,
): Date | null {
  const { status, nextBillingAt } = subscription;
  if (status !== "active" || nextBillingAt === null || !hasBegun(subscription)) return null;
  return last && isBehind(nextBillingAt, last) ? last.nextDueAt : nextBillingAt;
}

/** Whether the next date is counted from the latest cycle: it is unpaid, or it has left the contract's own date behind. */
export function followsLast(
  { nextBillingAt }: Pick<Subscription, "nextBillingAt">,
  last: LastCycle,
): boolean {
  return nextBillingAt !== null && (last.closedAt === null || isBehind(nextBillingAt, last));
}

/**
 * One that was charged early may still have the date on which the platform expected it: that charge is made, and the date is no new
 * one. A date that somebody has set while a charge was past due has passed with it, if the charge was settled later.
 */
function isBehind(date: Date, { dueAt, expectedAt, closedAt }: LastCycle): boolean {
  const isSettledSince = closedAt !== null && date <= closedAt;
  return date <= dueAt || isSettledSince || expectedAt?.getTime() === date.getTime();
}
