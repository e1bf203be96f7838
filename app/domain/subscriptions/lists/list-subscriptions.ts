import { type Conditions, type ListPage, namesOf, whereOf } from "#app/lib/listing.ts";
import { prepared } from "#app/lib/prepared.ts";
import type { ShopContext } from "../../context.ts";
import { isOfAddress, isOfNumber } from "../../customers/customer-conditions.ts";
import type { SubscriptionStatus } from "../subscription-status.ts";
import { totalSql } from "./list-totals.ts";

/** What narrows a list of subscriptions. Ids that name nothing give an empty list. */
export interface SubscriptionFilters {
  status?: SubscriptionStatus | undefined;
  planId?: bigint | undefined;
  platformCustomerId?: number | undefined;
  /** Made at this instant or later. */
  createdFrom?: Date | undefined;
  /** Made before it. */
  createdBefore?: Date | undefined;
  /** All spellings of one address, in lower case. */
  emails?: readonly string[] | undefined;
}

const CONDITIONS: Conditions<keyof SubscriptionFilters> = {
  status: (parameter) => `f.status = $${parameter}`,
  planId: (parameter) => `f.plan_id = $${parameter}`,
  platformCustomerId: (parameter) => isOfNumber("f.customer_id", parameter),
  createdFrom: (parameter) => `f.platform_created_at >= $${parameter}`,
  createdBefore: (parameter) => `f.platform_created_at < $${parameter}`,
  emails: (parameter) => isOfAddress("f.customer_id", parameter),
};

/** A subscription of a list, with what names its owner and the offer that is active on it. */
export interface ListedSubscription {
  id: bigint;
  platformContractId: bigint;
  kind: string;
  status: string;
  planId: bigint | null;
  planName: string;
  priceMinor: bigint;
  currency: string;
  intervalUnit: string;
  intervalCount: number;
  deliveryUnit: string | null;
  deliveryCount: number | null;
  nextBillingAt: Date | null;
  pausedUntil: Date | null;
  billingResumesAt: Date | null;
  withdrawnAt: Date | null;
  cancelReason: string | null;
  platformCreatedAt: Date;
  cancelledAt: Date | null;
  updatedAt: Date;
  customer: { platformCustomerId: bigint; email: string | null } | null;
  /** As the offer was when it was accepted; null without one. */
  offerSnapshot: unknown;
}

/**
 * The statement for these filters. The page is found in an index alone, so that rows which are skipped are not
 * read. A page behind the end is one row that holds the total and nothing else.
 */
export function subscriptionsSql(names: readonly (keyof SubscriptionFilters)[]): string {
  const where = whereOf(CONDITIONS, names, 4);
  return `
  SELECT t.total, s.id, s.platform_contract_id, s.kind, s.status, s.plan_id, s.plan_name, s.price_minor, s.currency,
         s.interval_unit, s.interval_count, s.delivery_unit, s.delivery_count, s.next_billing_at, s.paused_until, s.billing_resumes_at,
         s.withdrawn_at, s.cancel_reason,
         s.platform_created_at, s.cancelled_at, s.updated_at, c.platform_customer_id, c.email, o.offer_snapshot
  FROM (${totalSql("subscriptions", names, where)}) t
  LEFT JOIN (SELECT f.id FROM subscriptions f WHERE f.shop_id = $1${where}
             ORDER BY f.id DESC LIMIT $2 OFFSET $3) p ON true
  LEFT JOIN subscriptions s ON s.shop_id = $1 AND s.id = p.id
  LEFT JOIN customers c ON c.shop_id = $1 AND c.id = s.customer_id
  LEFT JOIN applied_offers o ON o.shop_id = $1 AND o.subscription_id = s.id AND o.state = 'active'
  ORDER BY s.id DESC`;
}

/** A page of a store's subscriptions, newest first by internal id, and how many there are in all. */
export async function listSubscriptions(
  { db, shop }: Pick<ShopContext, "db" | "shop">,
  filters: SubscriptionFilters,
  { limit, offset }: ListPage,
): Promise<{ subscriptions: ListedSubscription[]; total: number }> {
  const names = namesOf(CONDITIONS, filters);
  const values = [String(shop.id), limit, offset, ...names.map((name) => filters[name])];
  const { rows } = await db.pool.query<ListRow>(prepared(subscriptionsSql(names), values));
  return {
    subscriptions: rows.filter(({ id }) => id !== null).map(toSubscription),
    total: Number(rows[0]?.total ?? 0),
  };
}

interface ListRow {
  total: string;
  id: string;
  platform_contract_id: string;
  kind: string;
  status: string;
  plan_id: string | null;
  plan_name: string;
  price_minor: string;
  currency: string;
  interval_unit: string;
  interval_count: number;
  delivery_unit: string | null;
  delivery_count: number | null;
  next_billing_at: Date | null;
  paused_until: Date | null;
  billing_resumes_at: Date | null;
  withdrawn_at: Date | null;
  cancel_reason: string | null;
  platform_created_at: Date;
  cancelled_at: Date | null;
  updated_at: Date;
  platform_customer_id: string | null;
  email: string | null;
  offer_snapshot: unknown;
}

function toSubscription(row: ListRow): ListedSubscription {
  return {
    id: BigInt(row.id),
    platformContractId: BigInt(row.platform_contract_id),
    kind: row.kind,
    status: row.status,
    planId: row.plan_id === null ? null : BigInt(row.plan_id),
    planName: row.plan_name,
    priceMinor: BigInt(row.price_minor),
    currency: row.currency,
    intervalUnit: row.interval_unit,
    intervalCount: row.interval_count,
    deliveryUnit: row.delivery_unit,
    deliveryCount: row.delivery_count,
    nextBillingAt: row.next_billing_at,
    pausedUntil: row.paused_until,
    billingResumesAt: row.billing_resumes_at,
    withdrawnAt: row.withdrawn_at,
    cancelReason: row.cancel_reason,
    platformCreatedAt: row.platform_created_at,
    cancelledAt: row.cancelled_at,
    updatedAt: row.updated_at,
    customer:
      row.platform_customer_id === null
        ? null
        : { platformCustomerId: BigInt(row.platform_customer_id), email: row.email },
    offerSnapshot: row.offer_snapshot,
  };
}
