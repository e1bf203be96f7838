import type { ShopContext } from "../context.ts";

/** A subscriber that has not read the store's newest events. */
export interface LaggingSubscriber {
  subscriber: string;
  /** Number of unread events. */
  behind: number;
  /** Since when its runs fail; else when the oldest unread event happened. */
  since: Date;
  /** Why its last run failed; null while it only has much to read. */
  error: string | null;
}

/** Runs follow an event at once, or a minute later. */
const USUAL_LAG_MS = 10 * 60_000;

/** Subscribers that fail, or that are further behind than they usually are. */
export async function listLaggingSubscribers({
  db,
  shop,
  clock,
}: Pick<ShopContext, "db" | "shop" | "clock">): Promise<LaggingSubscriber[]> {
  const rows = await db.prisma.$queryRaw<LaggingRow[]>`
    SELECT c.subscriber, c.last_error,
      (SELECT max(id) FROM events WHERE shop_id = ${shop.id}) - c.last_id AS behind,
      coalesce(c.failing_since, (SELECT created_at FROM events
        WHERE shop_id = ${shop.id} AND id > c.last_id ORDER BY id LIMIT 1)) AS since
    FROM event_cursors c WHERE c.shop_id = ${shop.id} ORDER BY c.subscriber`;
  const usual = clock.now().getTime() - USUAL_LAG_MS;
  return rows.flatMap(({ subscriber, behind, since, last_error: error }) => {
    if (!behind || !since || (error === null && since.getTime() > usual)) return [];
    return [{ subscriber, behind: Number(behind), since, error }];
  });
}

interface LaggingRow {
  subscriber: string;
  behind: bigint | null;
  since: Date | null;
  last_error: string | null;
}
