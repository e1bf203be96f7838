import { prepared } from "#app/lib/prepared.ts";
import type { ShopContext } from "../../context.ts";
import { type MerchantFilters, merchantWhere, readMerchantFilters } from "./merchant-filters.ts";

/** The statement for the ids of the first subscriptions that match, oldest first. */
export function matchingIdsSql(names: readonly (keyof MerchantFilters)[]): string {
  return `
  SELECT f.id FROM subscriptions f WHERE f.shop_id = $1${merchantWhere(names, 3)}
  ORDER BY f.id LIMIT $2`;
}

/** Ids of the subscriptions that a merchant's filters let through, at most `limit`. */
export async function findMatchingIds(
  { db, shop }: Pick<ShopContext, "db" | "shop">,
  filters: MerchantFilters,
  limit: number,
): Promise<bigint[]> {
  const { names, set } = readMerchantFilters(filters);
  const values = [String(shop.id), limit, ...set];
  const { rows } = await db.pool.query<{ id: string }>(prepared(matchingIdsSql(names), values));
  return rows.map(({ id }) => BigInt(id));
}
