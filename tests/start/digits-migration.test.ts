import { expect, test } from "vitest";
import { databaseBefore } from "./earlier-database.ts";

// Amounts in forint and the like were kept in whole units: each means the same in hundredths.

const STORES = `
  INSERT INTO shops (domain, name, contact_email, iana_timezone, currency, plan, installed_at)
  SELECT currency || '.example', currency, 'a@example.com', 'UTC', currency, 'enterprise', now()
  FROM unnest(ARRAY['HUF', 'EUR', 'IQD', 'JPY']) WITH ORDINALITY AS list (currency, place) ORDER BY place;
  INSERT INTO customers (shop_id, platform_customer_id) SELECT s, s FROM generate_series(1, 4) s`;

/** What each store has: a contract, an order with a refund, credit that was partly used, and what was noted of them. */
const FACTS = `
  INSERT INTO subscriptions (shop_id, platform_contract_id, kind, status, platform_status, plan_name, price_minor, currency,
    interval_unit, interval_count, platform_created_at, platform_updated_at, next_charge_minor, lines)
  SELECT id, id, 'product', 'active', 'active', 'Box', 1250, currency, 'month', 1, now(), now(), 1350,
    '[{"title": "Box", "priceMinor": 1250, "quantity": 2, "minorities": 3}]' FROM shops;
  INSERT INTO orders (shop_id, platform_order_id, name, processed_at, is_test, is_renewal, financial_status, currency, total_minor,
    subtotal_minor, tax_minor, discount_minor, delivery_minor, presentment_currency, presentment_total_minor, gateways,
    discount_codes, lines, transactions, facts_hash, platform_created_at, platform_updated_at, created_at, updated_at)
  SELECT id, id, '#1', now(), false, false, 'paid', currency, 1299, 1000, 199, 0, 100, 'HUF', 500, '{}', '[]',
    '[{"totalMinor": 1000}]', '[]', 'x', now(), now(), now(), now() FROM shops;
  INSERT INTO order_refunds (shop_id, order_id, platform_refund_id, refunded_at, amount_minor)
  SELECT shop_id, id, 1, now(), 99 FROM orders;
  INSERT INTO events (shop_id, id, kind, data, created_at)
  SELECT id, 1, 'subscription.updated', jsonb_build_object('price_minor', 1250, 'currency', currency), now() FROM shops;
  INSERT INTO events (shop_id, id, kind, data, created_at)
  VALUES (2, 2, 'subscription.updated', '{"price_minor": 1250, "currency": "HUF"}', now());
  INSERT INTO loyalty_ladders (shop_id, version, since, basis, tiers)
  SELECT id, 1, now(), 'spend', '[{"id": 1, "threshold": 5000}]' FROM shops;
  INSERT INTO loyalty_standings (shop_id, customer_id, amount) SELECT shop_id, id, 700 FROM customers;
  INSERT INTO loyalty_facts (shop_id, customer_id, kind, key, happened_at, data)
  SELECT shop_id, id, 'referral', 'a', now(), '{"order_minor": 40}' FROM customers;
  INSERT INTO credit_accounts (shop_id, customer_id, unit, available_minor, issued_minor, used_minor, updated_at)
  SELECT shop_id, id, unit, available, issued, used, now() FROM customers,
    (VALUES ('money', 700, 1000, 300), ('points', 50, 50, 0)) AS accounts (unit, available, issued, used);
  INSERT INTO credit_entries (shop_id, id, customer_id, unit, type_code, amount_minor, total_after_minor, message, created_at)
  SELECT shop_id, nr, id, unit, type, amount, total, 'Moved', now() FROM customers,
    (VALUES (1, 'money', 4, 1000, 1000), (2, 'money', 2, -300, 700), (3, 'points', 4, 50, 50)) AS entries (nr, unit, type, amount, total);
  INSERT INTO credit_grants (shop_id, id, customer_id, entry_id, unit, amount_minor, remaining_minor, created_at)
  SELECT shop_id, nr, id, entry, unit, amount, remaining, now() FROM customers,
    (VALUES (1, 1, 'money', 1000, 700), (2, 3, 'points', 50, 50)) AS grants (nr, entry, unit, amount, remaining);
  INSERT INTO credit_allocations (shop_id, entry_id, grant_id, amount_minor) SELECT shop_id, 2, 1, 300 FROM customers;
  INSERT INTO activities (shop_id, customer_id, actor_kind, kind, message, details, created_at)
  SELECT shop_id, customer_id, 'system', 'moved', 'Moved', jsonb_build_object('entry_id', id::text, 'amount_minor', amount_minor), now()
  FROM credit_entries`;

/** By store, in the order in which they were made. */
const READ = `
  SELECT (SELECT array_agg(ARRAY[price_minor, next_charge_minor] ORDER BY shop_id)::text FROM subscriptions) AS contracts,
    (SELECT array_agg(lines ->> 0 ORDER BY shop_id) FROM subscriptions) AS lines,
    (SELECT array_agg(ARRAY[total_minor, tax_minor, presentment_total_minor] ORDER BY shop_id)::text FROM orders) AS orders,
    (SELECT array_agg((lines -> 0 ->> 'totalMinor')::int ORDER BY shop_id) FROM orders) AS order_lines,
    (SELECT array_agg(amount_minor::int ORDER BY shop_id) FROM order_refunds) AS refunds,
    (SELECT array_agg((data ->> 'price_minor')::int ORDER BY shop_id, id) FROM events WHERE kind = 'subscription.updated') AS events,
    (SELECT array_agg((tiers -> 0 ->> 'threshold')::int ORDER BY shop_id) FROM loyalty_ladders) AS tiers,
    (SELECT array_agg(amount::int ORDER BY shop_id) FROM loyalty_standings) AS standings,
    (SELECT array_agg((data ->> 'order_minor')::int ORDER BY shop_id) FROM loyalty_facts) AS facts,
    (SELECT array_agg(ARRAY[available_minor, used_minor] ORDER BY shop_id, unit)::text FROM credit_accounts) AS accounts,
    (SELECT array_agg(amount_minor::int ORDER BY shop_id, id) FROM credit_entries) AS entries,
    (SELECT array_agg(remaining_minor::int ORDER BY shop_id, id) FROM credit_grants) AS grants,
    (SELECT array_agg(amount_minor::int ORDER BY shop_id) FROM credit_allocations) AS allocations,
    (SELECT array_agg((details ->> 'amount_minor')::int ORDER BY shop_id, id) FROM activities) AS activities`;

test("amounts that were kept without decimals mean what they meant, and all others are as they were", async () => {
  const { client, migrate } = await databaseBefore("0089_currency_digits");
  const one = async (sql: string) => (await client.query(sql)).rows[0];
  await client.query(STORES);
  await client.query(FACTS);
  await migrate();
  const line = (price: number) =>
    JSON.parse(`{"title": "Box", "priceMinor": ${price}, "quantity": 2, "minorities": 3}`);
  const read = await one(READ);
  expect({ ...read, lines: read.lines.map((text: string) => JSON.parse(text)) }).toEqual({
    contracts: "{{125000,135000},{1250,1350},{1250000,1350000},{1250,1350}}",
    lines: [line(125_000), line(1250), line(1_250_000), line(1250)],
    orders: "{{129900,19900,50000},{1299,199,50000},{1299000,199000,50000},{1299,199,50000}}",
    order_lines: [100_000, 1000, 1_000_000, 1000],
    refunds: [9900, 99, 99_000, 99],
    // The second store has a contract in forint too.
    events: [125_000, 1250, 125_000, 1_250_000, 1250],
    tiers: [500_000, 5000, 5_000_000, 5000],
    standings: [70_000, 700, 700_000, 700],
    facts: [4000, 40, 40_000, 40],
    accounts: "{{70000,30000},{50,0},{700,300},{50,0},{700000,300000},{50,0},{700,300},{50,0}}",
    entries: [100_000, -30_000, 50, 1000, -300, 50, 1_000_000, -300_000, 50, 1000, -300, 50],
    grants: [70_000, 50, 700, 50, 700_000, 50, 700, 50],
    activities: [100_000, -30_000, 50, 1000, -300, 50, 1_000_000, -300_000, 50, 1000, -300, 50],
    allocations: [30_000, 300, 300_000, 300],
  });
});
