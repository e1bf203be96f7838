import { addJob } from "#app/lib/queue.ts";
import type { AppContext, ShopContext } from "../context.ts";
import { dispatchEventsJob, runSubscriberJob } from "./event-jobs.ts";
import type { EventSubscriber } from "./subscriber.ts";

/** Starts a run of each subscriber that has events of the store to read. Safe to repeat. */
export async function dispatchEvents(
  { db, shop }: Pick<ShopContext, "db" | "shop">,
  subscribers: readonly EventSubscriber[],
): Promise<void> {
  const where = { shopId: shop.id };
  const newest = await db.prisma.event.findFirst({
    where,
    orderBy: { id: "desc" },
    select: { id: true },
  });
  if (!newest) return;
  const cursors = await db.prisma.eventCursor.findMany({ where });
  const lastIds = new Map(cursors.map(({ subscriber, lastId }) => [subscriber, lastId]));
  for (const { name } of subscribers) {
    if ((lastIds.get(name) ?? 0n) >= newest.id) continue;
    await addJob(db.prisma, runSubscriberJob, { shopId: shop.id, subscriber: name });
  }
}

/**
 * Dispatches wherever a subscriber has unread events. The ledger writes events without enqueuing a dispatch,
 * which would cost more than the entry; this finds those, and events whose job was lost. For each store it
 * reads only the ends of two primary keys.
 */
export async function dispatchUnreadEvents(
  { db }: Pick<AppContext, "db">,
  subscribers: readonly EventSubscriber[],
): Promise<void> {
  const names = subscribers.map(({ name }) => name);
  const shops = await db.prisma.$queryRaw<{ id: bigint }[]>`
    SELECT l.shop_id AS id FROM shop_write_locks l JOIN shops s ON s.id = l.shop_id
    WHERE s.status = 'active'
      AND (SELECT max(e.id) FROM events e WHERE e.shop_id = l.shop_id) > 0
      AND (SELECT count(*) FROM event_cursors c
           WHERE c.shop_id = l.shop_id AND c.subscriber = ANY (${names})
             AND c.last_id >= (SELECT max(e.id) FROM events e WHERE e.shop_id = c.shop_id)) < ${names.length}`;
  for (const { id } of shops) {
    await addJob(db.prisma, dispatchEventsJob, { shopId: id });
  }
}
