import { prepared } from "#app/lib/prepared.ts";
import type { ShopContext } from "../context.ts";
import { pageOf } from "./history-page.ts";

/** A page of one customer's history. */
export const customerHistoryPageOf = (currency: string) =>
  pageOf(
    currency,
    `customer_id = (SELECT id FROM customers
      WHERE shop_id = $1 AND platform_customer_id = $3 AND merged_into_id IS NULL AND redacted_at IS NULL)`,
    "OFFSET $4",
  );

/** @returns null past the end, and for an unknown customer. */
export async function readCustomerHistoryPage(
  { db, shop }: Pick<ShopContext, "db" | "shop">,
  platformCustomerId: number,
  offset: number,
): Promise<string | null> {
  const { rows } = await db.pool.query<{ json: string | null }>(
    prepared(customerHistoryPageOf(shop.currency), [
      String(shop.id),
      shop.ianaTimezone,
      platformCustomerId,
      offset,
    ]),
  );
  return rows[0]?.json ?? null;
}
