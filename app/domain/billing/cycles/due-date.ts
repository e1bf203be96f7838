import type { BillingCycle, Subscription } from "#app/generated/prisma/client.ts";

import { hasBegun } from "../../subscriptions/import-state.ts";

/**
 * When a subscription is to be charged next; null when it is not. The contract's own date, which pauses and offers move;
 * where the last charge has left it behind, the date after that charge. The platform takes no date that has passed, so
 * after an outage the contract lags until the missed charges are made. One that was charged early may still have the date
 * on which the platform expected it: that charge is made, and the date is no new one. An import that waits for the old app to stop is
 * not charged, whatever its contract says.
 */
export function dueDate(
  subscription: Pick<Subscription, "status" | "nextBillingAt" | "importState">,
  last: Pick<BillingCycle, "dueAt" | "nextDueAt" | "expectedAt"> | null,
): Date | null {
  const { status, nextBillingAt } = subscription;
  if (status !== "active" || nextBillingAt === null || !hasBegun(subscription)) return null;
  const isBehind = last && (nextBillingAt <= last.dueAt || isOf(last, nextBillingAt));
  return isBehind ? last.nextDueAt : nextBillingAt;
}

function isOf({ expectedAt }: Pick<BillingCycle, "expectedAt">, date: Date): boolean {
  return expectedAt?.getTime() === date.getTime();
}
