import { z } from "zod";
import { formatDateMinute } from "#app/lib/zoned-time.ts";
import type { ShopContext } from "../context.ts";
import type { CreditUnit } from "../ledger/movement.ts";
import { formatCredit } from "../store-credit/customers/credit-record.ts";

/** One entry of the Collection API's topic `store_credit_history` (contract, section 2.4). */
const collectedCreditSchema = z
  .object({
    platform_customer_gid: z.string(),
    body: z.string(),
    value: z.string(),
    total: z.string(),
    status: z.string(),
    created_at: z.string(),
    order_name: z.string().optional(),
  })
  .meta({ id: "CollectedCredit" });

/** The customer's platform number → their entries, oldest first. */
export const collectedCreditsSchema = z.record(z.string(), z.array(collectedCreditSchema));

type CollectedCredits = z.infer<typeof collectedCreditsSchema>;

const ALL = `
  SELECT e.unit, e.status, e.amount_minor, e.message, e.order_name, e.created_at, c.platform_customer_id,
         sum(e.amount_minor) OVER (PARTITION BY e.customer_id ORDER BY e.id) AS total_minor
  FROM credit_entries e JOIN customers c ON c.shop_id = e.shop_id AND c.id = e.customer_id
  WHERE e.shop_id = $1 AND e.unit = 'money' AND e.status IN (0, 1)
  ORDER BY c.platform_customer_id, e.id`;

/** Every movement of money, by customer, with the running balance. Not paged: that is what the Data API is for. */
export async function collectCreditHistory(
  context: Pick<ShopContext, "db" | "shop">,
): Promise<CollectedCredits> {
  const { id, currency, ianaTimezone } = context.shop;
  const { rows } = await context.db.pool.query<StoredRow>(ALL, [String(id)]);
  const byCustomer: CollectedCredits = {};
  for (const row of rows) {
    const money = (minor: string) => formatCredit(Number(minor), row.unit, currency);
    const customer = row.platform_customer_id;
    byCustomer[customer] ??= [];
    byCustomer[customer].push({
      platform_customer_gid: `gid://platform/Customer/${customer}`,
      body: row.message,
      value: money(row.amount_minor),
      total: money(row.total_minor),
      status: String(row.status),
      created_at: formatDateMinute(row.created_at, ianaTimezone),
      ...(row.order_name ? { order_name: row.order_name } : {}),
    });
  }
  return byCustomer;
}

interface StoredRow {
  unit: CreditUnit;
  status: number;
  amount_minor: string;
  total_minor: string;
  message: string;
  order_name: string | null;
  created_at: Date;
  platform_customer_id: string;
}
