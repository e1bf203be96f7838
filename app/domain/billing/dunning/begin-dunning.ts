import type { BillingAttempt } from "#app/generated/prisma/client.ts";
import type { Queries } from "#app/lib/db.ts";
import { recordActivity } from "../../activity/record-activity.ts";
import type { ShopContext } from "../../context.ts";
import { scheduleTask } from "../../schedule/schedule-task.ts";
import { tellOfFailure } from "../attempts/tell-customer.ts";
import { billSubscriptionTask } from "../charging/billing-tasks.ts";
import type { Billing } from "../charging/read-billing.ts";
import { dunningSettingsIn } from "./dunning-settings.ts";
import { planCycle } from "./plan-cycle.ts";
import { writeStep } from "./write-step.ts";

/**
 * Decides what follows a failed attempt, and writes it down with its reason, in the transaction that settles the attempt.
 *
 * @returns when it is charged again; null when nothing is planned.
 */
export async function beginDunning(
  context: ShopContext,
  tx: Queries,
  { subscription, open }: Billing,
  failed: BillingAttempt,
): Promise<Date | null> {
  if (!open) return null;
  const settings = await dunningSettingsIn(tx, open.shopId);
  const plan = await planCycle(context, tx, subscription, open, settings);
  await writeStep(context, tx, open, plan);
  if (plan.step.kind === "message_customer" && plan.step.request === "correct_address") {
    // The address that was refused is read at once: later, nobody can tell whether it was corrected.
    const { subscriptionId } = open;
    await scheduleTask(context, tx, billSubscriptionTask, { subscriptionId }, context.clock.now());
  }
  const retriesAt = plan.step.kind === "retry" ? plan.step.at : null;
  const { declineClass } = plan;
  await tellOfFailure(context, tx, subscription, failed, plan);
  await recordActivity(context, tx, {
    kind: "billing.failed",
    message: plan.reason,
    customerId: subscription.customerId,
    subscriptionId: subscription.id,
    details: {
      billing_attempt_id: String(failed.id),
      cycle_index: open.cycleIndex,
      attempt_number: failed.attemptNumber,
      error_code: failed.errorCode,
      decline_class: declineClass,
      next_step: plan.step.kind,
    },
  });
  return retriesAt;
}
