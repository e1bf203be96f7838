import type { CreditEntry } from "#app/generated/prisma/client.ts";
import { FEW_VALUES } from "#app/lib/one-way.ts";
import { shareWork } from "#app/lib/share-work.ts";
import type { ShopContext } from "../../context.ts";

/** One line of a customer's credit history, as the shop's own pages show it. */
export interface CreditLine {
  createdAt: Date;
  /** Minor units; below zero for what was spent, expired or is reserved. */
  amountMinor: number;
  typeCode: number;
  /** Still reserved for an order in progress. */
  onHold: boolean;
  message: string;
  /** What the store gave as the reason, in its own words. */
  reason: string | null;
  orderName: string | null;
}

/** The newest lines of a customer's store credit, as the storefront shows them, without released holds. */
export async function listCreditHistoryForShopper(
  context: Pick<ShopContext, "shop" | "db">,
  customerId: bigint,
  count: number,
): Promise<CreditLine[]> {
  const entries = await readNewest(context, { customerId, count });
  return entries.map((entry) => ({
    createdAt: entry.createdAt,
    amountMinor: Number(entry.amountMinor),
    typeCode: entry.typeCode,
    onHold: entry.status === 1,
    message: entry.message,
    reason: entry.reason,
    orderName: entry.orderName,
  }));
}

type ShownEntry = Pick<
  CreditEntry,
  | "customerId"
  | "createdAt"
  | "amountMinor"
  | "typeCode"
  | "status"
  | "message"
  | "reason"
  | "orderName"
>;

interface Wanted {
  customerId: bigint;
  count: number;
}

/** Of customers who are asked for together by one statement. */
const readNewest = shareWork({
  most: FEW_VALUES,
  work: async ({ db, shop }: Pick<ShopContext, "shop" | "db">, wanted: readonly Wanted[]) => {
    const customerIds = [...new Set(wanted.map(({ customerId }) => customerId))];
    const most = Math.max(...wanted.map(({ count }) => count));
    const rows = await db.prisma.$queryRaw<ShownEntry[]>`
      SELECT e.customer_id AS "customerId", e.created_at AS "createdAt", e.amount_minor AS "amountMinor",
        e.type_code AS "typeCode", e.status, e.message, e.reason, e.order_name AS "orderName"
      FROM unnest(${customerIds}::bigint[]) AS c (id) CROSS JOIN LATERAL (
        SELECT * FROM credit_entries
        WHERE shop_id = ${shop.id} AND customer_id = c.id AND unit = 'money' AND status IN (0, 1)
        ORDER BY id DESC LIMIT ${most}) AS e
      ORDER BY e.customer_id, e.id DESC`;
    const byCustomer = Map.groupBy(rows, ({ customerId }) => customerId);
    return wanted.map(({ customerId, count }) => byCustomer.get(customerId)?.slice(0, count) ?? []);
  },
});
