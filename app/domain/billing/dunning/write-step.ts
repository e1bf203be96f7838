import type { BillingCycle } from "#app/generated/prisma/client.ts";
import type { Queries } from "#app/lib/db.ts";
import type { ShopContext } from "../../context.ts";
import { scheduleTask } from "../../schedule/schedule-task.ts";
import { billSubscriptionTask } from "../charging/billing-tasks.ts";
import { toStepFields } from "./plan-cycle.ts";
import type { DunningPlan } from "./plan-next-step.ts";

/** Writes down what comes next for an unpaid cycle, and plans it. */
export async function writeStep(
  context: Pick<ShopContext, "shop" | "clock">,
  tx: Queries,
  { shopId, subscriptionId, cycleIndex, pastDueSince }: BillingCycle,
  { step, declineClass, reason }: DunningPlan,
): Promise<void> {
  const now = context.clock.now();
  const fields = toStepFields(step, now);
  await tx.billingCycle.update({
    where: { shopId_subscriptionId_cycleIndex: { shopId, subscriptionId, cycleIndex } },
    data: {
      ...fields,
      state: "past_due",
      declineClass,
      reason,
      pastDueSince: pastDueSince ?? now,
      updatedAt: now,
    },
  });
  if (!fields.stepAt) return;
  await scheduleTask(context, tx, billSubscriptionTask, { subscriptionId }, fields.stepAt);
}
