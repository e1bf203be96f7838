import { prepared } from "#app/lib/prepared.ts";
import type { ShopContext } from "../../context.ts";
import type { CreditUnit } from "../../ledger/movement.ts";
import type { VisibleEntry } from "./visible-entry.ts";

/**
 * Ended holds are not part of the history; the entry that settled them is. The available balance after an entry
 * is what was posted up to it, less what was on hold then and still is.
 */
const HISTORY = `
  SELECT e.id, e.unit, e.type_code, e.status, e.amount_minor, e.message, e.reason, e.order_gid, e.order_name,
         e.expires_at, e.created_at, e.total_after_minor + coalesce((
           SELECT sum(h.amount_minor) FROM credit_entries h
           WHERE h.shop_id = $1 AND h.customer_id = $2 AND h.unit = $3 AND h.status = 1 AND h.id <= e.id), 0)
           AS balance_after_minor,
         (SELECT a.entry_count FROM credit_accounts a
          WHERE a.shop_id = $1 AND a.customer_id = $2 AND a.unit = $3) AS total
  FROM credit_entries e
  WHERE e.shop_id = $1 AND e.customer_id = $2 AND e.unit = $3 AND e.status IN (0, 1)
  ORDER BY e.id DESC LIMIT $4 OFFSET $5`;

/**
 * A customer's movements, newest first, each with what could be spent after it.
 *
 * @returns one page and the total count.
 */
export async function listCreditHistoryForRest(
  context: Pick<ShopContext, "db" | "shop">,
  customerId: bigint,
  page: { unit?: CreditUnit; limit: number; offset: number },
): Promise<{ entries: VisibleEntry[]; total: number }> {
  const unit = page.unit ?? "money";
  const { rows } = await context.db.pool.query<HistoryRow>(
    prepared(HISTORY, [String(context.shop.id), String(customerId), unit, page.limit, page.offset]),
  );
  const [first] = rows;
  const total = first ? Number(first.total) : await countEntries(context, customerId, unit);
  return { entries: rows.map(toEntry), total };
}

async function countEntries(
  { db, shop }: Pick<ShopContext, "db" | "shop">,
  customerId: bigint,
  unit: CreditUnit,
): Promise<number> {
  const account = await db.prisma.creditAccount.findUnique({
    where: { shopId_customerId_unit: { shopId: shop.id, customerId, unit } },
    select: { entryCount: true },
  });
  return Number(account?.entryCount ?? 0);
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
