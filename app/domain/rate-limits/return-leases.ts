import type { Pool } from "pg";
import { prepared } from "#app/lib/prepared.ts";
import type { UnspentLease } from "./store-allowance.ts";

/**
 * Returns calls that this process has leased and will not use, so other processes can use them in the same
 * window. Never repeat it after a failure: the calls may have been returned already.
 */
export async function returnLeases(
  pool: Pick<Pool, "query">,
  unspent: readonly (UnspentLease & { shopId: bigint })[],
): Promise<void> {
  if (unspent.length === 0) return;
  await pool.query(
    prepared(RETURN_LEASES, [
      unspent.map(({ shopId }) => String(shopId)),
      unspent.map(({ kind }) => kind),
      unspent.map(({ startsAt }) => new Date(startsAt)),
      unspent.map(({ calls }) => calls),
    ]),
  );
}

// An upsert because a distributed database takes it for many stores at once; the row is there already.
const RETURN_LEASES = `
INSERT INTO rate_limit_windows AS w (shop_id, window_kind, window_start, used, asked_block)
SELECT shop_id, kind, start, 0, calls
FROM unnest($1::bigint[], $2::text[], $3::timestamptz[], $4::bigint[]) AS r (shop_id, kind, start, calls)
ORDER BY shop_id, kind
ON CONFLICT (shop_id, window_kind, window_start)
  DO UPDATE SET used = greatest(0, w.used - excluded.asked_block)`;
