import type { Subscription } from "#app/generated/prisma/client.ts";
import type { ShopContext } from "../../context.ts";
import { scheduleTask } from "../../schedule/schedule-task.ts";
import { storeContract } from "../../subscriptions/store-contract.ts";
import { billSubscriptionTask } from "../charging/billing-tasks.ts";

/**
 * Tells the platform the date of the next charge, where it still has an earlier one, and plans the charge. The platform
 * leaves this date to the app.
 *
 * @param dueAt in the future.
 * @returns false: there is nothing more to do until then.
 */
export async function moveDateOn(
  context: ShopContext,
  subscription: Subscription,
  dueAt: Date,
): Promise<false> {
  if (subscription.nextBillingAt?.getTime() !== dueAt.getTime()) {
    const contractId = Number(subscription.platformContractId);
    await storeContract(context, await context.platform.setNextBillingDate(contractId, dueAt));
  }
  const payload = { subscriptionId: subscription.id };
  await context.db.transaction((tx) =>
    scheduleTask(context, tx, billSubscriptionTask, payload, dueAt),
  );
  return false;
}
