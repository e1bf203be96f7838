import { analyzeGrownTables } from "#app/lib/analyze-grown-tables.ts";
import { idsAfter } from "#app/lib/one-way.ts";
import { partsOf } from "#app/lib/parts-of.ts";
import type { ShopContext } from "../../context.ts";
import { scheduleTask } from "../../schedule/schedule-task.ts";
import { listWatched, readCollections } from "../collections/read-collections.ts";
import { type RecountCause, recountLoyaltyTask } from "../loyalty-tasks.ts";
import { readProgram } from "../read-program.ts";
import { readTags, tagsOf } from "../triggers/read-tags.ts";
import { settleLoyalty } from "./settle-loyalty.ts";

/** What other due tasks of the store wait for at most. */
const AT_ONCE = 500;
/** Those who are counted before it looks whether the program has changed meanwhile. */
const BETWEEN_LOOKS = 100;

/**
 * Counts customers again after a change of the program, some at a time, and plans the next ones. Stops when the program has
 * changed once more: that change counts all of them by itself, and two at once would wait for each other. Collections and
 * tags that rules name are read first, from the platform. Safe to repeat.
 */
export async function recountLoyalty(
  context: ShopContext,
  { cause, version, afterId }: { cause: RecountCause; version: number; afterId: bigint },
): Promise<void> {
  const { db, shop, clock } = context;
  const program = await programVersion(context);
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
  for (const some of partsOf(ids, BETWEEN_LOOKS)) {
    if ((await programVersion(context)) !== program) return;
    await settleLoyalty(context, some);
    await analyzeGrownTables(db.pool);
  }
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

/** Another number after each change of the program: no rule is deleted, and no version is taken back. */
async function programVersion({ db, shop }: ShopContext): Promise<number> {
  const where = { shopId: shop.id };
  const rules = await db.prisma.loyaltyRule.aggregate({ where, _sum: { version: true } });
  const tiers = await db.prisma.loyaltyLadder.aggregate({ where, _max: { version: true } });
  return (rules._sum.version ?? 0) + (tiers._max.version ?? 0);
}
