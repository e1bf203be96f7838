import { type Conditions, type ListPage, namesOf, whereOf } from "#app/lib/listing.ts";
import { prepared } from "#app/lib/prepared.ts";
import type { ShopContext } from "../../context.ts";
import { isOfAddress, isOfNumber } from "../../customers/customer-conditions.ts";
import { totalSql } from "../../subscriptions/lists/list-totals.ts";

/** States that an attempt is shown in. One that the platform has not taken yet is shown nowhere. */
export const ATTEMPT_STATUSES = ["success", "failed", "pending"] as const;

type AttemptStatus = (typeof ATTEMPT_STATUSES)[number];

/** What narrows a list of billing attempts. Ids that name nothing give an empty list. */
export interface AttemptFilters {
  id?: bigint | undefined;
  subscriptionId?: bigint | undefined;
  status?: AttemptStatus | undefined;
  /** Made at this instant or later. */
  createdFrom?: Date | undefined;
  /** Made before it. */
  createdBefore?: Date | undefined;
  /** The platform's number. */
  platformCustomerId?: number | undefined;
  /** All spellings of one address, in lower case. */
  emails?: readonly string[] | undefined;
}

const isOfSubscriptions = (condition: string) =>
  `f.subscription_id IN (SELECT id FROM subscriptions WHERE shop_id = $1 AND ${condition})`;

const CONDITIONS: Conditions<keyof AttemptFilters> = {
  id: (parameter) => `f.id = $${parameter}`,
  subscriptionId: (parameter) => `f.subscription_id = $${parameter}`,
  status: (parameter) => `f.status = $${parameter}`,
  createdFrom: (parameter) => `f.created_at >= $${parameter}`,
  createdBefore: (parameter) => `f.created_at < $${parameter}`,
  platformCustomerId: (parameter) => isOfSubscriptions(isOfNumber("customer_id", parameter)),
  emails: (parameter) => isOfSubscriptions(isOfAddress("customer_id", parameter)),
};

/** A billing attempt as the interfaces show it. */
export interface ListedAttempt {
  id: bigint;
  subscriptionId: bigint;
  attemptNumber: number;
  status: AttemptStatus;
  amountMinor: bigint;
  currency: string;
  retryOf: bigint | null;
  errorCode: string | null;
  errorMessage: string | null;
  /** When the charge is tried again because this attempt has failed; null when nothing is planned. */
  nextRetryAt: Date | null;
  platformOrderId: bigint | null;
  createdAt: Date;
  completedAt: Date | null;
}

/**
 * When dunning tries again after the attempt `a`. Only the latest attempt of a cycle is followed by another; nothing is
 * charged once the cycle has ended, and while the subscription is not active.
 */
const PLANNED_RETRY = `
  SELECT c.step_at FROM billing_cycles c
  WHERE c.shop_id = $1 AND c.subscription_id = a.subscription_id AND c.cycle_index = a.cycle_index
    AND a.status = 'failed' AND c.closed_at IS NULL AND c.step = 'retry'
    AND EXISTS (SELECT 1 FROM subscriptions s
                WHERE s.shop_id = $1 AND s.id = a.subscription_id AND s.status = 'active')
    AND NOT EXISTS (SELECT 1 FROM billing_attempts later
                    WHERE later.shop_id = $1 AND later.subscription_id = a.subscription_id
                      AND later.cycle_index = a.cycle_index AND later.attempt_number > a.attempt_number
                      AND later.status <> 'starting')
  LIMIT 1`;

/** The statement for these filters. A page behind the end is one row that holds the total and nothing else. */
export function attemptsSql(names: readonly (keyof AttemptFilters)[]): string {
  const where = whereOf(CONDITIONS, names, 4);
  // Charges of the past may have been imported after newer ones were made. Of one subscription there are few to sort.
  const order = (row: string) =>
    names.includes("subscriptionId") ? `${row}.created_at DESC, ${row}.id DESC` : `${row}.id DESC`;
  const shown = names.includes("status") ? where : ` AND f.status <> 'starting'${where}`;
  return `
  SELECT t.total, a.id, a.subscription_id, a.attempt_number, a.status, a.amount_minor, a.currency, a.retry_of,
         a.error_code, a.error_message, r.step_at AS next_retry_at, a.platform_order_id, a.created_at,
         a.completed_at
  FROM (${totalSql("billing_attempts", names, shown)}) t
  LEFT JOIN (SELECT f.id FROM billing_attempts f WHERE f.shop_id = $1${shown}
             ORDER BY ${order("f")} LIMIT $2 OFFSET $3) p ON true
  LEFT JOIN billing_attempts a ON a.shop_id = $1 AND a.id = p.id
  LEFT JOIN LATERAL (${PLANNED_RETRY}) r ON true
  ORDER BY ${order("a")}`;
}

/** A page of a store's billing attempts, newest first, and how many there are in all. */
export async function listAttempts(
  { db, shop }: Pick<ShopContext, "db" | "shop">,
  filters: AttemptFilters,
  { limit, offset }: ListPage,
): Promise<{ attempts: ListedAttempt[]; total: number }> {
  const names = namesOf(CONDITIONS, filters);
  const values = [String(shop.id), limit, offset, ...names.map((name) => filters[name])];
  const { rows } = await db.pool.query<AttemptRow>(prepared(attemptsSql(names), values));
  return {
    attempts: rows.filter(({ id }) => id !== null).map(toListed),
    total: Number(rows[0]?.total ?? 0),
  };
}

interface AttemptRow {
  total: string;
  id: string;
  subscription_id: string;
  attempt_number: number;
  status: AttemptStatus;
  amount_minor: string;
  currency: string;
  retry_of: string | null;
  error_code: string | null;
  error_message: string | null;
  next_retry_at: Date | null;
  platform_order_id: string | null;
  created_at: Date;
  completed_at: Date | null;
}

function toListed(row: AttemptRow): ListedAttempt {
  const id = (text: string | null) => (text === null ? null : BigInt(text));
  return {
    id: BigInt(row.id),
    subscriptionId: BigInt(row.subscription_id),
    attemptNumber: row.attempt_number,
    status: row.status,
    amountMinor: BigInt(row.amount_minor),
    currency: row.currency,
    retryOf: id(row.retry_of),
    errorCode: row.error_code,
    errorMessage: row.error_message,
    nextRetryAt: row.next_retry_at,
    platformOrderId: id(row.platform_order_id),
    createdAt: row.created_at,
    completedAt: row.completed_at,
  };
}
