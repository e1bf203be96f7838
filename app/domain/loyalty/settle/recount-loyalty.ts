import type { ShopContext } from "../../context.ts";
import { scheduleTask } from "../../schedule/schedule-task.ts";
import { recountLoyaltyTask } from "../loyalty-tasks.ts";
import { settleLoyalty } from "./settle-loyalty.ts";

/** What other due tasks of the store wait for at most. */
const AT_ONCE = 500;

/**
 * Counts customers again after a rule has changed, some at a time, and plans the next ones. Stops when the rule has changed
 * once more: that change counts all of them by itself. Safe to repeat.
 */
export async function recountLoyalty(
  context: ShopContext,
  { ruleId, version, afterId }: { ruleId: bigint; version: number; afterId: bigint },
): Promise<void> {
  const { db, shop, clock } = context;
  const rule = await db.prisma.loyaltyRule.findUnique({
    where: { shopId_id: { shopId: shop.id, id: ruleId } },
    select: { version: true },
  });
  if (rule?.version !== version) return;
  const customers = await db.prisma.customer.findMany({
    where: { shopId: shop.id, id: { gt: afterId }, mergedIntoId: null },
    orderBy: { id: "asc" },
    take: AT_ONCE,
    select: { id: true },
  });
  const ids = customers.map(({ id }) => id);
  await settleLoyalty(context, ids);
  const last = ids.at(-1);
  if (last === undefined || ids.length < AT_ONCE) return;
  const next = { ruleId, version, afterId: last };
  await db.transaction((tx) => scheduleTask(context, tx, recountLoyaltyTask, next, clock.now()));
}
