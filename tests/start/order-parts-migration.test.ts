import { expect, test } from "vitest";
import { databaseBefore } from "./earlier-database.ts";

test("an order that was paid before an item was added to it counts as paid, and one with a deposit does not", async () => {
  const { client, migrate } = await databaseBefore("0092_order_parts");
  await client.query(`
    INSERT INTO shops (domain, name, contact_email, iana_timezone, currency, plan, installed_at)
    VALUES ('one.example', 'One', 'a@example.com', 'Europe/Berlin', 'EUR', 'enterprise', now())`);
  await client.query(`
    INSERT INTO orders (shop_id, platform_order_id, name, processed_at, is_test, is_renewal, financial_status, currency,
      total_minor, subtotal_minor, tax_minor, discount_minor, delivery_minor, presentment_currency, presentment_total_minor,
      gateways, discount_codes, lines, transactions, facts_hash, platform_created_at, platform_updated_at, created_at, updated_at)
    SELECT 1, place, '#' || place, now(), false, false, status, 'EUR', total, total, 0, 0, 0, 'EUR', total,
      '{}', '[]', '[]', paid::jsonb, 'x', now(), now(), now(), now()
    FROM (VALUES
      (1, 'partially_paid', 1000, '[{"kind": "sale", "status": "success", "amountMinor": 1000}]'),
      (2, 'partially_paid', 1000, '[{"kind": "sale", "status": "success", "amountMinor": 999}]'),
      (3, 'partially_paid', 1000, '[{"kind": "sale", "status": "failure", "amountMinor": 1000}]'),
      (4, 'partially_paid', 1000, '[{"kind": "capture", "status": "success", "amountMinor": 400},
        {"kind": "capture", "status": "success", "amountMinor": 600}]'),
      (5, 'partially_paid', 0, '[]'),
      (6, 'pending', 1000, '[]')
    ) given (place, status, total, paid)`);
  await migrate();
  const { rows } = await client.query(
    "SELECT platform_order_id AS place FROM orders WHERE paid_in_full ORDER BY platform_order_id",
  );
  expect(rows.map(({ place }) => Number(place))).toEqual([1, 4]);
});
