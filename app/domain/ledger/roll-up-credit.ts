import { addJob } from "#app/lib/queue.ts";
import { workingZone } from "#app/lib/zones.ts";
import type { AppContext, ShopContext } from "../context.ts";
import { rollUpCreditJob } from "./ledger-jobs.ts";

/** Small enough that customers who are spending credit at the same time do not wait long. */
const ENTRIES_AT_ONCE = 2000;
/** More than a reader of a summary brings forward itself; the job does the rest. */
const READERS_SHARE = 3 * ENTRIES_AT_ONCE;

type RollUpContext = Pick<ShopContext, "shop" | "db">;

/**
 * Brings a store's summaries of its ledger (days, rankings, holders) up to its newest entry. Safe to repeat and to
 * run twice at once.
 */
export async function rollUpCredit(
  { shop, db }: RollUpContext,
  mostEntries = Number.POSITIVE_INFINITY,
): Promise<void> {
  for (let seen = 0; seen < mostEntries; seen += ENTRIES_AT_ONCE) {
    const { rows } = await db.pool.query<{ entries: number }>(
      "SELECT roll_up_credit($1, $2, $3) AS entries",
      [String(shop.id), shop.ianaTimezone, ENTRIES_AT_ONCE],
    );
    if ((rows[0]?.entries ?? 0) < ENTRIES_AT_ONCE) return;
  }
}

/** The same for who is about to read a summary: brings it up to date where little is missing. */
export async function rollUpForReader(context: RollUpContext): Promise<void> {
  const { rows } = await context.db.pool.query<{ behind: string }>(
    `SELECT coalesce((SELECT max(id) FROM credit_entries WHERE shop_id = $1), 0)
       - coalesce((SELECT last_entry_id FROM credit_rollups WHERE shop_id = $1), 0) AS behind`,
    [String(context.shop.id)],
  );
  const behind = Number(rows[0]?.behind ?? 0);
  if (behind > 0 && behind <= READERS_SHARE) await rollUpCredit(context, READERS_SHARE);
}

/** Starts a run in each store whose summaries are behind its ledger. */
export async function enqueueCreditRollups({ db }: Pick<AppContext, "db">): Promise<void> {
  // Whoever posts takes the store's row of shop_write_locks. From the stores' own table a cluster could not join.
  const shops = await db.prisma.$queryRaw<{ id: bigint }[]>`
    SELECT l.shop_id AS id FROM shop_write_locks l
    JOIN shops s ON s.id = l.shop_id LEFT JOIN credit_rollups r ON r.shop_id = l.shop_id
    WHERE s.status = 'active'
      AND (SELECT max(e.id) FROM credit_entries e WHERE e.shop_id = l.shop_id) > coalesce(r.last_entry_id, 0)`;
  const elsewhere = await db.prisma.$queryRaw<{ id: bigint; zone: string; now: string }[]>`
    SELECT r.shop_id AS id, r.zone, s.iana_timezone AS now FROM credit_rollups r JOIN shops s ON s.id = r.shop_id
    WHERE s.status = 'active' AND r.zone <> s.iana_timezone`;
  const moved = elsewhere.filter(({ zone, now }) => zone !== workingZone(now));
  const ids = new Set([...shops, ...moved].map(({ id }) => id));
  for (const id of ids) await addJob(db.prisma, rollUpCreditJob, { shopId: id });
}
