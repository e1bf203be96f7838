import type pg from "pg";

/** Tables that a search may read; those of the lists are in `PEOPLE_TABLES`. */
export const SEARCHED_TABLES = [
  "credit_holds",
  "loyalty_coupons",
  "loyalty_referral_codes",
  "order_subscriptions",
  "orders",
];

/** The contracts' numbers begin here, so do the orders'. */
export const FIRST_CONTRACT = 70_000_000;
export const FIRST_ORDER = 80_000_000;

/**
 * Gives a store so many customers with some thousand different names, each with a contract, an order that renewed it, and a
 * referral code; every tenth with a coupon. Rows only.
 */
export async function fillSearch(
  client: pg.Pool | pg.Client,
  shopId: bigint,
  count: number,
): Promise<void> {
  for (const statement of FILL) await client.query(statement, [String(shopId), count]);
}

const FIRST_NAMES =
  "ARRAY['Ada','Alan','Anna','Ben','Carla','Chloé','David','Elif','Emma','Finn','Greta','Hugo','Ida','Jonas','Karl','Lea','Maria','Noah','Olga','Zoë']";
const SYLLABLES =
  "ARRAY['ber','dor','fen','gar','hol','ker','lin','mar','nor','pel','ros','san','tal','ven','wil','zim']";

const FILL = [
  `INSERT INTO customers (shop_id, platform_customer_id, first_name, last_name, email, platform_created_at)
   SELECT $1, 60000000 + n, first, last, lower(last) || '.' || n || '@example.com', timestamptz '2020-01-01' + n * interval '3 minutes'
   FROM generate_series(1, $2::bigint) n, LATERAL (
     SELECT (${FIRST_NAMES})[1 + n % 20] AS first, initcap((${SYLLABLES})[1 + n / 20 % 16] || (${SYLLABLES})[1 + n / 320 % 16]
       || (${SYLLABLES})[1 + n / 5120 % 16]) AS last) named`,
  `INSERT INTO subscriptions (shop_id, platform_contract_id, customer_id, kind, status, platform_status, plan_name,
     price_minor, currency, interval_unit, interval_count, platform_created_at, platform_updated_at)
   SELECT shop_id, ${FIRST_CONTRACT} + row_number() OVER (ORDER BY id), id, 'membership', 'active', 'active', 'Club', 1500, 'EUR', 'month', 1,
     platform_created_at, now()
   FROM customers WHERE shop_id = $1 AND $2::bigint > 0 ORDER BY id`,
  `INSERT INTO orders (shop_id, platform_order_id, name, customer_id, customer_name, processed_at, is_test, is_renewal, financial_status,
     currency, total_minor, subtotal_minor, tax_minor, discount_minor, delivery_minor, presentment_currency,
     presentment_total_minor, gateways, discount_codes, lines, transactions, facts_hash, platform_created_at,
     platform_updated_at, created_at, updated_at)
   SELECT shop_id, ${FIRST_ORDER} + n, '#' || (1000 + n), id, concat_ws(' ', first_name, last_name), platform_created_at, false, true,
     'PAID', 'EUR', 1500, 1500, 0, 0, 0, 'EUR', 1500, '{}', '[]', '[]', '[]', '', platform_created_at, now(), now(), now()
   FROM (SELECT *, row_number() OVER (ORDER BY id) AS n FROM customers WHERE shop_id = $1 AND $2::bigint > 0) c ORDER BY n`,
  `INSERT INTO order_subscriptions (shop_id, order_id, platform_contract_id, subscription_id, is_first, processed_at,
     total_minor, is_renewal)
   SELECT $1, o.id, s.platform_contract_id, s.id, false, o.processed_at, 1500, true
   FROM orders o JOIN subscriptions s ON s.shop_id = $1 AND s.platform_contract_id = o.platform_order_id - ${FIRST_ORDER - FIRST_CONTRACT}
   WHERE o.shop_id = $1 AND $2::bigint > 0`,
  `INSERT INTO loyalty_referral_codes (shop_id, code, customer_id, created_at)
   SELECT shop_id, 'FRIEND' || platform_customer_id, id, now() FROM customers WHERE shop_id = $1 AND $2::bigint > 0`,
];
