import { partsOf } from "#app/lib/parts-of.ts";
import { addJob, addJobs, requestJob } from "#app/lib/queue.ts";
import type { AppContext, ShopContext } from "../context.ts";
import { moveCursors, noteFailure, readCursors } from "./event-cursors.ts";
import { dispatchEventsJob, runSubscriberJob } from "./event-jobs.ts";
import { handlePage } from "./handle-events.ts";
import { type EventRow, readNewest } from "./read-events.ts";
import type { EventSubscriber } from "./subscriber.ts";

/** So many of the newest events are read for all subscribers at once. Who is further behind, or fails, reads by itself. */
const READ_TOGETHER = 500;
/** Each subscriber gets so many at a time. */
const PAGE_SIZE = 100;

/**
 * Gives a store's new events to its subscribers, all at once: they are read once for all. One that is far behind, or that has failed,
 * gets a run by itself and holds up no other. Those that hear none of the new kinds go past them. Safe to repeat.
 */
export async function dispatchEvents(
  context: ShopContext,
  subscribers: readonly EventSubscriber[],
): Promise<void> {
  const { db, shop } = context;
  const cursors = await readCursors(context, subscribers);
  const newest = await readNewest(context, subscribers, {
    after: leastOf(cursors.map(({ lastId }) => lastId)),
    most: READ_TOGETHER,
  });
  const lastId = newest.at(-1)?.id;
  if (lastId === undefined) return;
  const behind = cursors
    .map((cursor) => ({ ...cursor, unread: newest.filter(({ id }) => id > cursor.lastId) }))
    .filter(({ unread }) => unread.length > 0);
  const outcomes = await Promise.all(
    behind.map(async ({ subscriber, unread, isFailing }) => {
      const readsByItself = isFailing || unread.length === READ_TOGETHER;
      return { subscriber, isDone: !readsByItself && (await give(context, subscriber, unread)) };
    }),
  );
  const namesOf = (some: typeof outcomes) => some.map(({ subscriber }) => subscriber.name);
  await moveCursors(context, namesOf(outcomes.filter(({ isDone }) => isDone)), lastId);
  await addJobs(
    db.prisma,
    namesOf(outcomes.filter(({ isDone }) => !isDone)).map((subscriber) =>
      requestJob(runSubscriberJob, { shopId: shop.id, subscriber }),
    ),
  );
}

const leastOf = (ids: readonly bigint[]) =>
  ids.reduce((least, id) => (id < least ? id : least), ids[0] ?? 0n);

/** @returns whether it has taken them; when it has not, that is written down. */
async function give(
  context: ShopContext,
  subscriber: EventSubscriber,
  rows: readonly EventRow[],
): Promise<boolean> {
  try {
    for (const page of partsOf(rows, PAGE_SIZE)) await handlePage(context, subscriber, page);
    return true;
  } catch (error) {
    context.log.warn({ err: error, subscriber: subscriber.name }, "a subscriber failed");
    await noteFailure(context, subscriber, error);
    return false;
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
