import type { ShopContext } from "../context.ts";
import { EVENT_CATALOGUE, type EventKind, type EventOf } from "./catalogue.ts";
import type { EventSubscriber } from "./subscriber.ts";

export interface EventRow {
  id: bigint;
  kind: string;
  /** Null for what the subscriber does not hear of. */
  data: unknown;
  created_at: Date;
}

/** The events after a subscriber's cursor, also those of kinds that it does not hear of: it goes past them. */
export async function readPage(
  { db, shop }: ShopContext,
  { name, kinds }: EventSubscriber,
  most: number,
): Promise<EventRow[]> {
  const cursor = await db.prisma.eventCursor.findUnique({
    where: { shopId_subscriber: { shopId: shop.id, subscriber: name } },
    select: { lastId: true },
  });
  return db.prisma.$queryRaw<EventRow[]>`
    SELECT id, kind, CASE WHEN kind = ANY (${kinds}) THEN data END AS data, created_at FROM events
    WHERE shop_id = ${shop.id} AND id > ${cursor?.lastId ?? 0n}
    ORDER BY id LIMIT ${most}::int`;
}

/** The newest events after one, oldest first, with the data of those that any of these subscribers hears of. */
export async function readNewest(
  { db, shop }: ShopContext,
  subscribers: readonly EventSubscriber[],
  { after, most }: { after: bigint; most: number },
): Promise<EventRow[]> {
  const kinds = [...new Set(subscribers.flatMap((subscriber) => subscriber.kinds))];
  const rows = await db.prisma.$queryRaw<EventRow[]>`
    SELECT id, kind, CASE WHEN kind = ANY (${kinds}) THEN data END AS data, created_at FROM events
    WHERE shop_id = ${shop.id} AND id > ${after} ORDER BY id DESC LIMIT ${most}::int`;
  return rows.reverse();
}

/** The events of a subscriber's kinds that follow one. */
export function readNext(
  { db, shop }: ShopContext,
  { kinds }: EventSubscriber,
  after: bigint,
  most: number,
): Promise<EventRow[]> {
  return db.prisma.$queryRaw<EventRow[]>`
    SELECT id, kind, data, created_at FROM events
    WHERE shop_id = ${shop.id} AND id > ${after} AND kind = ANY (${kinds})
    ORDER BY id LIMIT ${most}::int`;
}

/** One event by its id; null when it is gone. */
export async function readEvent(
  { db, shop }: ShopContext,
  eventId: bigint,
): Promise<EventRow | null> {
  const [row] = await db.prisma.$queryRaw<EventRow[]>`
    SELECT id, kind, data, created_at FROM events WHERE shop_id = ${shop.id} AND id = ${eventId}`;
  return row ?? null;
}

/** Those of a subscriber's kinds. One that does not fit the catalogue is a bug of its writer, and must not hold up those after it. */
export function parseEvents(
  { log }: ShopContext,
  { name, kinds }: EventSubscriber,
  rows: readonly EventRow[],
): EventOf<EventKind>[] {
  return rows.flatMap((row) => {
    const kind = row.kind as EventKind;
    if (!kinds.includes(kind)) return [];
    const parsed = EVENT_CATALOGUE[kind].safeParse(row.data);
    if (!parsed.success) {
      log.error({ event: String(row.id), kind, subscriber: name }, "an event has unknown data");
      return [];
    }
    const event = { id: row.id, kind, data: parsed.data, createdAt: row.created_at };
    return [event as EventOf<EventKind>];
  });
}
