import { searchWords } from "#app/lib/search-words.ts";
import type { ShopContext } from "../../context.ts";
import { customersSearched, searchedFor } from "../../customers/customer-text.ts";

/** A customer and their points. Null throughout for one who never had points. */
export interface PointsCustomer {
  id: bigint;
  platformCustomerId: number;
  name: string;
  email: string | null;
  isErased: boolean;
  available: number | null;
  pending: number | null;
  owed: number | null;
}

interface Row {
  id: string;
  platform_customer_id: string;
  name: string;
  email: string | null;
  is_erased: boolean;
  available_minor: string | null;
  pending_minor: string | null;
  owed_minor: string | null;
}

const LISTED = `
  SELECT c.id, c.platform_customer_id, concat_ws(' ', c.first_name, c.last_name) AS name, c.email,
    c.redacted_at IS NOT NULL AS is_erased, a.available_minor, a.pending_minor, a.owed_minor
  FROM (/*candidates*/) candidate
  CROSS JOIN LATERAL (
    SELECT * FROM customers
    WHERE shop_id = $1 AND id = candidate.id AND merged_into_id IS NULL LIMIT 1) c
  LEFT JOIN LATERAL (
    SELECT * FROM credit_accounts
    WHERE shop_id = $1 AND customer_id = candidate.id AND unit = 'points' LIMIT 1) a ON true
  /*order*/`;

export const SEARCHED = LISTED.replace("/*candidates*/", () => customersSearched(4)).replace(
  "/*order*/",
  "ORDER BY a.available_minor DESC NULLS LAST, c.id DESC LIMIT $2 OFFSET $3",
);

/** The candidates are the page already. */
export const WITH_POINTS = LISTED.replace(
  "/*candidates*/",
  () => `SELECT w.customer_id AS id FROM credit_accounts w
    WHERE w.shop_id = $1 AND w.unit = 'points' AND (
      SELECT m.id FROM customers m
      WHERE m.shop_id = $1 AND m.id = w.customer_id AND m.merged_into_id IS NOT NULL LIMIT 1) IS NULL
    ORDER BY w.customer_id DESC LIMIT $2 OFFSET $3`,
).replace("/*order*/", "ORDER BY c.id DESC");

/**
 * Customers with their points. A search finds every customer, those with most points first; without one the list is of those who have
 * had points, the newest customers first.
 *
 * @param page counted from 1.
 */
export async function listPointsCustomers(
  { db, shop }: Pick<ShopContext, "db" | "shop">,
  search: string,
  page: number,
  pageSize: number,
): Promise<{ customers: PointsCustomer[]; hasMore: boolean }> {
  const words = searchWords(search);
  const place = [String(shop.id), pageSize + 1, (page - 1) * pageSize];
  const searched = [...place, ...searchedFor(words)];
  const { rows } =
    words.length === 0
      ? await db.pool.query<Row>(WITH_POINTS, place)
      : await db.pool.query<Row>(SEARCHED, searched);
  return {
    customers: rows.slice(0, pageSize).map(toCustomer),
    hasMore: rows.length > pageSize,
  };
}

function toCustomer(row: Row): PointsCustomer {
  const numberOf = (text: string | null) => (text === null ? null : Number(text));
  return {
    id: BigInt(row.id),
    platformCustomerId: Number(row.platform_customer_id),
    ...{ name: row.name, email: row.email, isErased: row.is_erased },
    available: numberOf(row.available_minor),
    pending: numberOf(row.pending_minor),
    owed: numberOf(row.owed_minor),
  };
}
