import type pg from "pg";
import type { CreditStore } from "./credit-store.ts";
import { fill } from "./fill.ts";

/** Gives each customer of the store so many entries, each with its grant: some expire, some accounts have a hold. */
export function fillLedger(store: CreditStore, entriesEach: number): Promise<void> {
  return fill(store.databaseUrl, (client) => fillShop(client, store, entriesEach));
}

async function fillShop(
  client: pg.Client,
  { context }: CreditStore,
  entriesEach: number,
): Promise<void> {
  const shopId = String(context.shop.id);
  await client.query(
    `INSERT INTO credit_accounts (shop_id, customer_id, unit, available_minor, issued_minor, entry_count, updated_at)
     SELECT shop_id, id, 'money', $2 * 100, $2 * 100, $2, now() FROM customers WHERE shop_id = $1`,
    [shopId, entriesEach],
  );
  await client.query(
    `INSERT INTO credit_entries (shop_id, id, customer_id, unit, type_code, amount_minor, total_after_minor, message,
       reason, created_at)
     SELECT $1, row_number() OVER (), c.id, 'money', 1 + n % 4, 100, n * 100, 'Filled', 'Filled',
       now() - (n * 90 + c.id % 90) * interval '1 day'
     FROM customers c, generate_series(1, $2::int) n WHERE c.shop_id = $1`,
    [shopId, entriesEach],
  );
  await client.query(
    `INSERT INTO credit_grants (shop_id, id, customer_id, entry_id, unit, amount_minor, remaining_minor, expires_at, created_at)
     SELECT shop_id, id, customer_id, id, unit, amount_minor, amount_minor,
       CASE WHEN id % 3 = 0 THEN now() + (1 + id % 400) * interval '1 day' END, created_at
     FROM credit_entries WHERE shop_id = $1`,
    [shopId],
  );
  await client.query(
    `UPDATE credit_accounts SET held_minor = 100, available_minor = available_minor - 100
     WHERE shop_id = $1 AND customer_id % 1000 = 0`,
    [shopId],
  );
  await client.query("VACUUM ANALYZE");
}
