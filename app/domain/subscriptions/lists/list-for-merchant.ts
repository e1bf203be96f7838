import type { ListPage } from "#app/lib/listing.ts";
import { prepared } from "#app/lib/prepared.ts";
import type { ShopContext } from "../../context.ts";
import type { SubscriptionStatus } from "../subscription-status.ts";
import { totalSql } from "./list-totals.ts";
import { type MerchantFilters, merchantWhere, readMerchantFilters } from "./merchant-filters.ts";

/** In the order in which a merchant's list can be. By the next charge there are those alone that have one. */
export const SUBSCRIPTION_SORTS = ["created", "created-asc", "next", "next-desc"] as const;

export type SubscriptionSort = (typeof SUBSCRIPTION_SORTS)[number];

/** By which only active ones can be ordered, because no other has a next charge. */
export function isOfActiveOnes(sort: SubscriptionSort): boolean {
  return sort === "next" || sort === "next-desc";
}

/** A subscription of a merchant's list. Money in minor units. */
export interface MerchantSubscription {
  id: bigint;
  platformContractId: bigint;
  status: SubscriptionStatus;
  planName: string;
  amountMinor: bigint;
  currency: string;
  nextBillingAt: Date | null;
  billingResumesAt: Date | null;
  withdrawnAt: Date | null;
  pausedUntil: Date | null;
  intervalUnit: string;
  intervalCount: number;
  platformCreatedAt: Date;
  /** The internal id of who has it; null where nobody is behind it. */
  customerId: bigint | null;
  customer: { firstName: string | null; lastName: string | null; email: string | null } | null;
  /** The cycle that fell due and is neither paid nor given up: `step` and `stepAt` as dunning has planned them. */
  open: { isPastDue: boolean; step: string | null; stepAt: Date | null } | null;
}

const ORDERS: Readonly<Record<SubscriptionSort, (row: string) => string>> = {
  created: (row) => `${row}.platform_created_at DESC, ${row}.id DESC`,
  "created-asc": (row) => `${row}.platform_created_at, ${row}.id`,
  next: (row) => `${row}.next_billing_at, ${row}.id`,
  "next-desc": (row) => `${row}.next_billing_at DESC, ${row}.id DESC`,
};

/** The statement for these filters. A page behind the end is one row that holds the total and nothing else. */
export function merchantSubscriptionsSql(
  names: readonly (keyof MerchantFilters)[],
  sort: SubscriptionSort,
): string {
  const where = merchantWhere(names, 4);
  // Written out, because the index on the dates is of the active ones alone.
  const shown = isOfActiveOnes(sort) ? ` AND f.status = 'active'${where}` : where;
  const order = ORDERS[sort];
  return `
  SELECT t.total, s.id, s.platform_contract_id, s.status, s.plan_name,
         coalesce(s.next_charge_minor, s.price_minor) AS amount_minor, s.currency, s.next_billing_at,
         s.billing_resumes_at, s.withdrawn_at, s.paused_until, s.interval_unit, s.interval_count, s.platform_created_at, s.customer_id, c.first_name, c.last_name, c.email, b.state AS cycle_state, b.step, b.step_at
  FROM (${totalSql("subscriptions", names, shown)}) t
  LEFT JOIN (SELECT f.id FROM subscriptions f WHERE f.shop_id = $1${shown}
             ORDER BY ${order("f")} LIMIT $2 OFFSET $3) p ON true
  LEFT JOIN subscriptions s ON s.shop_id = $1 AND s.id = p.id
  LEFT JOIN customers c ON c.shop_id = $1 AND c.id = s.customer_id
  LEFT JOIN billing_cycles b ON b.shop_id = $1 AND b.subscription_id = s.id
    AND b.state IN ('open', 'past_due')
  ORDER BY ${order("s")}`;
}

/** A page of a store's subscriptions, and how many there are in all. */
export async function listSubscriptionsForMerchant(
  { db, shop }: Pick<ShopContext, "db" | "shop">,
  filters: MerchantFilters,
  sort: SubscriptionSort,
  { limit, offset }: ListPage,
): Promise<{ subscriptions: MerchantSubscription[]; total: number }> {
  const { names, set } = readMerchantFilters(filters);
  const values = [String(shop.id), limit, offset, ...set];
  const { rows } = await db.pool.query<MerchantRow>(
    prepared(merchantSubscriptionsSql(names, sort), values),
  );
  return {
    subscriptions: rows.flatMap((row) => (row.id === null ? [] : [toSubscription(row)])),
    total: Number(rows[0]?.total ?? 0),
  };
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
  billing_resumes_at: Date | null;
  withdrawn_at: Date | null;
  paused_until: Date | null;
  interval_unit: string;
  interval_count: number;
  platform_created_at: Date;
  customer_id: string | null;
  first_name: string | null;
  last_name: string | null;
  email: string | null;
  cycle_state: string | null;
  step: string | null;
  step_at: Date | null;
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
    billingResumesAt: row.billing_resumes_at,
    withdrawnAt: row.withdrawn_at,
    pausedUntil: row.paused_until,
    intervalUnit: row.interval_unit,
    intervalCount: row.interval_count,
    platformCreatedAt: row.platform_created_at,
    customerId: row.customer_id === null ? null : BigInt(row.customer_id),
    customer: firstName || lastName || email ? { firstName, lastName, email } : null,
    open:
      row.cycle_state === null
        ? null
        : { isPastDue: row.cycle_state === "past_due", step: row.step, stepAt: row.step_at },
  };
}
