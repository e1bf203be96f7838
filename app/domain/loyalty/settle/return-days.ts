import type { Queries } from "#app/lib/db.ts";

const RETURN_DAYS = 14;

/** How many days an order may be sent back: the store's number, or the usual one. */
export async function readReturnDays(queries: Queries, shopId: bigint): Promise<number> {
  const settings = await queries.loyaltySettings.findUnique({ where: { shopId } });
  return settings?.returnDays ?? RETURN_DAYS;
}
