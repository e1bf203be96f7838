import type { ShopContext } from "../../context.ts";
import { scheduleTask } from "../../schedule/schedule-task.ts";
import { type RecountCause, recountLoyaltyTask } from "../loyalty-tasks.ts";
import { settleLoyalty } from "./settle-loyalty.ts";

/** What other due tasks of the store wait for at most. */
const AT_ONCE = 500;

/**
 * Counts customers again after a change of the program, some at a time, and plans the next ones. Stops when the same has
 * changed once more: that change counts all of them by itself. Safe to repeat.
 */
export async function recountLoyalty(
  context: ShopContext,
  { cause, version, afterId }: { cause: RecountCause; version: number; afterId: bigint },
): Promise<void> {
  const { db, shop, clock } = context;
  if ((await versionOf(context, cause)) !== version) return;
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
  const next = { cause, version, afterId: last };
  await db.transaction((tx) => scheduleTask(context, tx, recountLoyaltyTask, next, clock.now()));
}

async function versionOf({ db, shop }: ShopContext, cause: RecountCause): Promise<number | null> {
  if (cause === "tiers") {
    const newest = { where: { shopId: shop.id }, orderBy: { version: "desc" } } as const;
    return (await db.prisma.loyaltyLadder.findFirst(newest))?.version ?? null;
  }
  const rule = await db.prisma.loyaltyRule.findUnique({
    where: { shopId_id: { shopId: shop.id, id: BigInt(cause.slice("rule:".length)) } },
    select: { version: true },
  });
  return rule?.version ?? null;
}
