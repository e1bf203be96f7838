import { type Conditions, type ListPage, namesOf, whereOf } from "#app/lib/listing.ts";
import type { ShopContext } from "../../context.ts";
import { CUSTOMER_TEXT, customerPattern, MOST_WORDS } from "../../customers/customer-text.ts";
import type { SubscriptionStatus } from "../subscription-status.ts";
import { totalSql } from "./list-totals.ts";

/** A broad search looks no further than so many customers. */
const CANDIDATES = 2000;

/** In the order in which a merchant's list can be: the newest first, or the next charge first, which only active ones have. */
export const SUBSCRIPTION_SORTS = ["created", "next"] as const;

export type SubscriptionSort = (typeof SUBSCRIPTION_SORTS)[number];

export interface MerchantFilters {
  status?: SubscriptionStatus | undefined;
  planId?: bigint | undefined;
  /** The platform's number of the contract. */
  contractId?: bigint | undefined;
  /** Each is part of the customer's name or email address, in any case. At least one. */
  words?: readonly string[] | undefined;
  /** Charged next at this instant or later, if active. */
  dueFrom?: Date | undefined;
  /** Charged next before it, if active. */
  dueBefore?: Date | undefined;
}

/** The words fill an array of one length; each is found by the index on the text. */
const wordsOf = (parameter: number) =>
  Array.from(
    { length: MOST_WORDS },
    (_, at) => `${CUSTOMER_TEXT} LIKE ($${parameter}::text[])[${at + 1}]`,
  ).join(" AND ");

const CONDITIONS: Conditions<keyof MerchantFilters> = {
  status: (parameter) => `f.status = $${parameter}`,
  planId: (parameter) => `f.plan_id = $${parameter}`,
  contractId: (parameter) => `f.platform_contract_id = $${parameter}`,
  words: (parameter) =>
    `f.customer_id IN (SELECT c.id FROM customers c WHERE c.shop_id = $1 AND ${wordsOf(parameter)} LIMIT ${CANDIDATES})`,
  dueFrom: (parameter) => `f.status = 'active' AND f.next_billing_at >= $${parameter}`,
  dueBefore: (parameter) => `f.status = 'active' AND f.next_billing_at < $${parameter}`,
};

/** A subscription of a merchant's list. Money in minor units. */
export interface MerchantSubscription {
  id: bigint;
  platformContractId: bigint;
  status: SubscriptionStatus;
  planName: string;
  amountMinor: bigint;
  currency: string;
  nextBillingAt: Date | null;
  platformCreatedAt: Date;
  customer: { firstName: string | null; lastName: string | null; email: string | null } | null;
  isPastDue: boolean;
}

const ORDERS: Readonly<Record<SubscriptionSort, (row: string) => string>> = {
  created: (row) => `${row}.platform_created_at DESC, ${row}.id DESC`,
  next: (row) => `${row}.next_billing_at, ${row}.id`,
};

/** The statement for these filters. A page behind the end is one row that holds the total and nothing else. */
export function merchantSubscriptionsSql(
  names: readonly (keyof MerchantFilters)[],
  sort: SubscriptionSort,
): string {
  const where = whereOf(CONDITIONS, names, 4);
  // Written out, because the index on the dates is of the active ones alone.
  const shown = sort === "next" ? ` AND f.status = 'active'${where}` : where;
  const order = ORDERS[sort];
  return `
  SELECT t.total, s.id, s.platform_contract_id, s.status, s.plan_name,
         coalesce(s.next_charge_minor, s.price_minor) AS amount_minor, s.currency, s.next_billing_at,
         s.platform_created_at, c.first_name, c.last_name, c.email, b.subscription_id IS NOT NULL AS is_past_due
  FROM (${totalSql("subscriptions", names, shown)}) t
  LEFT JOIN (SELECT f.id FROM subscriptions f WHERE f.shop_id = $1${shown}
             ORDER BY ${order("f")} LIMIT $2 OFFSET $3) p ON true
  LEFT JOIN subscriptions s ON s.shop_id = $1 AND s.id = p.id
  LEFT JOIN customers c ON c.shop_id = $1 AND c.id = s.customer_id
  LEFT JOIN billing_cycles b ON b.shop_id = $1 AND b.subscription_id = s.id AND b.state = 'past_due'
  ORDER BY ${order("s")}`;
}

/** A page of a store's subscriptions, and how many there are in all. */
export async function listSubscriptionsForMerchant(
  { db, shop }: Pick<ShopContext, "db" | "shop">,
  filters: MerchantFilters,
  sort: SubscriptionSort,
  { limit, offset }: ListPage,
): Promise<{ subscriptions: MerchantSubscription[]; total: number }> {
  const names = namesOf(CONDITIONS, filters);
  const set = names.map((name) =>
    name === "words" ? patternsOf(filters.words ?? []) : filters[name],
  );
  const values = [String(shop.id), limit, offset, ...set];
  const { rows } = await db.pool.query<MerchantRow>({
    name: `list-subscriptions-for-merchant ${sort} ${names.join(" ")}`,
    text: merchantSubscriptionsSql(names, sort),
    values,
  });
  return {
    subscriptions: rows.flatMap((row) => (row.id === null ? [] : [toSubscription(row)])),
    total: Number(rows[0]?.total ?? 0),
  };
}

/** As many patterns as the statement has places: the first word again where there is no other. */
function patternsOf(words: readonly string[]): string[] {
  const [first = ""] = words;
  return Array.from({ length: MOST_WORDS }, (_, at) => customerPattern(words[at] ?? first));
}

interface MerchantRow {
  total: string;
  id: string;
  platform_contract_id: string;
  status: SubscriptionStatus;
  plan_name: string;
  amount_minor: string;
  currency: string;
  next_billing_at: Date | null;
  platform_created_at: Date;
  first_name: string | null;
  last_name: string | null;
  email: string | null;
  is_past_due: boolean;
}

function toSubscription(row: MerchantRow): MerchantSubscription {
  const { first_name: firstName, last_name: lastName, email } = row;
  return {
    id: BigInt(row.id),
    platformContractId: BigInt(row.platform_contract_id),
    status: row.status,
    planName: row.plan_name,
    amountMinor: BigInt(row.amount_minor),
    currency: row.currency,
    nextBillingAt: row.next_billing_at,
    platformCreatedAt: row.platform_created_at,
    customer: firstName || lastName || email ? { firstName, lastName, email } : null,
    isPastDue: row.is_past_due,
  };
}
