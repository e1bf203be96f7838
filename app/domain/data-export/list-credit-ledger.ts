import { z } from "zod";
import { startOfDate } from "#app/lib/calendar-date.ts";
import { formatMinorTwoDecimals } from "#app/lib/money.ts";
import { formatDate } from "#app/lib/zoned-time.ts";
import type { ShopContext } from "../context.ts";
import { CREDIT_TYPES } from "../ledger/movement.ts";

/** One row of `/data/store-credits` (contract, section 2.3); a field without a value is an empty text. */
export const creditLedgerRowSchema = z
  .object({
    platform_customer_gid: z.string(),
    type: z.number().int(),
    message: z.string(),
    value: z.string(),
    redeemed_from_subscribfy: z.string(),
    order_gid: z.string(),
    created_at: z.string(),
    used_in: z.string(),
  })
  .meta({ id: "CreditLedgerRow" });

type CreditLedgerRow = z.infer<typeof creditLedgerRowSchema>;

export const CREDIT_LEDGER_PAGE = 10_000;

// One row more than a page tells whether there are more.
const PAGE = `
  SELECT e.id, e.type_code, e.amount_minor, e.message, e.order_gid, e.used_in, e.created_at, c.platform_customer_id
  FROM credit_entries e JOIN customers c ON c.shop_id = e.shop_id AND c.id = e.customer_id
  WHERE e.shop_id = $1 AND e.id > $2 AND e.unit = 'money' AND e.status = 0
    AND ($3::timestamptz IS NULL OR e.created_at >= $3)
  ORDER BY e.id LIMIT ${CREDIT_LEDGER_PAGE + 1}`;

/**
 * Posted movements of money in the order of their ids. A store's ledger is written by one transaction at a
 * time, so that ids become visible in their order and a reader that goes on from the last one misses none.
 * A hold appears when an order captures it, as the entry that does.
 *
 * @param query.sinceDate a day in the store's zone; rows of that day and later.
 */
export async function listCreditLedger(
  context: Pick<ShopContext, "db" | "shop">,
  query: { sinceId: number; sinceDate: string | undefined },
): Promise<{ rows: CreditLedgerRow[]; lastId: number; hasMore: boolean }> {
  const { id, currency, ianaTimezone } = context.shop;
  const since = query.sinceDate ? startOfDate(query.sinceDate, ianaTimezone) : null;
  const stored = await context.db.pool.query<StoredRow>({
    name: "list-credit-ledger",
    text: PAGE,
    values: [String(id), query.sinceId, since],
  });
  const page = stored.rows.slice(0, CREDIT_LEDGER_PAGE);
  return {
    rows: page.map((row) => toRow(row, currency, ianaTimezone)),
    lastId: Number(page.at(-1)?.id ?? query.sinceId),
    hasMore: stored.rows.length > CREDIT_LEDGER_PAGE,
  };
}

interface StoredRow {
  id: string;
  type_code: number;
  amount_minor: string;
  message: string;
  order_gid: string | null;
  used_in: string | null;
  created_at: Date;
  platform_customer_id: string;
}

function toRow(row: StoredRow, currency: string, zone: string): CreditLedgerRow {
  const minor = Number(row.amount_minor);
  return {
    platform_customer_gid: `gid://platform/Customer/${row.platform_customer_id}`,
    type: row.type_code,
    message: row.message,
    value: formatMinorTwoDecimals(minor, currency),
    redeemed_from_subscribfy:
      row.type_code === CREDIT_TYPES.redemption ? formatMinorTwoDecimals(-minor, currency) : "",
    order_gid: row.order_gid ?? "",
    created_at: formatDate(row.created_at, zone),
    used_in: row.used_in ?? "",
  };
}
