import type { BillingCycle, Subscription } from "#app/generated/prisma/client.ts";
import { recordActivity } from "../../activity/record-activity.ts";
import type { ShopContext } from "../../context.ts";
import { cancelSubscription } from "../../subscriptions/cancel-subscription.ts";
import { refreshContract, storeContract } from "../../subscriptions/store-contract.ts";
import { askIfPaid } from "../attempts/ask-if-paid.ts";
import { lockBilling } from "../charging/read-billing.ts";
import { closeCycle } from "../cycles/close-cycle.ts";
import { type FinalAction, readDunningSettings } from "./dunning-settings.ts";
import { lookAtAddress } from "./look-at-address.ts";
import { planCycle, toStepFields } from "./plan-cycle.ts";
import { writeStep } from "./write-step.ts";

/**
 * Decides what comes next for an unpaid cycle: when the time of a step has come, or the customer has changed
 * something. Nothing happens when it is what was planned. A final action is carried out.
 *
 * @returns true when the next step may be taken at once.
 * @throws PlatformFailure when a final action has not arrived.
 */
export async function takeDunningStep(
  context: ShopContext,
  subscription: Subscription,
  open: BillingCycle,
): Promise<boolean> {
  await lookAtAddress(context, subscription, open);
  const settings = await readDunningSettings(context.db.prisma, context.shop.id);
  const key = { shopId: subscription.shopId, id: subscription.id };
  const plan = await context.db.transaction(async (tx) => {
    const billing = await lockBilling(tx, key);
    if (billing?.open?.cycleIndex !== open.cycleIndex || billing.running) return null;
    const next = await planCycle(context, tx, billing.subscription, billing.open, settings);
    // Later than what another one planned while this one waited for the lock.
    const now = context.clock.now();
    const { step, stepAt } = toStepFields(next.step, now);
    const isDue = next.step.kind === "retry" && next.step.at <= now;
    const plan = { step: next.step, isDue };
    if (isPlanned(billing.open, { step, stepAt }, now) || step === "final_action") return plan;
    await writeStep(context, tx, billing.open, next);
    await recordActivity(context, tx, {
      kind: "billing.replanned",
      message: next.reason,
      customerId: subscription.customerId,
      subscriptionId: subscription.id,
      details: { cycle_index: open.cycleIndex, next_step: next.step.kind },
    });
    return plan;
  });
  if (!plan) return false;
  if (plan.step.kind === "final_action") {
    if (await hasActedUnheard(context, subscription)) return true;
    await carryOut(context, subscription, open, plan.step.action);
    return true;
  }
  return plan.isDue;
}

/** Whether a step is what was planned. Two who plan at once both find that a retry is due now: one of them has written so. */
function isPlanned(
  planned: Pick<BillingCycle, "step" | "stepAt">,
  next: { step: string; stepAt: Date | null },
  now: Date,
): boolean {
  if (planned.step !== next.step) return false;
  if (planned.stepAt?.getTime() === next.stepAt?.getTime()) return true;
  const isDue = (at: Date | null) => at !== null && at <= now;
  return next.step === "retry" && isDue(planned.stepAt) && isDue(next.stepAt);
}

/** Whether the customer or somebody else has changed what the action follows from, and nobody has told. */
async function hasActedUnheard(context: ShopContext, before: Subscription): Promise<boolean> {
  const now = await refreshContract(context, Number(before.platformContractId));
  return (
    now !== null &&
    (now.status !== before.status ||
      now.paymentMethodChangedAt?.getTime() !== before.paymentMethodChangedAt?.getTime())
  );
}

/**
 * Nobody is canceled, paused or passed over who has paid somebody else. The platform first: when the cycle is given up, the subscription is already what it is to be. A crash between the two
 * finds the same action again.
 */
async function carryOut(
  context: ShopContext,
  subscription: Subscription,
  open: BillingCycle,
  action: FinalAction,
): Promise<void> {
  const key = { shopId: subscription.shopId, id: subscription.id };
  const { cycleIndex } = open;
  if ((await askIfPaid(context, subscription, open)) === "paid") return;
  if (action === "skip") {
    await closeCycle(context, key, cycleIndex, "given_up", "every retry has failed.");
    return;
  }
  if (action === "cancel") await cancelSubscription(context, subscription, null);
  else {
    const contractId = Number(subscription.platformContractId);
    const contract = await context.platform.pauseContract(contractId, "partner");
    await storeContract(context, contract, { rowBefore: subscription });
  }
  const why = action === "cancel" ? "the subscription is canceled." : "the subscription is paused.";
  await closeCycle(context, key, cycleIndex, "given_up", `Every retry has failed; ${why}`);
}
