import type { ShopContext } from "../../context.ts";

export const CREDIT_HOLDINGS = ["credit", "held", "expiring"] as const;

export interface CreditCustomerFilter {
  /** Parts of a name or an e-mail address, or the platform's number of the customer. Blank for none. */
  search: string;
  /** Who has credit, who has credit held by a checkout, whose credit ends within 30 days. */
  holding?: (typeof CREDIT_HOLDINGS)[number];
}

/** A customer and what they hold; minor units. Null throughout for one who never had credit. */
export interface CreditCustomer {
  id: bigint;
  platformCustomerId: number;
  name: string;
  email: string | null;
  isErased: boolean;
  availableMinor: number | null;
  heldMinor: number | null;
  nextExpiry: { amountMinor: number; expiresAt: Date } | null;
}

interface CustomerRow {
  id: string;
  platform_customer_id: string;
  name: string;
  email: string | null;
  is_erased: boolean;
  available_minor: string | null;
  held_minor: string | null;
  next_amount: string | null;
  next_expires_at: Date | null;
}

const FOUND = `
  SELECT c.id, c.platform_customer_id, concat_ws(' ', c.first_name, c.last_name) AS name, c.email,
         c.redacted_at IS NOT NULL AS is_erased, a.available_minor, a.held_minor
  FROM customers c
  /*join*/ JOIN credit_accounts a ON a.shop_id = c.shop_id AND a.customer_id = c.id AND a.unit = 'money'
  WHERE c.shop_id = $1
    AND NOT EXISTS (
      SELECT 1 FROM unnest($2::text[], $3::text[]) AS word (pattern, number)
      WHERE NOT (concat_ws(' ', c.first_name, c.last_name, c.email) ILIKE word.pattern
        OR c.platform_customer_id::text = word.number))
    AND ($4::text IS DISTINCT FROM 'credit' OR a.available_minor > 0)
    AND ($4::text IS DISTINCT FROM 'held' OR a.held_minor > 0)
    AND ($4::text IS DISTINCT FROM 'expiring' OR EXISTS (
      SELECT 1 FROM credit_grants g
      WHERE g.shop_id = c.shop_id AND g.customer_id = c.id AND g.unit = 'money' AND g.remaining_minor > 0
        AND g.expires_at > $5 AND g.expires_at <= $5 + interval '30 days'))
  ORDER BY /*order*/
  LIMIT $6 OFFSET $7`;

const WITH_EXPIRY = `
  SELECT found.*, next.amount AS next_amount, next.expires_at AS next_expires_at
  FROM (/*found*/) found
  LEFT JOIN LATERAL (
    SELECT sum(g.remaining_minor) AS amount, g.expires_at FROM credit_grants g
    WHERE g.shop_id = $1 AND g.customer_id = found.id AND g.unit = 'money' AND g.remaining_minor > 0
      AND g.expires_at > $5
    GROUP BY g.expires_at ORDER BY g.expires_at LIMIT 1) next ON true
  ORDER BY /*order again*/`;

/** Without a search only those who have an account, found by the index on what they hold. */
function sqlFor(isSearch: boolean): string {
  const found = FOUND.replace("/*join*/", isSearch ? "LEFT" : "").replace(
    "/*order*/",
    isSearch ? "a.available_minor DESC NULLS LAST, c.id" : "a.available_minor DESC, a.customer_id",
  );
  return WITH_EXPIRY.replace("/*found*/", found).replace(
    "/*order again*/",
    "found.available_minor DESC NULLS LAST, found.id",
  );
}

/**
 * Customers with what they hold, those who hold most first. A search finds every customer; without one the
 * list is of those who have had credit.
 *
 * @param page counted from 1.
 */
export async function listCreditCustomers(
  context: Pick<ShopContext, "db" | "shop" | "clock">,
  filter: CreditCustomerFilter,
  page: number,
  pageSize: number,
): Promise<{ customers: CreditCustomer[]; hasMore: boolean }> {
  const words = filter.search.trim().split(/\s+/).filter(Boolean);
  const { rows } = await context.db.pool.query<CustomerRow>(sqlFor(words.length > 0), [
    String(context.shop.id),
    words.map((word) => `%${word.replace(/[\\%_]/g, "\\$&")}%`),
    words,
    filter.holding ?? null,
    context.clock.now(),
    pageSize + 1,
    (page - 1) * pageSize,
  ]);
  const customers = rows.slice(0, pageSize).map(toCreditCustomer);
  return { customers, hasMore: rows.length > pageSize };
}

function toCreditCustomer(row: CustomerRow): CreditCustomer {
  const { available_minor: available, held_minor: held, next_expires_at: expiresAt } = row;
  return {
    id: BigInt(row.id),
    platformCustomerId: Number(row.platform_customer_id),
    name: row.name,
    email: row.email,
    isErased: row.is_erased,
    availableMinor: available === null ? null : Number(available),
    heldMinor: held === null ? null : Number(held),
    nextExpiry: expiresAt && { amountMinor: Number(row.next_amount), expiresAt },
  };
}
