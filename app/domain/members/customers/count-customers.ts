import { prepared } from "#app/lib/prepared.ts";
import type { ShopContext } from "../../context.ts";
import type { CustomerFilter } from "./customer-filters.ts";
import type { CustomerSort } from "./customer-sorts.ts";
import { countSql } from "./customers-sql.ts";
import { FEW } from "./find-few.ts";

/** How many customers are in an order without filters; null where they are more than are counted, and where filters narrow it. */
export async function countCustomers(
  { db, shop }: ShopContext,
  sort: CustomerSort,
  names: readonly CustomerFilter[],
): Promise<number | null> {
  if (names.length > 0) return null;
  const { rows } = await db.pool.query<{ total: string }>(
    prepared(countSql(sort), [String(shop.id)]),
  );
  const total = Number(rows[0]?.total ?? 0);
  return total > FEW ? null : total;
}
