import type { ShopContext } from "#app/domain/context.ts";

/** Inserts customers of a store without any data, as rows only; returns their internal ids. */
export async function createCustomers(context: ShopContext, count: number): Promise<bigint[]> {
  const { rows } = await context.db.pool.query<{ id: string }>(
    `INSERT INTO customers (shop_id, platform_customer_id, email, first_name, last_name)
     SELECT $1, 900000000 + n, 'customer-' || n || '@example.com', 'Test', 'Customer ' || n
     FROM generate_series(
       (SELECT count(*) FROM customers WHERE shop_id = $1) + 1,
       (SELECT count(*) FROM customers WHERE shop_id = $1) + $2) n
     RETURNING id`,
    [String(context.shop.id), count],
  );
  return rows.map(({ id }) => BigInt(id));
}
