import { searchWords } from "#app/lib/search-words.ts";
import type { ShopContext } from "../../context.ts";
import { customersSearched, searchedFor } from "../../customers/customer-text.ts";
import { rollUpForReader } from "../../ledger/roll-up-credit.ts";

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

/** A broad search or filter looks no further than so many customers. */
const CANDIDATES = 2000;

// Each names the customers that come into question, without reading any table from end to end.
const BY_BALANCE = `
  SELECT r.customer_id AS id FROM credit_rankings r
  WHERE r.shop_id = $1 /*some*/ AND (
    SELECT m.id FROM customers m
    WHERE m.shop_id = $1 AND m.id = r.customer_id AND m.merged_into_id IS NOT NULL LIMIT 1) IS NULL
  ORDER BY r.available_minor DESC, r.customer_id DESC LIMIT $4 OFFSET $5`;
const HELD = `
  SELECT h.customer_id AS id FROM credit_accounts h
  WHERE h.shop_id = $1 AND h.unit = 'money' AND h.held_minor > 0 LIMIT ${CANDIDATES}`;
const EXPIRING = `
  SELECT DISTINCT soonest.customer_id AS id FROM (
    SELECT g.customer_id FROM credit_grants g
    WHERE g.shop_id = $1 AND g.unit = 'money' AND g.remaining_minor > 0
      AND g.expires_at > $2 AND g.expires_at <= $3
    ORDER BY g.expires_at LIMIT ${CANDIDATES}) soonest`;

const HOLDING = {
  credit: "a.available_minor > 0",
  held: "a.held_minor > 0",
  expiring: `EXISTS (
    SELECT 1 FROM credit_grants g
    WHERE g.shop_id = $1 AND g.customer_id = c.id AND g.unit = 'money' AND g.remaining_minor > 0
      AND g.expires_at > $2 AND g.expires_at <= $3)`,
} as const;

const LISTED = `
  SELECT found.*, next.amount AS next_amount, next.expires_at AS next_expires_at
  FROM (
    SELECT c.id, c.platform_customer_id, concat_ws(' ', c.first_name, c.last_name) AS name, c.email,
           c.redacted_at IS NOT NULL AS is_erased, a.available_minor, a.held_minor
    FROM (/*candidates*/) candidate
    CROSS JOIN LATERAL (SELECT * FROM customers WHERE shop_id = $1 AND id = candidate.id AND merged_into_id IS NULL LIMIT 1) c
    LEFT JOIN LATERAL (
      SELECT available_minor, held_minor FROM credit_accounts
      WHERE shop_id = $1 AND customer_id = candidate.id AND unit = 'money' LIMIT 1) a ON true
    WHERE /*holding*/
    ORDER BY a.available_minor DESC NULLS LAST, c.id DESC
    LIMIT $4 OFFSET /*offset*/) found
  LEFT JOIN LATERAL (
    SELECT sum(g.remaining_minor) AS amount, g.expires_at FROM credit_grants g
    WHERE g.shop_id = $1 AND g.customer_id = found.id AND g.unit = 'money' AND g.remaining_minor > 0
      AND g.expires_at > $2
    GROUP BY g.expires_at ORDER BY g.expires_at LIMIT 1) next ON true
  WHERE $3::timestamptz IS NOT NULL AND $5::bigint IS NOT NULL AND $6::text[] IS NOT NULL AND $7::bigint IS NOT NULL
  ORDER BY found.available_minor DESC NULLS LAST, found.id DESC`;

/** The statement for a filter, with a search or without. */
export function creditCustomersSql(
  { holding }: Pick<CreditCustomerFilter, "holding">,
  isSearch: boolean,
): string {
  const condition = holding ? HOLDING[holding] : "true";
  const listed = (candidates: string, where: string, offset: string) =>
    LISTED.replace("/*candidates*/", () => candidates)
      .replace("/*holding*/", () => where)
      .replace("/*offset*/", () => offset);
  if (isSearch) return listed(customersSearched(6), condition, "$5");
  if (holding === "held") return listed(HELD, condition, "$5");
  if (holding === "expiring") return listed(EXPIRING, "true", "$5");
  const some = holding === "credit" ? "AND r.available_minor > 0" : "";
  // The candidates are the page already.
  return listed(BY_BALANCE.replace("/*some*/", some), "true", "0");
}

/**
 * Customers with what they hold, those who hold most first. A search finds every customer; without one the
 * list is of those who have had credit, in the order that the summaries last saw.
 *
 * @param page counted from 1.
 */
export async function listCreditCustomers(
  context: Pick<ShopContext, "db" | "shop" | "clock">,
  filter: CreditCustomerFilter,
  page: number,
  pageSize: number,
): Promise<{ customers: CreditCustomer[]; hasMore: boolean }> {
  const words = searchWords(filter.search);
  if (words.length === 0) await rollUpForReader(context);
  const now = context.clock.now();
  const [patterns, number] = searchedFor(words);
  const { rows } = await context.db.pool.query<CustomerRow>(
    creditCustomersSql(filter, words.length > 0),
    [
      String(context.shop.id),
      now,
      new Date(now.getTime() + EXPIRING_WITHIN_MS),
      pageSize + 1,
      (page - 1) * pageSize,
      patterns,
      number,
    ],
  );
  const customers = rows.slice(0, pageSize).map(toCreditCustomer);
  return { customers, hasMore: rows.length > pageSize };
}

const EXPIRING_WITHIN_MS = 30 * 86_400_000;

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
