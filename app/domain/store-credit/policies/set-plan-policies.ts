import type { z } from "zod";
import { AppError, wrongFields } from "#app/lib/app-error.ts";
import { invalidInput } from "#app/lib/invalid-input.ts";
import { recordActivity } from "../../activity/record-activity.ts";
import type { ShopContext } from "../../context.ts";
import { describePolicy, planPoliciesSchema, readPolicyAmount } from "./plan-policy.ts";

/**
 * Sets the policies of plans, all or nothing. They count for orders placed, credit given and contracts cancelled
 * from then on. Safe to repeat.
 *
 * @throws AppError invalid_input with `fields` by plan id, that of the amount as `<plan id>.amount`; not_found.
 */
export async function setPlanPolicies(context: ShopContext, input: unknown): Promise<void> {
  const parsed = planPoliciesSchema.safeParse(input);
  if (!parsed.success) throw byPlan(parsed.error, input);
  const { currency } = context.shop;
  const policies = parsed.data.policies.map(({ amount, ...policy }) => ({
    ...policy,
    amountMinor: amount === null ? null : readPolicyAmount(amount, currency),
    isWrong: amount !== null && readPolicyAmount(amount, currency) === null,
  }));
  const wrong = policies.filter(({ isWrong }) => isWrong);
  if (wrong.length > 0) {
    throw wrongFields(
      Object.fromEntries(wrong.map(({ planId }) => [`${planId}.amount`, [AMOUNT]])),
    );
  }
  await context.db.transaction(async (tx) => {
    for (const { planId, amountMinor, expiryMonths, forfeitOnCancel } of policies) {
      const where = { shopId_id: { shopId: context.shop.id, id: BigInt(planId) } };
      const before = await tx.plan.findUnique({ where });
      if (!before) throw new AppError("not_found", "There is no such plan.");
      const amountBefore =
        before.creditAmountMinor === null ? null : Number(before.creditAmountMinor);
      const isSame =
        amountBefore === amountMinor &&
        before.creditExpiryMonths === expiryMonths &&
        before.creditForfeitOnCancel === forfeitOnCancel;
      if (isSame) continue;
      await tx.plan.update({
        where,
        data: {
          creditAmountMinor: amountMinor,
          creditAmountSince:
            amountMinor === null ? null : (before.creditAmountSince ?? context.clock.now()),
          creditExpiryMonths: expiryMonths,
          creditForfeitOnCancel: forfeitOnCancel,
        },
      });
      await recordActivity(context, tx, {
        kind: "plan.policy_changed",
        message: `Credit of the plan ${before.name} ${describePolicy({ amountMinor, expiryMonths, forfeitOnCancel }, currency)}.`,
        details: {
          plan_id: planId,
          amount_minor: amountMinor,
          expiry_months: expiryMonths,
          forfeit: forfeitOnCancel,
        },
      });
    }
  });
}

const AMOUNT =
  "Must be an amount above 0 that fits the store's currency, or nothing for no credit.";

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
