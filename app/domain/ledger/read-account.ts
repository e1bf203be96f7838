import type { Pool } from "pg";
import { coalesceReads } from "#app/lib/coalescer.ts";
import { prepared } from "#app/lib/prepared.ts";
import type { ShopContext } from "../context.ts";
import { LEDGER_CODES } from "./ledger-codes.ts";
import type { CreditAccountState, CreditUnit } from "./movement.ts";
import { type AccountRow, readAccountRow } from "./post-movement.ts";

const READ_ACCOUNTS = `
  SELECT w.place, a.available_minor, a.held_minor, a.issued_minor, a.used_minor, a.pending_minor, a.owed_minor,
         a.updated_at,
         EXISTS (
           SELECT 1 FROM credit_grants g
           WHERE g.shop_id = $1 AND g.customer_id = a.customer_id AND g.unit = a.unit
             AND g.remaining_minor > 0 AND g.expires_at <= w.now) AS is_overdue,
         CASE WHEN next.expires_at IS NOT NULL THEN
           jsonb_build_object('amount_minor', next.amount_minor, 'expires_at', next.expires_at) END AS next_expiry
  FROM unnest($2::bigint[], $3::text[], $4::timestamptz[]) WITH ORDINALITY AS w (customer_id, unit, now, place)
  JOIN credit_accounts a ON a.shop_id = $1 AND a.customer_id = w.customer_id AND a.unit = w.unit
  LEFT JOIN LATERAL (
    SELECT sum(g.remaining_minor) AS amount_minor, g.expires_at FROM credit_grants g
    WHERE g.shop_id = $1 AND g.customer_id = a.customer_id AND g.unit = a.unit
      AND g.remaining_minor > 0 AND g.expires_at > w.now
    GROUP BY g.expires_at ORDER BY g.expires_at LIMIT 1) next ON true`;

interface WantedAccount {
  customerId: bigint;
  unit: CreditUnit;
  now: Date;
}

/** Accounts that are asked for together share a query: each page of a storefront asks for one. */
const readStored = coalesceReads(
  async (pool: Pool, shopId: bigint | null, wanted: WantedAccount[]) => {
    const { rows } = await pool.query<StoredAccount>(
      prepared(READ_ACCOUNTS, [
        String(shopId),
        wanted.map(({ customerId }) => String(customerId)),
        wanted.map(({ unit }) => unit),
        wanted.map(({ now }) => now),
      ]),
    );
    const found = new Map(rows.map((row) => [Number(row.place) - 1, row]));
    return wanted.map((_, at) => found.get(at) ?? null);
  },
);

/**
 * An account as of now in business time. Expired credit no longer counts: if the job that posts the expiry has
 * not run yet, it is posted here, so balance and history never differ. All zero for a customer who never had
 * credit.
 */
export async function readCreditAccount(
  context: Pick<ShopContext, "shop" | "db" | "clock">,
  customerId: bigint,
  unit: CreditUnit = "money",
): Promise<CreditAccountState> {
  const now = context.clock.now();
  const row = await readStored(context.db.pool, context.shop.id, { customerId, unit, now });
  if (row?.is_overdue) {
    await context.db.pool.query("SELECT expire_overdue_credit($1, $2, $3, $4, $5)", [
      String(context.shop.id),
      String(customerId),
      unit,
      now,
      LEDGER_CODES,
    ]);
    return readCreditAccount({ ...context, clock: { now: () => now } }, customerId, unit);
  }
  if (!row) {
    return {
      availableMinor: 0,
      heldMinor: 0,
      issuedMinor: 0,
      usedMinor: 0,
      pendingMinor: 0,
      owedMinor: 0,
      nextExpiry: null,
      updatedAt: null,
    };
  }
  return readAccountRow({
    available_minor: Number(row.available_minor),
    held_minor: Number(row.held_minor),
    issued_minor: Number(row.issued_minor),
    used_minor: Number(row.used_minor),
    pending_minor: Number(row.pending_minor),
    owed_minor: Number(row.owed_minor),
    updated_at: row.updated_at.toISOString(),
    next_expiry: row.next_expiry,
  });
}

interface StoredAccount {
  place: string;
  available_minor: string;
  held_minor: string;
  issued_minor: string;
  used_minor: string;
  pending_minor: string;
  owed_minor: string;
  updated_at: Date;
  is_overdue: boolean;
  next_expiry: AccountRow["next_expiry"];
}
