import type { ShopContext } from "../../context.ts";
import { wasPaidSql } from "../../orders/paid-order.ts";
import { readWithdrawalRule } from "../../shops/withdrawal-rule.ts";
import { listFormers } from "../reactivation/list-formers.ts";

/** A withdrawal whose charges in one currency the merchant has not refunded. */
interface WithdrawalToRefund {
  subscriptionId: bigint;
  planName: string;
  customer: { firstName: string | null; lastName: string | null } | null;
  withdrawnAt: Date;
  /** What was paid by the orders that were not refunded since, in minor units of `currency`. */
  amountMinor: number;
  currency: string;
}

/** The law gives the store 14 days. What was settled by another way than a refund leaves the list after so long. */
const SHOWN_DAYS = 60;

interface Row {
  id: bigint;
  plan_name: string;
  customer_id: bigint | null;
  first_name: string | null;
  last_name: string | null;
  withdrawn_at: Date;
  minor: bigint;
  currency: string;
}

/** What an order's own goods cost with all that was paid beside them; of a row from before its parts were kept all of it. */
const PRICE = `
  SELECT CASE WHEN o.beside_minor IS NULL THEN o.total_minor
    ELSE o.beside_minor + coalesce(sum((line ->> 'paidMinor')::bigint
      + CASE WHEN o.taxes_included THEN 0 ELSE (line ->> 'taxMinor')::bigint END), 0) END AS minor
  FROM jsonb_array_elements(o.lines) line
  WHERE o.beside_minor IS NULL OR (line ->> 'contractId')::bigint = l.platform_contract_id`;

/** What was paid back of it, and when last. A refund of other goods, or of the delivery alone, concerns it not. */
const GIVEN = `
  SELECT sum(greatest(r.amount_minor - named.others_minor, 0)) AS minor,
    max(r.refunded_at) FILTER (
      WHERE named.is_own OR r.amount_minor > named.others_minor + coalesce(r.beside_minor, 0)) AS last_at
  FROM order_refunds r
  CROSS JOIN LATERAL (
    SELECT coalesce(bool_or(own.is_own), FALSE) AS is_own,
      coalesce(sum((back ->> 'grossMinor')::bigint) FILTER (WHERE own.is_own IS NOT TRUE), 0) AS others_minor
    FROM jsonb_array_elements(coalesce(r.lines, '[]'::jsonb)) back
    LEFT JOIN LATERAL (
      SELECT TRUE AS is_own FROM jsonb_array_elements(o.lines) line
      WHERE line -> 'lineId' = back -> 'lineId'
        AND (line ->> 'contractId')::bigint = l.platform_contract_id LIMIT 1) own ON TRUE) named
  WHERE r.shop_id = $1 AND r.order_id = o.id`;

/** Contracts that were withdrawn from and go on from others: $1 the store, $2 withdrawn since. */
const STARTED_AGAIN = `
  SELECT DISTINCT s.id FROM subscriptions s
  JOIN reactivations r ON r.shop_id = $1 AND r.successor_id = s.id AND r.state = 'made'
  WHERE s.shop_id = $1 AND s.withdrawn_at >= $2`;

/**
 * $1 the store, $2 withdrawn since, $3 its zone, $4 the days of the right, $5 how many, $6 contracts, $7 one that each of them goes
 * on from.
 */
export const LIST_TO_REFUND = `
  SELECT s.id, s.plan_name, s.customer_id, c.first_name, c.last_name, s.withdrawn_at, paid.minor::bigint AS minor,
    paid.currency
  FROM subscriptions s
  LEFT JOIN customers c ON c.shop_id = $1 AND c.id = s.customer_id
  CROSS JOIN LATERAL (
    SELECT sum(price.minor - coalesce(given.minor, 0)) AS minor, o.currency
    FROM order_subscriptions l
    JOIN orders o ON o.shop_id = $1 AND o.id = l.order_id
    CROSS JOIN LATERAL (${PRICE}) price
    LEFT JOIN LATERAL (${GIVEN}) given ON TRUE
    WHERE l.shop_id = $1 AND o.cancelled_at IS NULL AND o.total_minor > 0
      AND l.subscription_id = ANY(ARRAY(
        SELECT s.id UNION ALL
        SELECT p.id FROM unnest($6::bigint[], $7::bigint[]) AS f (id, former_id)
        JOIN subscriptions p ON p.shop_id = $1 AND p.id = f.former_id
        WHERE f.id = s.id
          AND (s.withdrawn_at AT TIME ZONE $3::text)::date
            <= (coalesce(p.original_start_at, p.platform_created_at) AT TIME ZONE $3::text)::date + $4::int))
      AND ${wasPaidSql("o")} AND o.financial_status <> 'refunded'
      AND (given.last_at IS NULL OR given.last_at < date_trunc('second', s.withdrawn_at))
    GROUP BY o.currency) paid
  WHERE s.shop_id = $1 AND s.withdrawn_at >= $2 AND paid.minor > 0
  ORDER BY s.withdrawn_at, s.id, paid.currency LIMIT $5`;

/**
 * The withdrawals that the merchant has to refund, the oldest first, one item a currency of the orders: those of which an order that was paid is neither canceled nor
 * was refunded since, not even in part, because a store may deduct what was used up. What was refunded before counts as not paid, and
 * other goods of the same order do not count at all. Of a contract that was started again the orders of those
 * before count as well, where these could have been withdrawn from on the same day.
 */
export async function listWithdrawalsToRefund(
  { db, shop, clock }: Pick<ShopContext, "db" | "shop" | "clock">,
  most: number,
): Promise<WithdrawalToRefund[]> {
  const { days } = await readWithdrawalRule(db.prisma, shop.id);
  const since = new Date(clock.now().getTime() - SHOWN_DAYS * 86_400_000);
  const again = await db.prisma.$queryRawUnsafe<{ id: bigint }[]>(STARTED_AGAIN, shop.id, since);
  const formers = await listFormers(
    db.prisma,
    shop.id,
    again.map(({ id }) => id),
  );
  const rows = await db.prisma.$queryRawUnsafe<Row[]>(
    LIST_TO_REFUND,
    shop.id,
    since,
    shop.ianaTimezone,
    days,
    most,
    formers.map(({ id }) => id),
    formers.map(({ formerId }) => formerId),
  );
  return rows.map((row) => ({
    subscriptionId: row.id,
    planName: row.plan_name,
    customer:
      row.customer_id === null ? null : { firstName: row.first_name, lastName: row.last_name },
    withdrawnAt: row.withdrawn_at,
    amountMinor: Number(row.minor),
    currency: row.currency,
  }));
}
