import type { Queries } from "#app/lib/db.ts";
import { addJob } from "#app/lib/queue.ts";
import type { ShopContext } from "../../context.ts";
import { dropTasks } from "../../schedule/drop-tasks.ts";
import { scheduleTask } from "../../schedule/schedule-task.ts";
import { publishLoyaltyRulesJob } from "../loyalty-jobs.ts";
import { type RecountCause, recountLoyaltyTask } from "../loyalty-tasks.ts";

/**
 * Has all customers of the store counted again, because a rule or the tiers have changed, and the storefront told, in the
 * transaction of the change. Counting from the first customer on, by the whole program, makes needless what waits of earlier changes.
 */
export async function planRecount(
  context: ShopContext,
  tx: Queries,
  { cause, version }: { cause: RecountCause; version: number },
): Promise<void> {
  await dropTasks(context, tx, recountLoyaltyTask, null);
  const first = { cause, version, afterId: 0n };
  await scheduleTask(context, tx, recountLoyaltyTask, first, context.clock.now());
  await addJob(tx, publishLoyaltyRulesJob, { shopId: context.shop.id });
}
