import type { ShopContext } from "../../context.ts";
import type { CreditUnit } from "../../ledger/movement.ts";
import type { VisibleEntry } from "./credit-record.ts";

/** Holds that have ended are not part of the history: what came of them is. */
const HISTORY = `
  SELECT id, unit, type_code, status, amount_minor, message, reason, order_gid, order_name, expires_at, created_at,
         sum(amount_minor) OVER (ORDER BY id) AS balance_after_minor, count(*) OVER () AS total
  FROM credit_entries
  WHERE shop_id = $1 AND customer_id = $2 AND unit = $3 AND status IN (0, 1)
  ORDER BY id DESC LIMIT $4 OFFSET $5`;

/**
 * A customer's movements, newest first, each with what could be spent after it.
 *
 * @returns one page, and how many there are in all.
 */
export async function listCreditHistory(
  context: Pick<ShopContext, "db" | "shop">,
  customerId: bigint,
  page: { unit?: CreditUnit; limit: number; offset: number },
): Promise<{ entries: VisibleEntry[]; total: number }> {
  const unit = page.unit ?? "money";
  const { rows } = await context.db.pool.query<HistoryRow>({
    name: "list-credit-history",
    text: HISTORY,
    values: [String(context.shop.id), String(customerId), unit, page.limit, page.offset],
  });
  const [first] = rows;
  const total = first
    ? Number(first.total)
    : await context.db.prisma.creditEntry.count({
        where: { shopId: context.shop.id, customerId, unit, status: { in: [0, 1] } },
      });
  return { entries: rows.map(toEntry), total };
}

interface HistoryRow {
  id: string;
  unit: CreditUnit;
  type_code: number;
  status: number;
  amount_minor: string;
  balance_after_minor: string;
  message: string;
  reason: string | null;
  order_gid: string | null;
  order_name: string | null;
  expires_at: Date | null;
  created_at: Date;
  total: string;
}

function toEntry(row: HistoryRow): VisibleEntry {
  return {
    id: BigInt(row.id),
    unit: row.unit,
    typeCode: row.type_code,
    status: row.status,
    amountMinor: Number(row.amount_minor),
    balanceAfterMinor: Number(row.balance_after_minor),
    message: row.message,
    reason: row.reason,
    orderGid: row.order_gid,
    orderName: row.order_name,
    expiresAt: row.expires_at,
    createdAt: row.created_at,
  };
}
