import type { Subscription } from "#app/generated/prisma/client.ts";
import { shareTransaction } from "#app/lib/share-transaction.ts";
import { isSameInterval } from "#app/lib/zoned-time.ts";
import type { ShopContext } from "../../context.ts";
import { scheduleTask } from "../../schedule/schedule-task.ts";
import { intervalOf } from "../../subscriptions/charges/kept-day.ts";
import { takenDate } from "../../subscriptions/charges/taken-date.ts";
import { storeContract } from "../../subscriptions/store-contract.ts";
import { billSubscriptionTask } from "../charging/billing-tasks.ts";
import { findLastCycle } from "./find-last-cycle.ts";
import { putOff } from "./put-off.ts";
import { recountNext } from "./recount-next.ts";

/**
 * Tells the platform the date of the next charge, where it still has an earlier one, and plans the charge. The platform
 * leaves this date to the app. A date on which it would take no charge gives way to the first one on which it does.
 *
 * @param wanted in the future.
 * @returns false: there is nothing more to do until then.
 */
export async function moveDateOn(
  context: ShopContext,
  subscription: Subscription,
  wanted: Date,
): Promise<false> {
  const dueAt = await takenDate(context, subscription, wanted);
  if (dueAt > wanted && !(await putOff(context, subscription, { from: wanted, to: dueAt })))
    return false;
  if (subscription.nextBillingAt?.getTime() !== dueAt.getTime()) {
    const contractId = Number(subscription.platformContractId);
    await context.platform.moveNextBillingDate(contractId, dueAt);
    // Read together with others whose dates have moved as well.
    const moved = await context.platform.getContract(contractId);
    if (!moved) throw new Error("a contract whose date has moved is not there any more");
    const row = await storeContract(context, moved, { rowBefore: subscription });
    // The contract has got another interval, and no news of it has come: the date was counted by the former one.
    if (!isSameInterval(intervalOf(row), intervalOf(subscription))) {
      const recounted = await context.db.transaction(async (tx) => {
        const last = await findLastCycle(tx, row);
        return last?.closedAt ? recountNext(context, tx, row, last) : null;
      });
      if (recounted) return moveDateOn(context, row, recounted);
    }
  }
  const payload = { subscriptionId: subscription.id };
  await shareTransaction(context.db, `charge:${subscription.id}`, (tx) =>
    scheduleTask(context, tx, billSubscriptionTask, payload, dueAt),
  );
  return false;
}
