import type { Queries } from "#app/lib/db.ts";

/**
 * Locks a customer's row until the transaction ends, after the store's write lock: whoever brings in customers or merges them has that
 * lock when it writes their rows, and whoever locks a row mostly records an event later, which takes it. The other way around two would wait
 * for each other.
 */
export async function lockCustomer(tx: Queries, shopId: bigint, customerId: bigint): Promise<void> {
  await tx.$executeRaw`SELECT lock_shop_writes(${shopId})`;
  await tx.$queryRaw`
    SELECT 1 FROM customers WHERE shop_id = ${shopId} AND id = ${customerId} FOR NO KEY UPDATE`;
}
