import type { BulkAction } from "#app/generated/prisma/client.ts";
import type { ShopContext } from "../context.ts";

/**
 * So long a worker has a row to itself; then it counts as dead. Longer than a row takes, and no harm where it is too short:
 * a row's change is safe to repeat.
 */
export const LEASE_MS = 2 * 60_000;

/** A row that this worker changes now. */
export interface ClaimedRow {
  subscription_id: bigint;
  /** Counts the claims: a worker whose claim has passed to another one writes nothing any more. */
  tries: number;
  is_planned: boolean;
  meant_at: Date | null;
  meant_attempt_id: bigint | null;
}

/** Claims the row that was tried least; null when none is left but those that others have just begun with. */
export async function claimRow(
  { db }: Pick<ShopContext, "db">,
  { shopId, id }: Pick<BulkAction, "shopId" | "id">,
): Promise<ClaimedRow | null> {
  const rows = await db.prisma.$queryRaw<ClaimedRow[]>`
    UPDATE bulk_action_rows SET state = 'running', tries = tries + 1, claimed_at = now()
    WHERE shop_id = ${shopId} AND bulk_action_id = ${id} AND subscription_id = (
      SELECT subscription_id FROM bulk_action_rows
      WHERE shop_id = ${shopId} AND bulk_action_id = ${id} AND state IN ('waiting', 'running')
        AND (state = 'waiting' OR claimed_at < now() - make_interval(secs => ${LEASE_MS / 1000}::float8))
      ORDER BY tries, subscription_id LIMIT 1 FOR UPDATE SKIP LOCKED)
    RETURNING subscription_id, tries, is_planned, meant_at, meant_attempt_id`;
  return rows[0] ?? null;
}
