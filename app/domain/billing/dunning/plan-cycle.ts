import type { BillingCycle, Subscription } from "#app/generated/prisma/client.ts";
import type { Queries } from "#app/lib/db.ts";
import type { ShopContext } from "../../context.ts";
import { readFailuresOnMethod } from "./attempts-on-method.ts";
import { knownErrorCode } from "./decline-classes.ts";
import type { DunningSettings } from "./dunning-settings.ts";
import type { DunningStep } from "./dunning-situation.ts";
import { type DunningPlan, planNextStep } from "./plan-next-step.ts";
import { isCurrencyBack } from "./store-currency.ts";

/** What comes next for an unpaid cycle, from what has happened to it. At least one attempt has failed. */
export async function planCycle(
  { shop, clock }: Pick<ShopContext, "shop" | "clock">,
  tx: Queries,
  subscription: Subscription,
  { cycleIndex, addressChangedAt }: Pick<BillingCycle, "cycleIndex" | "addressChangedAt">,
  settings: DunningSettings,
): Promise<DunningPlan> {
  const now = clock.now();
  const failed = await tx.billingAttempt.findMany({
    where: {
      shopId: subscription.shopId,
      subscriptionId: subscription.id,
      cycleIndex,
      status: "failed",
    },
    orderBy: { attemptNumber: "asc" },
  });
  return planNextStep({
    attempts: failed.map(
      ({ completedAt, createdAt, errorCode, currency, storeCurrency, ...rest }) => ({
        begunAt: createdAt,
        at: earlier(completedAt ?? createdAt, now),
        code: knownErrorCode(errorCode ?? ""),
        ...{ currency, storeCurrency, missingItems: rest.missingItems },
        allowedOverselling: rest.allowsOverselling,
      }),
    ),
    attemptsOnMethod: await readFailuresOnMethod(tx, subscription, now),
    paymentMethodChangedAt: subscription.paymentMethodChangedAt,
    deliveryAddressChangedAt: addressChangedAt,
    isCurrencyBack: await isCurrencyBack(tx, subscription.shopId, failed.at(-1)),
    settings,
    zone: shop.ianaTimezone,
    now,
  });
}

/** The platform's clock may be ahead of ours. */
function earlier(at: Date, now: Date): Date {
  return at > now ? now : at;
}

/** How a row names a step, and from when it is to be looked at again; null for one that waits for the merchant. */
export function toStepFields(step: DunningStep, now: Date): { step: string; stepAt: Date | null } {
  switch (step.kind) {
    case "retry":
      return { step: step.kind, stepAt: step.at };
    case "wait_for_payment_method":
      return { step: step.kind, stepAt: step.until };
    case "message_customer":
      return { step: step.request, stepAt: step.until };
    case "stop":
      return { step: step.kind, stepAt: null };
    case "final_action":
      return { step: step.kind, stepAt: now };
  }
}
