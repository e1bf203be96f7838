import { addJob } from "#app/lib/queue.ts";
import type { ShopContext } from "../context.ts";
import { moveCursors, noteFailure } from "./event-cursors.ts";
import { runSubscriberJob } from "./event-jobs.ts";
import { handlePage } from "./handle-events.ts";
import { readPage } from "./read-events.ts";
import type { EventSubscriber } from "./subscriber.ts";

const PAGE_SIZE = 100;

/** A run yields after this many pages, so a stopping worker does not wait for a whole store. */
const PAGES_A_RUN = 5;

/**
 * Gives a subscriber the events after its cursor, a page at a time in the order of their ids, and moves the
 * cursor once a page is handled: at least once each, never skipped; one that cannot be handled waits aside, see
 * {@link handlePage}. Safe to repeat and to run twice at once.
 *
 * @throws what the subscriber throws; the cursor stays, and says since when and why.
 */
export async function runSubscriber(
  context: ShopContext,
  subscriber: EventSubscriber,
): Promise<void> {
  for (let page = 0; page < PAGES_A_RUN; page += 1) {
    const rows = await readPage(context, subscriber, PAGE_SIZE);
    const last = rows.at(-1);
    if (!last) return;
    try {
      await handlePage(context, subscriber, rows);
    } catch (error) {
      await noteFailure(context, subscriber, error);
      throw error;
    }
    await moveCursors(context, [subscriber.name], last.id);
    if (rows.length < PAGE_SIZE) return;
  }
  const payload = { shopId: context.shop.id, subscriber: subscriber.name };
  await addJob(context.db.prisma, runSubscriberJob, payload);
}

/** Whether a subscriber has yet to read events of the store. Reads the ends of two primary keys. */
export async function hasUnreadEvents(
  { db, shop }: Pick<ShopContext, "db" | "shop">,
  { name }: Pick<EventSubscriber, "name">,
): Promise<boolean> {
  const [row] = await db.prisma.$queryRaw<{ unread: boolean }[]>`
    SELECT coalesce((SELECT max(id) FROM events WHERE shop_id = ${shop.id}), 0)
      > coalesce((SELECT last_id FROM event_cursors WHERE shop_id = ${shop.id} AND subscriber = ${name}), 0) AS unread`;
  return row?.unread ?? false;
}
