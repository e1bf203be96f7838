import { idsAfter } from "#app/lib/one-way.ts";
import type { ShopContext } from "../../context.ts";
import { scheduleTask } from "../../schedule/schedule-task.ts";
import { listWatched, readCollections } from "../collections/read-collections.ts";
import { type RecountCause, recountLoyaltyTask } from "../loyalty-tasks.ts";
import { readProgram } from "../read-program.ts";
import { readTags, tagsOf } from "../triggers/read-tags.ts";
import { settleLoyalty } from "./settle-loyalty.ts";

/** What other due tasks of the store wait for at most. */
const AT_ONCE = 500;

/**
 * Counts customers again after a change of the program, some at a time, and plans the next ones. Stops when the same has
 * changed once more: that change counts all of them by itself. Collections and tags that rules name are read first, from
 * the platform. Safe to repeat.
 */
export async function recountLoyalty(
  context: ShopContext,
  { cause, version, afterId }: { cause: RecountCause; version: number; afterId: bigint },
): Promise<void> {
  const { db, shop, clock } = context;
  if ((await versionOf(context, cause)) !== version) return;
  if (afterId === 0n) {
    const { rules } = await readProgram(context);
    const latest = rules.flatMap(({ versions }) => versions.at(-1) ?? []);
    await readTags(context, latest.filter(({ isActive }) => isActive).flatMap(tagsOf));
    await readCollections(context, await listWatched(context));
  }
  const customers = await db.prisma.customer.findMany({
    where: { shopId: shop.id, id: idsAfter(afterId), mergedIntoId: null },
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
