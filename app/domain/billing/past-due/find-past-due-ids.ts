import { prepared } from "#app/lib/prepared.ts";
import type { ShopContext } from "../../context.ts";
import { type PastDueFilters, pastDueWhere, readPastDueFilters } from "./past-due-filters.ts";

/** The statement for the subscriptions of the first unpaid cycles that match, oldest first. */
export function pastDueIdsSql(names: readonly (keyof PastDueFilters)[]): string {
  return `
  SELECT f.subscription_id AS id FROM billing_cycles f
  WHERE f.shop_id = $1 AND f.state = 'past_due'${pastDueWhere(names, 3)}
  ORDER BY f.past_due_since, f.subscription_id LIMIT $2`;
}

/** Ids of the subscriptions whose unpaid cycles a merchant's filters let through, at most `limit`. */
export async function findPastDueIds(
  { db, shop }: Pick<ShopContext, "db" | "shop">,
  filters: PastDueFilters,
  limit: number,
): Promise<bigint[]> {
  const { names, set } = readPastDueFilters(filters);
  const values = [String(shop.id), limit, ...set];
  const { rows } = await db.pool.query<{ id: string }>(prepared(pastDueIdsSql(names), values));
  return rows.map(({ id }) => BigInt(id));
}
