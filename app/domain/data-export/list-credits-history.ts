import { z } from "zod";
import { formatDateMinute } from "#app/lib/zoned-time.ts";
import type { ShopContext } from "../context.ts";
import type { CreditUnit } from "../ledger/movement.ts";
import { formatCredit } from "../store-credit/customers/credit-record.ts";

/** One row of `/data/credits-history` (contract, section 2.3). */
export const creditsHistoryRowSchema = z
  .object({
    platform_customer_gid: z.string(),
    body: z.string(),
    value: z.string(),
    unit: z.enum(["money", "points"]),
    status: z.number().int(),
    created_at: z.string(),
    order_name: z.string().optional(),
  })
  .meta({ id: "CreditsHistoryRow" });

type CreditsHistoryRow = z.infer<typeof creditsHistoryRowSchema>;

const PAGE = `
  SELECT e.amount_minor, e.unit, e.status, e.message, e.order_name, e.created_at, c.platform_customer_id
  FROM credit_entries e JOIN customers c ON c.shop_id = e.shop_id AND c.id = e.customer_id
  WHERE e.shop_id = $1 AND e.status IN (0, 1) AND ($2::bigint IS NULL OR c.platform_customer_id = $2)
  ORDER BY e.created_at DESC, e.id DESC LIMIT $3 OFFSET $4`;

export const CREDITS_HISTORY_PAGE = 1_000;

/**
 * Movements of money and points, newest first; holds that have ended are left out. Times are in the store's zone.
 *
 * @param query.customerId the platform's number, for one customer alone.
 */
export async function listCreditsHistory(
  context: Pick<ShopContext, "db" | "shop">,
  query: { page: number; customerId: number | undefined },
): Promise<CreditsHistoryRow[]> {
  const { id, currency, ianaTimezone } = context.shop;
  const offset = (query.page - 1) * CREDITS_HISTORY_PAGE;
  if (!Number.isSafeInteger(offset)) return [];
  const { rows } = await context.db.pool.query<StoredRow>(PAGE, [
    String(id),
    query.customerId ?? null,
    CREDITS_HISTORY_PAGE,
    offset,
  ]);
  return rows.map((row) => ({
    platform_customer_gid: `gid://platform/Customer/${row.platform_customer_id}`,
    body: row.message,
    value: formatCredit(Number(row.amount_minor), row.unit, currency),
    unit: row.unit,
    status: row.status,
    created_at: formatDateMinute(row.created_at, ianaTimezone),
    ...(row.order_name ? { order_name: row.order_name } : {}),
  }));
}

interface StoredRow {
  amount_minor: string;
  unit: CreditUnit;
  status: number;
  message: string;
  order_name: string | null;
  created_at: Date;
  platform_customer_id: string;
}
