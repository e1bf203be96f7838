import { eachByItself } from "#app/lib/each-by-itself.ts";
import type { AppContext } from "../context.ts";
import type { EventSubscriber } from "./subscriber.ts";

/** How long an event stays after everybody has read it: for replays, and for looking into what happened. */
const KEPT_DAYS = 30;
const BATCH_SIZE = 5_000;
const MAX_BATCHES = 20;

/**
 * Removes events that are over a month old by their store's clock and that every subscriber has read; of a
 * store that has left, also unread ones. What is set aside stays until it is done. The newest event of a store stays, because the next id follows from
 * it. In batches, a bounded number of them for each store and run. Safe to repeat.
 */
export async function pruneEvents(
  { db }: Pick<AppContext, "db">,
  subscribers: readonly EventSubscriber[],
): Promise<void> {
  const names = subscribers.map(({ name }) => name);
  const shops = await db.prisma.shop.findMany({
    select: { id: true, status: true, clockOffsetMs: true, hasSetAside: true },
  });
  await eachByItself(shops, async ({ id, status, clockOffsetMs, hasSetAside }) => {
    const before = new Date(Date.now() + Number(clockOffsetMs) - KEPT_DAYS * 86_400_000);
    const readers = status === "active" ? names : [];
    const kept = hasSetAside && status === "active" ? await findSetAside(db, id) : [];
    for (let batch = 0; batch < MAX_BATCHES; batch += 1) {
      const count = await pruneBatch(db, id, before, { readers, kept });
      if (count + kept.length < BATCH_SIZE) break;
    }
  });
}

/** Events that a subscriber has yet to be given once more. */
async function findSetAside({ prisma }: AppContext["db"], shopId: bigint): Promise<bigint[]> {
  const rows = await prisma.setAside.findMany({ where: { shopId, kind: "event" } });
  return rows.map(({ key }) => BigInt(key.split("/").at(-1) ?? 0));
}

/** Removes the oldest events up to the first that is younger, unread or the newest. */
function pruneBatch(
  { prisma }: AppContext["db"],
  shopId: bigint,
  before: Date,
  { readers, kept }: { readers: readonly string[]; kept: readonly bigint[] },
): Promise<number> {
  return prisma.$executeRaw`
    WITH oldest AS (
      SELECT id, created_at FROM events WHERE shop_id = ${shopId} ORDER BY id LIMIT ${BATCH_SIZE}::int
    ), up_to AS (
      SELECT least(
        (SELECT coalesce(min(id) FILTER (WHERE created_at >= ${before}) - 1, max(id)) FROM oldest),
        (SELECT max(id) - 1 FROM events WHERE shop_id = ${shopId}),
        (SELECT CASE WHEN count(*) < ${readers.length} THEN 0 ELSE min(last_id) END FROM event_cursors
         WHERE shop_id = ${shopId} AND subscriber = ANY (${readers}))) AS id
    )
    DELETE FROM events WHERE shop_id = ${shopId} AND id <= (SELECT id FROM up_to) AND id <> ALL (${kept}::bigint[])`;
}
