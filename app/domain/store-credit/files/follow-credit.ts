import type { Queries } from "#app/lib/db.ts";

/** What customers have, in minor units, by their internal id; nobody else has anything. */
export type AvailableCredit = Map<bigint, number>;

/** Reads what customers have. */
export async function readAvailableCredit(
  tx: Queries,
  shopId: bigint,
  customerIds: readonly bigint[],
): Promise<AvailableCredit> {
  const rows = await tx.$queryRaw<{ customer_id: bigint; available_minor: bigint }[]>`
    SELECT a.customer_id, a.available_minor FROM unnest(${[...customerIds]}::bigint[]) AS given (id)
    CROSS JOIN LATERAL (SELECT * FROM credit_accounts
      WHERE shop_id = ${shopId} AND customer_id = given.id AND unit = 'money' LIMIT 1) a`;
  return new Map(rows.map((row) => [row.customer_id, Number(row.available_minor)]));
}

/** What is said of a line that finds nothing to take. */
export const NOTHING_TO_TAKE = "The customer has no credit to take.";

/**
 * Follows a line through its customer's credit, of which no more is taken than there is.
 *
 * @returns what would move, in minor units; null when there is nothing to take.
 */
export function followLine(
  available: AvailableCredit,
  customerId: bigint,
  amountMinor: number,
): number | null {
  const before = available.get(customerId) ?? 0;
  if (amountMinor < 0 && before === 0) return null;
  const after = Math.max(0, before + amountMinor);
  available.set(customerId, after);
  return after - before;
}
