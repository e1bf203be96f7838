import type { Plan } from "#app/generated/prisma/client.ts";
import { type AppError, wrongField } from "#app/lib/app-error.ts";
import { isSameInterval } from "#app/lib/zoned-time.ts";
import type { PlanGroupChange, PlatformPlanGroup } from "#app/platform/platform-plan-group.ts";
import type { PlanGroupInput } from "./plan-group-input.ts";

/**
 * What turns the group as the platform has it into the one that the merchant wants. A plan is found by its row, else
 * by its name: a plan that an unanswered save has created is changed then, not created again.
 *
 * @param rows our rows of the group's plans.
 * @throws AppError invalid_input for another interval of a prepaid plan: its price is that of its deliveries.
 */
export function changeOf(
  current: PlatformPlanGroup,
  input: PlanGroupInput,
  rows: readonly Pick<Plan, "id" | "platformPlanId">[],
): PlanGroupChange {
  const free = new Map(current.plans.map((plan) => [plan.planId, plan]));
  const take = (planId: number | undefined): number | null => {
    if (planId === undefined || !free.delete(planId)) return null;
    return planId;
  };
  const byRow = input.plans.map(({ planId }) => {
    const row = rows.find(({ id }) => id === planId);
    return take(row && Number(row.platformPlanId));
  });
  const plans = input.plans.map(({ name, interval, pricing, trial }, index) => {
    const named = [...free.values()].find((plan) => plan.name === name);
    const planId = byRow[index] ?? take(named?.planId);
    const present = current.plans.find((plan) => plan.planId === planId);
    const keepsInterval = present?.interval != null && isSameInterval(present.interval, interval);
    if (present?.deliveryInterval && !keepsInterval) throw isPrepaidPlan(index);
    return { planId, name, interval, keepsInterval, pricing, trial };
  });
  return { name: input.name, kind: input.kind, plans, deletedPlanIds: [...free.keys()] };
}

function isPrepaidPlan(index: number): AppError {
  return wrongField(
    `plans.${index}.interval.count`,
    "This plan is prepaid: each charge pays for several deliveries. Create another plan for another interval.",
  );
}
