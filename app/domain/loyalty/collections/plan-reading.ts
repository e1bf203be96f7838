import type { ShopContext } from "../../context.ts";
import { scheduleTask } from "../../schedule/schedule-task.ts";
import { readCollectionsTask } from "../loyalty-tasks.ts";
import { listWatched, READ_AGAIN_MS } from "./read-collections.ts";

/**
 * Has the collections that rules name read again because orders came: at once, or an hour after they were read last. So a store
 * asks once an hour at most, however many orders it has, and not at all without orders. Safe to repeat.
 */
export async function planReading(context: ShopContext): Promise<void> {
  const { db, shop, clock } = context;
  const watched = await listWatched(context);
  if (watched.length === 0) return;
  const read = await db.prisma.loyaltyCollection.findMany({
    where: { shopId: shop.id, collectionId: { in: watched.map(BigInt) } },
    select: { readAt: true },
  });
  const now = clock.now();
  const times = read.map(({ readAt }) => readAt.getTime() + READ_AGAIN_MS);
  const isNew = read.length < watched.length;
  const dueAt = isNew ? now : new Date(Math.max(now.getTime(), ...times));
  await db.transaction((tx) => scheduleTask(context, tx, readCollectionsTask, {}, dueAt));
}
