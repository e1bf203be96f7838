import type { Queries } from "#app/lib/db.ts";
import type { ShopContext } from "../../context.ts";
import { scheduleTask } from "../../schedule/schedule-task.ts";
import { type RecountCause, recountLoyaltyTask } from "../loyalty-tasks.ts";

/** Has all customers of the store counted again, because a rule or the tiers have changed, in the transaction of the change. */
export async function planRecount(
  context: ShopContext,
  tx: Queries,
  { cause, version }: { cause: RecountCause; version: number },
): Promise<void> {
  const first = { cause, version, afterId: 0n };
  await scheduleTask(context, tx, recountLoyaltyTask, first, context.clock.now());
}
