import type { Actor, ShopContext } from "../../context.ts";

/** An entry of a customer's credit as the merchant reads it, holds among them. Minor units. */
export interface CreditTimelineEntry {
  id: bigint;
  typeCode: number;
  /** `on_hold`: reserved by a checkout now; `captured`, `released`: how such a hold ended. */
  state: "posted" | "on_hold" | "captured" | "released";
  amountMinor: number;
  /** What the customer had after it, available and held together: a hold takes nothing out of it. */
  totalAfterMinor: number;
  /** What the order took of its code beyond the credit there was: the store bears it. */
  writtenOffMinor: number;
  message: string;
  reason: string | null;
  orderName: string | null;
  actor: Actor;
  at: Date;
  settledAt: Date | null;
}

interface EntryRow {
  id: string;
  type_code: number;
  status: number;
  amount_minor: string;
  total_after: string;
  written_off: string | null;
  message: string;
  reason: string | null;
  order_name: string | null;
  actor_kind: Actor["kind"];
  actor_name: string | null;
  created_at: Date;
  settled_at: Date | null;
}

const READ_ENTRIES = `
  SELECT e.id, e.type_code, e.status, e.amount_minor, e.message, e.reason, e.order_name, e.actor_kind, e.actor_name,
    e.created_at, e.settled_at, e.total_after_minor AS total_after,
    (SELECT sum(h.shortfall_minor) FROM credit_holds h
     WHERE h.shop_id = $1 AND h.customer_id = $2 AND h.shortfall_minor > 0
       AND coalesce(h.capture_entry_id, h.entry_id) = e.id) AS written_off
  FROM credit_entries e
  WHERE e.shop_id = $1 AND e.customer_id = $2 AND e.unit = 'money' AND e.id < $3
  ORDER BY e.id DESC LIMIT $4`;

/** Above every id. */
const AFTER_ALL = 2n ** 63n - 1n;

const STATES = ["posted", "on_hold", "captured", "released"] as const;

/**
 * A customer's entries, newest first, with their actors. The cursor is the internal id.
 *
 * @param olderThan the id with which the page before ended; null for the newest.
 */
export async function listCreditHistoryForMerchant(
  context: Pick<ShopContext, "db" | "shop">,
  customerId: bigint,
  olderThan: bigint | null,
  pageSize: number,
): Promise<{ entries: CreditTimelineEntry[]; olderThan: bigint | null }> {
  const { pool } = context.db;
  const found = await pool.query<EntryRow>(READ_ENTRIES, [
    String(context.shop.id),
    String(customerId),
    String(olderThan ?? AFTER_ALL),
    pageSize + 1,
  ]);
  const page = found.rows.slice(0, pageSize);
  const entries = page.map(toEntry);
  const goesOn = found.rows.length > pageSize;
  return { entries, olderThan: goesOn ? (entries.at(-1)?.id ?? null) : null };
}

function toEntry(row: EntryRow): CreditTimelineEntry {
  return {
    id: BigInt(row.id),
    typeCode: row.type_code,
    state: STATES[row.status] ?? "posted",
    amountMinor: Number(row.amount_minor),
    totalAfterMinor: Number(row.total_after),
    writtenOffMinor: Number(row.written_off ?? 0),
    message: row.message,
    reason: row.reason,
    orderName: row.order_name,
    actor: { kind: row.actor_kind, name: row.actor_name },
    at: row.created_at,
    settledAt: row.settled_at,
  };
}
