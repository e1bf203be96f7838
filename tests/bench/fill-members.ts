import type pg from "pg";

const PLANS = 20;

/**
 * Gives a store so many customers, each with a membership in one of twenty plans and in one of three states, and their
 * rows as members. Rows only.
 */
export async function fillMembers(
  client: pg.Pool | pg.Client,
  shopId: bigint,
  count: number,
): Promise<void> {
  const shop = String(shopId);
  await client.query(
    `WITH g AS (INSERT INTO plan_groups (shop_id, platform_group_id, name, kind)
       VALUES ($1, 1, 'Club', 'membership') RETURNING id)
     INSERT INTO plans (shop_id, plan_group_id, platform_plan_id, name)
     SELECT $1, g.id, n, 'Club ' || n FROM g, generate_series(1, $2::int) n`,
    [shop, PLANS],
  );
  await client.query(
    `INSERT INTO customers (shop_id, platform_customer_id, email, first_name, last_name)
     SELECT $1, 1000000 + n, 'person' || n || '@example.com', 'Ada', 'Lovelace ' || n
     FROM generate_series(1, $2::int) n`,
    [shop, count],
  );
  await client.query(
    `INSERT INTO subscriptions (shop_id, platform_contract_id, customer_id, plan_id, kind, status, platform_status,
       plan_name, price_minor, currency, interval_unit, interval_count, platform_created_at, platform_updated_at)
     SELECT c.shop_id, c.platform_customer_id, c.id, p.first + c.id % $2, 'membership', s.status, s.status,
       'Club ' || (c.id % $2 + 1), 1500, 'EUR', 'month', 1,
       timestamptz '2020-01-01' + c.id * interval '3 minutes', now()
     FROM customers c, (SELECT min(id) AS first FROM plans WHERE shop_id = $1) p,
       LATERAL (SELECT (ARRAY['active', 'active', 'active', 'paused', 'cancelled'])[c.id % 5 + 1] AS status) s
     WHERE c.shop_id = $1 ORDER BY c.id`,
    [shop, PLANS],
  );
  await client.query(
    `INSERT INTO members (shop_id, customer_id, subscription_id, status, plan_id, plan_name, joined_at, created_at,
       updated_at)
     SELECT shop_id, customer_id, id, status, plan_id, plan_name, platform_created_at, now(), now()
     FROM subscriptions WHERE shop_id = $1 ORDER BY id`,
    [shop],
  );
  for (const [list, kind] of [
    ["members", "''"],
    ["subscriptions", "kind"],
  ]) {
    await client.query(
      `INSERT INTO list_totals (shop_id, list, plan_id, status, kind, total)
       SELECT shop_id, '${list}', plan_id, status, ${kind}, count(*) FROM ${list} WHERE shop_id = $1
       GROUP BY 1, 3, 4, 5`,
      [shop],
    );
  }
  await client.query("VACUUM ANALYZE");
}
