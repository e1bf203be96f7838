import type { Queries } from "#app/lib/db.ts";
import { checked, givenIds, rowBy, rowsBy } from "#app/lib/one-way.ts";

/** The order of a paid trial: its line of the contract cost something. */
const HAS_FEE = (order: string, contract: string) => `EXISTS (
  SELECT 1 FROM jsonb_array_elements(${order}.lines) line
  WHERE (line ->> 'contractId')::bigint = ${contract} AND (line ->> 'totalMinor')::bigint > 0)`;

/**
 * Says of some orders what their subscriptions make them, each once, in `order_classes`: the first of a membership, the fee
 * of its trial, its first full charge after a paid trial, or a renewal; and the same of product subscriptions. The first
 * full charge is the earliest renewal: whoever changes one classifies that subscription's others again.
 *
 * @returns the customers whose orders became others.
 */
export async function classifyOrders(
  tx: Queries,
  shopId: bigint,
  orderIds: readonly bigint[],
): Promise<bigint[]> {
  const rows = await tx.$queryRawUnsafe<{ customer_id: bigint | null }[]>(
    CLASSIFY_ORDERS,
    shopId,
    orderIds,
  );
  const found = new Set<bigint>();
  for (const { customer_id } of rows) if (customer_id !== null) found.add(customer_id);
  return [...found];
}

export const CLASSIFY_ORDERS = `
  WITH links AS (
    SELECT o.id, o.customer_id, o.processed_at, l.is_first, l.order_id,
      s.kind = 'membership' AS is_membership,
      s.trial_ends_at IS NOT NULL AND l.is_first AND ${HAS_FEE("o", "l.platform_contract_id")} AS is_fee,
      NOT l.is_first AND s.trial_ends_at IS NOT NULL AND NOT EXISTS (
        SELECT 1 FROM ${rowsBy("order_subscriptions", "subscription_id = l.subscription_id")} b
        WHERE NOT b.is_first AND (b.processed_at, b.order_id) < (l.processed_at, l.order_id))
      AND EXISTS (
        SELECT 1 FROM ${rowsBy("order_subscriptions", "subscription_id = l.subscription_id")} b
        CROSS JOIN ${rowBy("orders", "id = b.order_id")} f
        WHERE b.is_first AND ${HAS_FEE("f", "b.platform_contract_id")}) AS is_first_full
    FROM ${givenIds("$2")}
    CROSS JOIN ${rowBy("orders", "id = given.id")} o
    LEFT JOIN ${rowsBy("order_subscriptions", "order_id = o.id")} l ON true
    LEFT JOIN ${rowBy("subscriptions", "id = l.subscription_id")} s ON true
  ), classes AS (
    SELECT id, customer_id, processed_at,
      CASE WHEN NOT coalesce(bool_or(is_membership), false) THEN ''
        WHEN bool_or(is_membership AND is_fee) THEN 'trial fee'
        WHEN bool_or(is_membership AND (is_first OR is_first_full)) THEN 'New-vip'
        ELSE 'recharge' END AS membership_tag,
      CASE WHEN NOT coalesce(bool_or(order_id IS NOT NULL AND is_membership IS NOT TRUE), false) THEN ''
        WHEN bool_or(is_membership IS NOT TRUE AND is_first) THEN 'New-SubsProd'
        ELSE 'SubsProd-Recharge' END AS product_tag
    FROM links GROUP BY id, customer_id, processed_at
  ), known AS MATERIALIZED (
    SELECT k.order_id, k.customer_id FROM ${givenIds("$2")} CROSS JOIN ${rowBy("order_classes", "order_id = given.id")} k
  ), written AS (
    INSERT INTO order_classes AS k (shop_id, order_id, customer_id, processed_at, membership_tag, product_tag)
    SELECT $1, id, customer_id, processed_at, membership_tag, product_tag FROM classes
    ON CONFLICT (shop_id, order_id) DO UPDATE
    SET customer_id = excluded.customer_id, processed_at = excluded.processed_at,
      membership_tag = excluded.membership_tag, product_tag = excluded.product_tag
    WHERE (k.customer_id, k.processed_at, k.membership_tag, k.product_tag) IS DISTINCT FROM
      (excluded.customer_id, excluded.processed_at, excluded.membership_tag, excluded.product_tag)
    RETURNING order_id, customer_id
  )
  SELECT customer_id FROM written
  UNION
  SELECT customer_id FROM known WHERE ${checked("order_id IN (SELECT order_id FROM written)")}`;

/** Each first is the end of an index: of a customer with many orders no more than a few are read. */
const FIRST_OF = (where: string) => `(SELECT k.processed_at FROM order_classes k
  WHERE k.shop_id = $1 AND k.customer_id = c.id AND ${where} ORDER BY k.processed_at LIMIT 1)`;

export const WRITE_FIRSTS = `
  INSERT INTO customer_firsts AS f (shop_id, customer_id, first_order_at, first_order_type, first_membership_at,
    first_membership_renewal_at, first_product_at, first_product_renewal_at)
  SELECT c.shop_id, c.id, o.processed_at, o.type,
    least(${FIRST_OF("k.membership_tag = 'trial fee'")}, ${FIRST_OF("k.membership_tag = 'New-vip'")},
      ${FIRST_OF("k.membership_tag = 'recharge'")}),
    ${FIRST_OF("k.membership_tag = 'recharge'")},
    least(${FIRST_OF("k.product_tag = 'New-SubsProd'")}, ${FIRST_OF("k.product_tag = 'SubsProd-Recharge'")}),
    ${FIRST_OF("k.product_tag = 'SubsProd-Recharge'")}
  FROM ${givenIds("$2")}
  CROSS JOIN ${rowBy("customers", "id = given.id")} c
  LEFT JOIN LATERAL (
    SELECT x.processed_at, CASE WHEN k.membership_tag <> '' THEN 'VIP' WHEN k.product_tag <> '' THEN 'Product Subscription'
      ELSE 'PAYG' END AS type
    FROM orders x CROSS JOIN ${rowBy("order_classes", "order_id = x.id")} k
    WHERE x.shop_id = $1 AND x.customer_id = c.id ORDER BY x.processed_at, x.platform_order_id LIMIT 1) o ON true
  ON CONFLICT (shop_id, customer_id) DO UPDATE
  SET first_order_at = excluded.first_order_at, first_order_type = excluded.first_order_type,
    first_membership_at = excluded.first_membership_at,
    first_membership_renewal_at = excluded.first_membership_renewal_at,
    first_product_at = excluded.first_product_at, first_product_renewal_at = excluded.first_product_renewal_at
  WHERE (f.first_order_at, f.first_order_type, f.first_membership_at, f.first_membership_renewal_at,
      f.first_product_at, f.first_product_renewal_at) IS DISTINCT FROM
    (excluded.first_order_at, excluded.first_order_type, excluded.first_membership_at,
      excluded.first_membership_renewal_at, excluded.first_product_at, excluded.first_product_renewal_at)
  RETURNING f.customer_id`;

/**
 * Brings the first orders of some customers up to their orders' classes.
 *
 * @returns those whose firsts have changed: the rows of all their orders say so.
 */
export async function writeFirsts(
  tx: Queries,
  shopId: bigint,
  customerIds: readonly bigint[],
): Promise<bigint[]> {
  if (customerIds.length === 0) return [];
  const rows = await tx.$queryRawUnsafe<{ customer_id: bigint }[]>(
    WRITE_FIRSTS,
    shopId,
    customerIds,
  );
  return rows.map(({ customer_id }) => customer_id);
}
