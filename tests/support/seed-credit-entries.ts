import type { Database } from "#app/lib/db.ts";

interface EntriesToSeed {
  shopId: bigint;
  /** How many customers there are to be. */
  customers: number;
  /** How many entries each of them has. */
  each: number;
  /** The platform's number of the first. */
  firstCid: number;
}

/**
 * Writes the history of many customers straight into the tables: four times 2.00 given, then 1.50 spent on an
 * order, and so on, spread over the customers in turn, one entry a second. 1,500,000 entries take half a minute.
 */
export async function seedCreditEntries(
  { pool }: Pick<Database, "pool">,
  { shopId, customers, each, firstCid }: EntriesToSeed,
): Promise<void> {
  const { rows } = await pool.query<{ first: string }>(
    `WITH made AS (
       INSERT INTO customers (shop_id, platform_customer_id, email)
       SELECT $1, cid, 'seeded-' || cid || '@example.com' FROM generate_series($2::bigint, $2 + $3 - 1) cid
       RETURNING id)
     SELECT min(id) AS first FROM made`,
    [String(shopId), firstCid, customers],
  );
  const first = rows[0]?.first;
  // One look at all new rows at the end instead of one look-up for each.
  await pool.query(
    "ALTER TABLE credit_entries DROP CONSTRAINT credit_entries_shop_id_customer_id_fkey",
  );
  await pool.query(
    `INSERT INTO credit_entries (shop_id, id, customer_id, unit, type_code, amount_minor, message, order_gid,
       order_name, used_in, actor_kind, created_at, total_after_minor)
     SELECT $1, last.id + 1 + n, $2::bigint + n % $3, 'money', CASE WHEN is_spent THEN 2 ELSE 4 END,
       CASE WHEN is_spent THEN -150 ELSE 200 END,
       CASE WHEN is_spent THEN 'Used for order #' || n ELSE 'Monthly credit' END,
       CASE WHEN is_spent THEN 'gid://platform/Order/' || n END, CASE WHEN is_spent THEN '#' || n END,
       CASE WHEN is_spent THEN 'checkout' END, 'system', timestamptz '2025-01-01' + n * interval '1 second',
       n / $3 / 5 * 650 + CASE WHEN is_spent THEN 650 ELSE (n / $3 % 5 + 1) * 200 END
     FROM generate_series(0, $3::bigint * $4 - 1) n, LATERAL (SELECT n / $3 % 5 = 4 AS is_spent) turn,
       (SELECT coalesce(max(id), 0) AS id FROM credit_entries WHERE shop_id = $1) last`,
    [String(shopId), first, customers, each],
  );
  await pool.query(
    `ALTER TABLE credit_entries ADD CONSTRAINT credit_entries_shop_id_customer_id_fkey
       FOREIGN KEY (shop_id, customer_id) REFERENCES customers (shop_id, id)`,
  );
  await pool.query(
    `INSERT INTO credit_accounts (shop_id, customer_id, unit, available_minor, issued_minor, used_minor, entry_count, updated_at)
     SELECT shop_id, customer_id, unit, sum(amount_minor), sum(amount_minor) FILTER (WHERE amount_minor > 0),
       coalesce(-sum(amount_minor) FILTER (WHERE amount_minor < 0), 0), count(*), max(created_at)
     FROM credit_entries WHERE shop_id = $1 AND customer_id BETWEEN $2 AND $2::bigint + $3 - 1
     GROUP BY shop_id, customer_id, unit`,
    [String(shopId), first, customers],
  );
  await pool.query("ANALYZE customers, credit_entries, credit_accounts");
}
