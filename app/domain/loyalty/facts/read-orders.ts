import type { Order } from "#app/generated/prisma/client.ts";
import type { Ask } from "#app/lib/ask.ts";
import type { CountableOrder } from "../../orders/countable-order.ts";

/** An order with all that rules ask of it. */
export interface OrderRow
  extends CountableOrder,
    Pick<
      Order,
      | ("id" | "name" | "platformOrderId" | "customerId" | "currency" | "isRenewal")
      | ("processedAt" | "cancelledAt" | "fulfilledAt")
    > {
  disputes: readonly Dispute[];
  contracts: readonly OrderedContract[];
}

interface Dispute {
  kind: string;
  status: string;
}

/** A contract that an order began or renewed. */
interface OrderedContract {
  platformContractId: number;
  planId: bigint | null;
  planGroupId: bigint | null;
  isMembership: boolean;
  isFirst: boolean;
}

const COLUMNS = `o.id, o.name, o.platform_order_id AS "platformOrderId", o.customer_id AS "customerId", o.currency,
    o.processed_at AS "processedAt", o.cancelled_at AS "cancelledAt", o.fulfilled_at AS "fulfilledAt",
    o.is_renewal AS "isRenewal", o.financial_status AS "financialStatus", o.paid_in_full AS "paidInFull",
    o.taxes_included AS "taxesIncluded", o.total_minor AS "totalMinor", o.subtotal_minor AS "subtotalMinor",
    o.tax_minor AS "taxMinor", o.delivery_minor AS "deliveryMinor", o.beside_minor AS "besideMinor",
    o.discount_codes AS "discountCodes", o.lines, o.transactions`;

/** Of the customers $2, from $3 on: those that count at all. */
const ORDERS_OF_CUSTOMERS = `
  SELECT ${COLUMNS} FROM unnest($2::bigint[]) AS given (id)
  CROSS JOIN LATERAL (
    SELECT * FROM orders WHERE shop_id = $1 AND customer_id = given.id AND processed_at >= $3
      AND (NOT is_test AND cancelled_at IS NULL) IS TRUE OFFSET 0) o
  ORDER BY o.id`;

const ONE_ORDER = `SELECT ${COLUMNS} FROM orders o WHERE o.shop_id = $1 AND o.id = $2`;

/** What belongs to the orders $2, of each kind in the order of its ids. */
const PARTS_OF_ORDERS = `
  SELECT 'refund' AS part, r.order_id AS "orderId", r.platform_refund_id AS id,
    json_build_object('amountMinor', r.amount_minor, 'besideMinor', r.beside_minor, 'lines', r.lines) AS data
  FROM unnest($2::bigint[]) AS given (id)
  CROSS JOIN LATERAL (SELECT * FROM order_refunds WHERE shop_id = $1 AND order_id = given.id OFFSET 0) r
  UNION ALL
  SELECT 'dispute', d.order_id, d.platform_dispute_id, json_build_object('kind', d.kind, 'status', d.status)
  FROM unnest($2::bigint[]) AS given (id)
  CROSS JOIN LATERAL (SELECT * FROM order_disputes WHERE shop_id = $1 AND order_id = given.id OFFSET 0) d
  UNION ALL
  SELECT 'contract', s.order_id, s.platform_contract_id, json_build_object('platformContractId', s.platform_contract_id,
    'planId', s.plan_id, 'planGroupId', p.plan_group_id, 'isMembership', coalesce(g.kind = 'membership', false),
    'isFirst', s.is_first)
  FROM unnest($2::bigint[]) AS given (id)
  CROSS JOIN LATERAL (SELECT * FROM order_subscriptions WHERE shop_id = $1 AND order_id = given.id OFFSET 0) s
  LEFT JOIN LATERAL (SELECT * FROM plans WHERE shop_id = $1 AND id = s.plan_id LIMIT 1) p ON true
  LEFT JOIN LATERAL (SELECT * FROM plan_groups WHERE shop_id = $1 AND id = p.plan_group_id LIMIT 1) g ON true
  ORDER BY 1, 2, 3`;

/** Of JSON. */
interface ReadParts {
  refund: { amountMinor: number; besideMinor: number | null; lines: unknown };
  dispute: Dispute;
  contract: Omit<OrderedContract, "planId" | "planGroupId"> & {
    planId: number | null;
    planGroupId: number | null;
  };
}

type ReadPart = {
  [Part in keyof ReadParts]: { part: Part; orderId: Int8; id: Int8; data: ReadParts[Part] };
}[keyof ReadParts];

const THE_FIRST_DAY = new Date(0);

/**
 * The orders of some customers that are no tests and not canceled, by two statements.
 *
 * @param from leaves out those that were placed before.
 */
export async function readOrdersOf(
  ask: Ask,
  shopId: bigint,
  customerIds: readonly bigint[],
  from = THE_FIRST_DAY,
): Promise<OrderRow[]> {
  return withParts(
    ask,
    shopId,
    await ask<ReadOrder>(ORDERS_OF_CUSTOMERS, [shopId, customerIds, from]),
  );
}

/** @returns null where there is no such order. */
export async function readOrder(ask: Ask, shopId: bigint, id: bigint): Promise<OrderRow | null> {
  const [order = null] = await withParts(
    ask,
    shopId,
    await ask<ReadOrder>(ONE_ORDER, [shopId, id]),
  );
  return order;
}

/** An `int8` as whoever was asked gives it. */
type Int8 = string | bigint;

type ReadOrder = Omit<OrderRow, keyof Parts | keyof Numbers> &
  Record<keyof Numbers, Int8> & {
    customerId: Int8 | null;
    besideMinor: Int8 | null;
  };
type Parts = Pick<OrderRow, "refunds" | "disputes" | "contracts">;
type Numbers = Pick<
  OrderRow,
  | ("id" | "platformOrderId" | "customerId" | "besideMinor")
  | ("totalMinor" | "subtotalMinor" | "taxMinor" | "deliveryMinor")
>;

async function withParts(ask: Ask, shopId: bigint, orders: ReadOrder[]): Promise<OrderRow[]> {
  if (orders.length === 0) return [];
  const parts = await ask<ReadPart>(PARTS_OF_ORDERS, [shopId, orders.map(({ id }) => id)]);
  const partsOf = Map.groupBy(parts, ({ orderId }) => String(orderId));
  return orders.map((order) => ({
    ...order,
    ...toParts(partsOf.get(String(order.id)) ?? []),
    id: BigInt(order.id),
    platformOrderId: BigInt(order.platformOrderId),
    customerId: toBigInt(order.customerId),
    totalMinor: BigInt(order.totalMinor),
    subtotalMinor: BigInt(order.subtotalMinor),
    taxMinor: BigInt(order.taxMinor),
    deliveryMinor: BigInt(order.deliveryMinor),
    besideMinor: toBigInt(order.besideMinor),
  }));
}

function toParts(parts: readonly ReadPart[]): Parts {
  const refunds = parts.flatMap(({ part, data }) => (part === "refund" ? [data] : []));
  const contracts = parts.flatMap(({ part, data }) => (part === "contract" ? [data] : []));
  return {
    refunds: refunds.map(({ amountMinor, besideMinor, lines }) => ({
      amountMinor: BigInt(amountMinor),
      besideMinor: toBigInt(besideMinor),
      lines,
    })),
    disputes: parts.flatMap(({ part, data }) => (part === "dispute" ? [data] : [])),
    contracts: contracts.map(({ planId, planGroupId, ...contract }) => ({
      ...contract,
      planId: toBigInt(planId),
      planGroupId: toBigInt(planGroupId),
    })),
  };
}

const toBigInt = (number: Int8 | number | null) => (number === null ? null : BigInt(number));
