import type { ListPage } from "#app/lib/listing.ts";
import { prepared } from "#app/lib/prepared.ts";
import type { ShopContext } from "../../context.ts";
import { knownErrorCode, whatHappened } from "../dunning/decline-classes.ts";
import { type PastDueFilters, pastDueWhere, readPastDueFilters } from "./past-due-filters.ts";
import type { PastDueStep } from "./past-due-steps.ts";

/** The orders of the list: the latest failure first, the earliest, or what is done next first. */
export const PAST_DUE_SORTS = ["failed", "failed-asc", "step"] as const;

export type PastDueSort = (typeof PAST_DUE_SORTS)[number];

const ORDERS: Readonly<Record<PastDueSort, (row: string) => string>> = {
  failed: (row) => `${row}.past_due_since DESC, ${row}.subscription_id DESC`,
  "failed-asc": (row) => `${row}.past_due_since, ${row}.subscription_id`,
  step: (row) => `${row}.step_at, ${row}.subscription_id`,
};

/** A subscription whose charge has failed, with what comes next. Money in minor units. */
export interface PastDue {
  subscriptionId: bigint;
  platformContractId: bigint;
  cycleIndex: number;
  planName: string;
  /** The internal id of who has it; null where nobody is behind it. */
  customerId: bigint | null;
  customer: { firstName: string | null; lastName: string | null; email: string | null } | null;
  amountMinor: bigint;
  currency: string;
  dueAt: Date;
  /** English sentences: what happened, and what comes next. */
  reason: string;
  step: PastDueStep;
  /** When the step is taken or ends; null for one that waits for the merchant. */
  stepAt: Date | null;
  attempts: number;
  /** The latest attempt that failed: the one that can be repeated. Null while one is running. */
  retryable: bigint | null;
  /** Whom the attempt that is running waits for. */
  running: "platform" | "customer" | null;
  /** Why that one failed: a code of the platform, and a sentence. */
  failure: { code: string; message: string };
}

/** The statement for these filters. A page behind the end is one row that holds the total and nothing else. */
export function pastDueSql(names: readonly (keyof PastDueFilters)[], sort: PastDueSort): string {
  const where = pastDueWhere(names, 4);
  const order = ORDERS[sort];
  return `
  SELECT t.total, p.subscription_id, p.cycle_index, p.due_at, p.reason, p.step, p.step_at, s.platform_contract_id,
         s.plan_name, s.customer_id, coalesce(s.next_charge_minor, s.price_minor) AS amount_minor, s.currency, c.first_name,
         c.last_name, c.email, a.attempts, a.failed_id, a.is_running,
         a.is_to_confirm, a.error_code, a.store_currency
  FROM (SELECT count(*) AS total FROM billing_cycles f WHERE f.shop_id = $1 AND f.state = 'past_due'${where}) t
  LEFT JOIN (SELECT f.* FROM billing_cycles f WHERE f.shop_id = $1 AND f.state = 'past_due'${where}
             ORDER BY ${order("f")} LIMIT $2 OFFSET $3) p ON true
  LEFT JOIN subscriptions s ON s.shop_id = $1 AND s.id = p.subscription_id
  LEFT JOIN customers c ON c.shop_id = $1 AND c.id = s.customer_id
  LEFT JOIN LATERAL (
    SELECT count(*) AS attempts, max(b.id) FILTER (WHERE b.status = 'failed') AS failed_id,
           coalesce(bool_or(b.status IN ('starting', 'pending')), false) AS is_running,
           coalesce(bool_or(b.status = 'pending' AND b.action_url IS NOT NULL), false) AS is_to_confirm,
           (array_agg(b.error_code ORDER BY b.attempt_number DESC) FILTER (WHERE b.status = 'failed'))[1] AS error_code,
           (array_agg(b.store_currency ORDER BY b.attempt_number DESC) FILTER (WHERE b.status = 'failed'))[1] AS store_currency
    FROM billing_attempts b
    WHERE b.shop_id = $1 AND b.subscription_id = p.subscription_id AND b.cycle_index = p.cycle_index) a ON true
  ORDER BY ${order("p")}`;
}

/** A page of a store's unpaid cycles, and how many there are in all. */
export async function listPastDue(
  { db, shop }: Pick<ShopContext, "db" | "shop">,
  filters: PastDueFilters,
  sort: PastDueSort,
  { limit, offset }: ListPage,
): Promise<{ pastDue: PastDue[]; total: number }> {
  const { names, set } = readPastDueFilters(filters);
  const values = [String(shop.id), limit, offset, ...set];
  const { rows } = await db.pool.query<PastDueRow>(prepared(pastDueSql(names, sort), values));
  return {
    pastDue: rows.flatMap((row) => (row.subscription_id === null ? [] : [toPastDue(row)])),
    total: Number(rows[0]?.total ?? 0),
  };
}

interface PastDueRow {
  total: string;
  subscription_id: string;
  cycle_index: number;
  due_at: Date;
  reason: string | null;
  step: PastDueStep;
  step_at: Date | null;
  platform_contract_id: string;
  plan_name: string;
  amount_minor: string;
  currency: string;
  customer_id: string | null;
  first_name: string | null;
  last_name: string | null;
  email: string | null;
  attempts: string;
  failed_id: string | null;
  is_running: boolean;
  is_to_confirm: boolean;
  error_code: string | null;
  store_currency: string | null;
}

function toPastDue(row: PastDueRow): PastDue {
  const { first_name: firstName, last_name: lastName, email, currency } = row;
  const code = knownErrorCode(row.error_code ?? "");
  return {
    subscriptionId: BigInt(row.subscription_id),
    platformContractId: BigInt(row.platform_contract_id),
    cycleIndex: row.cycle_index,
    planName: row.plan_name,
    customerId: row.customer_id === null ? null : BigInt(row.customer_id),
    customer: firstName || lastName || email ? { firstName, lastName, email } : null,
    amountMinor: BigInt(row.amount_minor),
    currency,
    dueAt: row.due_at,
    reason: row.reason ?? "",
    step: row.step,
    stepAt: row.step_at,
    attempts: Number(row.attempts),
    retryable: row.is_running || row.failed_id === null ? null : BigInt(row.failed_id),
    running: row.is_running ? (row.is_to_confirm ? "customer" : "platform") : null,
    failure: { code, message: whatHappened({ code, currency, storeCurrency: row.store_currency }) },
  };
}
