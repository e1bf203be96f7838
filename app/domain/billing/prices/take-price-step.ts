import type { Subscription } from "#app/generated/prisma/client.ts";
import { formatMinor } from "#app/lib/money.ts";
import type { PlatformContract } from "#app/platform/platform-contract.ts";
import { recordActivity } from "../../activity/record-activity.ts";
import type { ShopContext } from "../../context.ts";
import { nextChargeOf } from "../../subscriptions/charges/next-charge.ts";
import { storeContract } from "../../subscriptions/store-contract.ts";
import { hasStepsToCome } from "./price-steps.ts";
import { writePriceStep } from "./write-price-step.ts";

/** The checkout is the first charge, and no billing cycle of ours. */
const CHECKOUT = 1;

/**
 * Gives a subscription the price that its plan has promised after so many charges, once they are made: a discount for the
 * first charges ends by it. The next charge is shown with its new price from then on. A price that somebody changes later
 * stays: each step is taken once. Safe to repeat, also after a lost answer: it writes the same again.
 *
 * @returns whether a step was taken.
 * @throws PlatformFailure: nothing is charged at the old price.
 */
export async function takePriceStep(
  context: ShopContext,
  subscription: Subscription,
): Promise<boolean> {
  const { shopId, id, status, priceSteps, priceStep } = subscription;
  if (status !== "active" || !hasStepsToCome(subscription)) return false;
  const paid = await context.db.prisma.billingCycle.count({
    where: { shopId, subscriptionId: id, state: "paid" },
  });
  const made = CHECKOUT + paid;
  const step = Math.max(...priceSteps.filter((one) => one <= made));
  if (step <= priceStep) return false;
  const written = await writePriceStep(context, subscription, step, null);
  if (written.outcome !== "written") return written.outcome === "not_active";
  await noteStep(context, subscription, step, written.contract);
  await storeContract(context, written.contract, { rowBefore: subscription });
  return true;
}

async function noteStep(
  context: ShopContext,
  { shopId, id, customerId }: Subscription,
  step: number,
  contract: PlatformContract,
): Promise<void> {
  const { currency } = contract;
  const amount = formatMinor(nextChargeOf(contract).totalMinor, currency);
  const charges = step === 1 ? "the first charge" : `the first ${step} charges`;
  await context.db.transaction(async (tx) => {
    const { count } = await tx.subscription.updateMany({
      where: { shopId, id, priceStep: { lt: step } },
      data: { priceStep: step },
    });
    if (count === 0) return;
    await recordActivity(context, tx, {
      kind: "billing.price_step",
      message: `The price of ${charges} has ended: the next charge is ${amount} ${currency}.`,
      customerId,
      subscriptionId: id,
    });
  });
}
