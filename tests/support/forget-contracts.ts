import type { ShopContext } from "#app/domain/context.ts";

/** What names contracts, before what they are. */
const TABLES = [
  ...["order_subscriptions", "billing_attempts", "billing_cycles", "activities", "members"],
  ...["subscriptions", "due_tasks", "events", "list_totals"],
];

/** As before an installation: what follows from contracts is gone, what they belong to is there. */
export async function forgetContracts({ db, shop }: ShopContext): Promise<void> {
  for (const table of TABLES) {
    await db.pool.query(`DELETE FROM ${table} WHERE shop_id = $1`, [String(shop.id)]);
  }
}
