import type { Queries } from "#app/lib/db.ts";
import { lockLoyalty } from "../settle/lock-loyalty.ts";

/**
 * Who holds what is written down of a customer: their own, or of the one with whom they were merged. Keeps the customer from being merged
 * or erased until the transaction ends. Null when they were erased.
 */
export async function lockHolder(
  tx: Queries,
  shopId: bigint,
  customerId: bigint,
): Promise<bigint | null> {
  const where = { shopId_id: { shopId, id: customerId } };
  const named = await tx.customer.findUnique({ where, select: { mergedIntoId: true } });
  const holder = named?.mergedIntoId ?? customerId;
  await lockLoyalty(tx, shopId, [holder]);
  const [row] = await tx.$queryRaw<{ redacted_at: Date | null; merged_into_id: bigint | null }[]>`
    SELECT redacted_at, merged_into_id FROM customers
    WHERE shop_id = ${shopId} AND id = ${holder} FOR SHARE`;
  if (!row || row.redacted_at) return null;
  return row.merged_into_id ?? holder;
}
