import { addJob, addJobs, requestJob } from "#app/lib/queue.ts";
import type { AppContext, ShopContext } from "../context.ts";
import { dispatchEventsJob, runSubscriberJob } from "./event-jobs.ts";
import type { EventSubscriber } from "./subscriber.ts";

/** So many of the newest events are looked at. Who is further behind gets a run in any case. */
const LOOKED_AT = 100;

/**
 * Starts a run of each subscriber for which the store has unread events of its kinds. Those that hear none of the new
 * kinds go past them here: a run of each, for each change of a store, would take longer than the changes.
 * Safe to repeat.
 */
export async function dispatchEvents(
  { db, shop }: Pick<ShopContext, "db" | "shop">,
  subscribers: readonly EventSubscriber[],
): Promise<void> {
  const where = { shopId: shop.id };
  const newest = await db.prisma.event.findMany({
    where,
    orderBy: { id: "desc" },
    take: LOOKED_AT,
    select: { id: true, kind: true },
  });
  const cursors = await db.prisma.eventCursor.findMany({ where });
  const lastIds = new Map(cursors.map(({ subscriber, lastId }) => [subscriber, lastId]));
  const unreadBy = ({ name }: EventSubscriber) =>
    newest.filter(({ id }) => id > (lastIds.get(name) ?? 0n));
  const behind = subscribers.filter((subscriber) => unreadBy(subscriber).length > 0);
  const readers = behind.filter((subscriber) => {
    const unread = unreadBy(subscriber);
    const kinds: readonly string[] = subscriber.kinds;
    return unread.length === LOOKED_AT || unread.some(({ kind }) => kinds.includes(kind));
  });
  const others = behind.filter((subscriber) => !readers.includes(subscriber));
  await goPast(db, shop.id, others, newest[0]?.id ?? 0n);
  await addJobs(
    db.prisma,
    readers.map(({ name }) => requestJob(runSubscriberJob, { shopId: shop.id, subscriber: name })),
  );
}

async function goPast(
  { prisma }: ShopContext["db"],
  shopId: bigint,
  subscribers: readonly EventSubscriber[],
  lastId: bigint,
): Promise<void> {
  if (subscribers.length === 0) return;
  await prisma.$executeRaw`
    INSERT INTO event_cursors AS c (shop_id, subscriber, last_id)
    SELECT ${shopId}::bigint, name, ${lastId}::bigint FROM unnest(${subscribers.map(({ name }) => name)}::text[]) AS name
    ON CONFLICT (shop_id, subscriber) DO UPDATE
    SET last_id = greatest(c.last_id, excluded.last_id), updated_at = excluded.updated_at`;
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
    await addJob(db.prisma, dispatchEventsJob, { shopId: id, about: "events" });
  }
}
