import type { z } from "zod";
import { AppError } from "#app/lib/app-error.ts";
import { invalidInput } from "#app/lib/invalid-input.ts";
import { recordActivity } from "../../activity/record-activity.ts";
import type { ShopContext } from "../../context.ts";
import { describePolicy, planPoliciesSchema } from "./plan-policy.ts";

/**
 * Sets the policies of plans, all or nothing. They count for credit given, and contracts cancelled, from
 * then on. Safe to repeat.
 *
 * @throws AppError invalid_input with `fields` by plan id, not_found.
 */
export async function setPlanPolicies(context: ShopContext, input: unknown): Promise<void> {
  const parsed = planPoliciesSchema.safeParse(input);
  if (!parsed.success) throw byPlan(parsed.error, input);
  await context.db.transaction(async (tx) => {
    for (const { planId, expiryMonths, forfeitOnCancel } of parsed.data.policies) {
      const where = { shopId_id: { shopId: context.shop.id, id: BigInt(planId) } };
      const before = await tx.plan.findUnique({ where });
      if (!before) throw new AppError("not_found", "There is no such plan.");
      const isSame =
        before.creditExpiryMonths === expiryMonths &&
        before.creditForfeitOnCancel === forfeitOnCancel;
      if (isSame) continue;
      await tx.plan.update({
        where,
        data: { creditExpiryMonths: expiryMonths, creditForfeitOnCancel: forfeitOnCancel },
      });
      await recordActivity(context, tx, {
        kind: "plan.policy_changed",
        message: `Credit of the plan ${before.name} ${describePolicy({ expiryMonths, forfeitOnCancel })}.`,
        details: { plan_id: planId, expiry_months: expiryMonths, forfeit: forfeitOnCancel },
      });
    }
  });
}

/** What is wrong, under the plan that it is wrong with. */
function byPlan(error: z.ZodError, input: unknown): AppError {
  const known = invalidInput(error);
  const plans = (input as { policies?: { planId?: unknown }[] } | null)?.policies;
  const fields: Record<string, string[]> = {};
  for (const { path } of error.issues) {
    const plan = typeof path[1] === "number" ? plans?.[path[1]]?.planId : undefined;
    fields[String(plan ?? "form")] = Object.values(known.fields ?? {}).flat();
  }
  return new AppError("invalid_input", known.message, fields);
}
