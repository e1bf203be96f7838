import { AppError } from "#app/lib/app-error.ts";
import type { Billing } from "../charging/read-billing.ts";
import { dueDate } from "../cycles/due-date.ts";
import { chargeIsRunning } from "./charge-is-running.ts";

/**
 * The date of the next charge, where it can be changed; null when there is none.
 *
 * @throws AppError charge_not_retryable, which says why it cannot.
 */
export function nextDateOf({ subscription, last, open, running }: Billing): Date | null {
  if (running || subscription.chargeRunning) throw chargeIsRunning();
  if (open) {
    throw new AppError(
      "charge_not_retryable",
      "A charge of this subscription is past due. Charge or skip that one first.",
    );
  }
  if (subscription.status !== "active") {
    const state = subscription.status === "paused" ? "paused" : "canceled";
    throw new AppError(
      "charge_not_retryable",
      `The subscription is ${state}; it has no next charge.`,
    );
  }
  return dueDate(subscription, last);
}
