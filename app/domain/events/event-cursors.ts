import { shortened } from "#app/lib/storable-text.ts";
import type { ShopContext } from "../context.ts";
import { describeFailure } from "../describe-failure.ts";
import type { EventSubscriber } from "./subscriber.ts";

/** How far a subscriber has read. */
interface Cursor {
  subscriber: EventSubscriber;
  lastId: bigint;
  /** Whether its last run failed. */
  isFailing: boolean;
}

/** The cursors of subscribers, also of those that have read nothing yet. */
export async function readCursors(
  { db, shop }: Pick<ShopContext, "db" | "shop">,
  subscribers: readonly EventSubscriber[],
): Promise<Cursor[]> {
  const rows = await db.prisma.eventCursor.findMany({
    where: { shopId: shop.id },
    select: { subscriber: true, lastId: true, failingSince: true },
  });
  return subscribers.map((subscriber) => {
    const row = rows.find((one) => one.subscriber === subscriber.name);
    return { subscriber, lastId: row?.lastId ?? 0n, isFailing: row?.failingSince != null };
  });
}

/** Subscribers have read up to an event, and fail no more. No cursor moves back. */
export async function moveCursors(
  { db, shop }: Pick<ShopContext, "db" | "shop">,
  names: readonly string[],
  lastId: bigint,
): Promise<void> {
  if (names.length === 0) return;
  await db.prisma.$executeRaw`
    INSERT INTO event_cursors AS c (shop_id, subscriber, last_id)
    SELECT ${shop.id}::bigint, name, ${lastId}::bigint FROM unnest(${[...names]}::text[]) AS name
    ON CONFLICT (shop_id, subscriber) DO UPDATE
    SET last_id = greatest(c.last_id, excluded.last_id), updated_at = excluded.updated_at,
        failing_since = NULL, last_error = NULL`;
}

/** Says of a subscriber since when its runs fail, and why the last one did. */
export async function noteFailure(
  { db, shop }: ShopContext,
  { name }: EventSubscriber,
  error: unknown,
): Promise<void> {
  const message = shortened(describeFailure(error), 500);
  await db.prisma.$executeRaw`
    INSERT INTO event_cursors AS c (shop_id, subscriber, failing_since, last_error)
    VALUES (${shop.id}, ${name}, now(), ${message})
    ON CONFLICT (shop_id, subscriber) DO UPDATE
    SET failing_since = coalesce(c.failing_since, excluded.failing_since), last_error = excluded.last_error`;
}
