import type { PriceChange } from "#app/generated/prisma/client.ts";
import type { ShopContext } from "../context.ts";

/** So long a worker has a row to itself; then it counts as dead. A row's work is safe to repeat. */
export const LEASE_MS = 2 * 60_000;

/** A row that this worker works on now. */
export interface ClaimedPriceRow {
  subscription_id: bigint;
  state: string;
  tries: number;
}

type OfPass = Pick<PriceChange, "shopId" | "id" | "pass">;

/** Claims the next row that this pass has not seen; null when none is left but those that others have just begun with. */
export async function claimPriceRow(
  { db }: Pick<ShopContext, "db">,
  { shopId, id, pass }: OfPass,
): Promise<ClaimedPriceRow | null> {
  const rows = await db.prisma.$queryRaw<ClaimedPriceRow[]>`
    UPDATE price_change_rows SET tries = tries + 1, claimed_at = now()
    WHERE shop_id = ${shopId} AND price_change_id = ${id} AND subscription_id = (
      SELECT subscription_id FROM price_change_rows
      WHERE shop_id = ${shopId} AND price_change_id = ${id} AND pass < ${pass}
        AND state IN ('waiting', 'told', 'writing', 'written')
        AND (claimed_at IS NULL OR claimed_at < now() - make_interval(secs => ${LEASE_MS / 1000}::float8))
      ORDER BY pass, subscription_id LIMIT 1 FOR UPDATE SKIP LOCKED)
    RETURNING subscription_id, state, tries`;
  return rows[0] ?? null;
}

/**
 * This pass is done with the row; `isAgain` gives it back to be tried again at once. One that is not released is tried again when
 * its lease has ended, after the others.
 */
export async function releasePriceRow(
  { db }: Pick<ShopContext, "db">,
  { shopId, id, pass }: OfPass,
  subscriptionId: bigint,
  isAgain: boolean,
): Promise<void> {
  await db.prisma.priceChangeRow.updateMany({
    where: { shopId, priceChangeId: id, subscriptionId },
    data: isAgain ? { claimedAt: null } : { claimedAt: null, tries: 0, pass },
  });
}

/** Open rows that this pass has not ended. */
export function countUnseen(
  { db }: Pick<ShopContext, "db">,
  { shopId, id, pass }: OfPass,
): Promise<number> {
  const state = { in: ["waiting", "told", "writing", "written"] };
  return db.prisma.priceChangeRow.count({
    where: { shopId, priceChangeId: id, pass: { lt: pass }, state },
  });
}
