import { refuse } from "../../refusals/refuse.ts";
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
    const message = "A charge of this subscription is past due. Charge or skip that one first.";
    throw refuse("charge_unpaid", {}, message);
  }
  if (subscription.status !== "active") {
    if (subscription.status !== "paused") throw refuse("no_next_charge");
    throw refuse("paused", {}, "The subscription is paused; it has no next charge.");
  }
  return dueDate(subscription, last);
}
