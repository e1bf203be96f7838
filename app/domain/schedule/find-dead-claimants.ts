import type { Database } from "#app/lib/db.ts";
import { findDeadWorkers } from "#app/lib/worker-presence.ts";

/**
 * The workers that died while they were at a task. A name that is once in here stays dead, so the answer may be
 * used by later statements.
 *
 * @param shopId of one store; of all when it is left out.
 */
export async function findDeadClaimants(
  db: Pick<Database, "pool">,
  shopId?: bigint,
): Promise<string[]> {
  const { rows } =
    shopId === undefined
      ? await db.pool.query<{ claimed_by: string }>(
          "SELECT DISTINCT claimed_by FROM due_tasks WHERE done_at IS NULL AND claimed_by IS NOT NULL",
        )
      : await db.pool.query<{ claimed_by: string }>(
          "SELECT DISTINCT claimed_by FROM due_tasks WHERE shop_id = $1 AND done_at IS NULL AND claimed_by IS NOT NULL",
          [String(shopId)],
        );
  return findDeadWorkers(
    db.pool,
    rows.map((row) => row.claimed_by),
  );
}
