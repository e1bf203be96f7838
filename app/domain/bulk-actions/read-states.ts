import type { Queries } from "#app/lib/db.ts";
import { dueDate } from "../billing/cycles/due-date.ts";

/** What of a subscription a bulk action depends on. */
export interface SubscriptionState {
  id: bigint;
  status: string;
  /** When it is charged next; null when it is not. */
  dueAt: Date | null;
  pausedUntil: Date | null;
  /** Of its latest cycle the number and the state, which every charge and every skip changes. */
  cycle: [index: number, state: string] | null;
  /** The latest attempt at a charge that is neither paid nor given up. */
  attempt: [id: string, status: string] | null;
  currency: string;
  amountMinor: bigint;
}

interface StateRow {
  id: bigint;
  status: string;
  import_state: string | null;
  next_billing_at: Date | null;
  paused_until: Date | null;
  currency: string;
  amount_minor: bigint;
  cycle_index: number | null;
  cycle_state: string | null;
  due_at: Date | null;
  next_due_at: Date | null;
  expected_at: Date | null;
  closed_at: Date | null;
  attempt_id: bigint | null;
  attempt_status: string | null;
}

/** The states of a store's subscriptions in one look, by their ids. Those of other stores are left out. */
export async function readStates(
  queries: Pick<Queries, "$queryRaw">,
  shopId: bigint,
  ids: readonly bigint[],
): Promise<SubscriptionState[]> {
  const rows = await queries.$queryRaw<StateRow[]>`
    SELECT s.id, s.status, s.import_state, s.next_billing_at, s.paused_until, s.currency,
           coalesce(s.next_charge_minor, s.price_minor) AS amount_minor, c.cycle_index, c.state AS cycle_state, c.due_at,
           c.next_due_at, c.expected_at, c.closed_at, a.id AS attempt_id, a.status AS attempt_status
    FROM unnest(${ids}::bigint[]) AS given (id)
    CROSS JOIN LATERAL (
      SELECT * FROM subscriptions WHERE shop_id = ${shopId} AND id = given.id LIMIT 1) s
    LEFT JOIN LATERAL (
      SELECT b.cycle_index, b.state, b.due_at, b.next_due_at, b.expected_at, b.closed_at FROM billing_cycles b
      WHERE b.shop_id = ${shopId} AND b.subscription_id = s.id ORDER BY b.cycle_index DESC LIMIT 1) c ON true
    LEFT JOIN LATERAL (
      SELECT b.id, b.status FROM billing_attempts b
      WHERE b.shop_id = ${shopId} AND b.subscription_id = s.id AND b.cycle_index = c.cycle_index
        AND c.state IN ('open', 'past_due')
      ORDER BY b.attempt_number DESC LIMIT 1) a ON true
    ORDER BY s.id`;
  return rows.map(toState);
}

function toState(row: StateRow): SubscriptionState {
  const {
    due_at: dueAt,
    next_due_at: nextDueAt,
    expected_at: expectedAt,
    closed_at: closedAt,
  } = row;
  const last = dueAt && nextDueAt ? { dueAt, nextDueAt, expectedAt, closedAt } : null;
  const facts = {
    status: row.status,
    nextBillingAt: row.next_billing_at,
    importState: row.import_state,
  };
  return {
    id: row.id,
    status: row.status,
    dueAt: dueDate(facts, last),
    pausedUntil: row.paused_until,
    cycle: row.cycle_index === null ? null : [row.cycle_index, row.cycle_state ?? ""],
    attempt: row.attempt_id === null ? null : [String(row.attempt_id), row.attempt_status ?? ""],
    currency: row.currency,
    amountMinor: row.amount_minor,
  };
}
