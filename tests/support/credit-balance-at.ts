import type { ShopContext } from "#app/domain/context.ts";
import type { CreditUnit } from "#app/domain/ledger/movement.ts";

/**
 * What an account held at an instant of the past: available and on hold. Minor units, or points.
 */
export async function readCreditBalanceAt(
  context: Pick<ShopContext, "shop" | "db">,
  customerId: bigint,
  unit: CreditUnit,
  at: Date,
): Promise<{ availableMinor: number; heldMinor: number }> {
  const { rows } = await context.db.pool.query<{ available: string; held: string }>(
    `SELECT coalesce(sum(amount_minor), 0) AS available,
            coalesce(-sum(amount_minor) FILTER (WHERE status <> 0), 0) AS held
     FROM credit_entries
     WHERE shop_id = $1 AND customer_id = $2 AND unit = $3 AND created_at <= $4
       AND (settled_at IS NULL OR settled_at > $4)`,
    [String(context.shop.id), String(customerId), unit, at],
  );
  return {
    availableMinor: Number(rows[0]?.available ?? 0),
    heldMinor: Number(rows[0]?.held ?? 0),
  };
}
