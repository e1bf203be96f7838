import type { Ask } from "#app/lib/ask.ts";
import { countsIn } from "#app/lib/counts-in.ts";
import { fraction } from "#app/lib/fraction.ts";
import type { ShopContext } from "../../context.ts";
import { countOrder } from "../../orders/counted-order.ts";
import { isLostSoFar, wasPaid } from "../../orders/paid-order.ts";
import { toOrderGid } from "../../store-credit/holds/credit-hold.ts";
import { type RightsRow, rightsOf } from "../../subscriptions/rights/rights.ts";
import { type CollectionsOf, readMemberships } from "../collections/memberships.ts";
import type { CustomerFacts } from "./customer-facts.ts";
import type { Fact, LoyaltyOrder, PlainFact } from "./fact.ts";
import { type OrderRow, readOrdersOf } from "./read-orders.ts";

const FACTS_OF_CUSTOMERS = `
  SELECT f.customer_id AS "customerId", f.kind, f.key, f.happened_at AS at, f.data
  FROM unnest($2::bigint[]) AS given (id)
  CROSS JOIN LATERAL (SELECT * FROM loyalty_facts WHERE shop_id = $1 AND customer_id = given.id OFFSET 0) f
  ORDER BY f.id`;

// The kind is no condition of the index: one over the kinds would look as good as the one over the customers.
const MEMBERSHIPS_OF_CUSTOMERS = `
  SELECT s.customer_id AS "customerId", s.status, s.cancelled_at AS "cancelledAt", s.ends_at AS "endsAt",
    s.import_state AS "importState", s.rights, s.paid_until AS "paidUntil", s.granted_until AS "grantedUntil",
    s.next_billing_at AS "nextBillingAt", s.last_charged_at AS "lastChargedAt", s.paused_at AS "pausedAt",
    s.original_start_at AS "originalStartAt", s.platform_created_at AS "platformCreatedAt"
  FROM unnest($2::bigint[]) AS given (id)
  CROSS JOIN LATERAL (
    SELECT * FROM subscriptions WHERE shop_id = $1 AND customer_id = given.id
      AND (kind = 'membership') IS TRUE OFFSET 0) s
  ORDER BY s.id`;

type OfCustomer<T> = T & { customerId: bigint | string };

/**
 * All that rules know of these customers, in the order of their ids: by the same few statements, however many they are.
 *
 * @param only.ordersFrom leaves out the orders that were placed before.
 */
export async function readCustomerFacts(
  ask: Ask,
  { shop }: Pick<ShopContext, "shop">,
  customerIds: readonly bigint[],
  only: { ordersFrom?: Date } = {},
): Promise<CustomerFacts[]> {
  // One after another: in a transaction they share a connection.
  const orders = await readOrdersOf(ask, shop.id, customerIds, only.ordersFrom);
  const facts = await ask<OfCustomer<PlainFact>>(FACTS_OF_CUSTOMERS, [shop.id, customerIds]);
  const memberships = await ask<OfCustomer<RightsRow>>(MEMBERSHIPS_OF_CUSTOMERS, [
    shop.id,
    customerIds,
  ]);
  const products = orders.flatMap((order) =>
    linesOf(order).flatMap((line) => line.productId ?? []),
  );
  const collectionsOf = await readMemberships(ask, shop.id, products);
  const ordersOf = Map.groupBy(orders, ({ customerId }) => customerId);
  const factsOf = Map.groupBy(facts, ({ customerId }) => BigInt(customerId));
  const membershipsOf = Map.groupBy(memberships, ({ customerId }) => BigInt(customerId));
  return customerIds.map((customerId) => ({
    customerId,
    facts: [
      ...(ordersOf.get(customerId) ?? []).flatMap((order) =>
        orderFact(order, shop.currency, collectionsOf),
      ),
      ...(factsOf.get(customerId) ?? []).map(({ kind, key, at, data }) => ({
        kind,
        key,
        at,
        data,
      })),
    ],
    memberships: (membershipsOf.get(customerId) ?? []).flatMap((one) => rightsOf(one)),
  }));
}

/**
 * Nothing of an order that is not paid, or whose payment is disputed. One in another currency than the store's counts as a purchase, and
 * for no amount.
 */
export function orderFact(row: OrderRow, currency: string, collectionsOf: CollectionsOf): Fact[] {
  if (!wasPaid(row) || row.disputes.some(isLostSoFar)) return [];
  const counted = countOrder(row);
  const hasAmount = countsIn(row, currency);
  const order: LoyaltyOrder = {
    id: row.id,
    name: row.name,
    gid: toOrderGid(Number(row.platformOrderId)),
    netMinor: hasAmount ? counted.netMinor : 0,
    ...{ isPurchase: counted.netMinor > 0, hasAmount },
    fulfilledAt: row.fulfilledAt,
    isRenewal: row.isRenewal,
    products: linesOf(row).map(({ productId }, at) => ({
      ...{ productId, net: counted.lineNets[at] ?? fraction(0) },
      collectionIds: productId === null ? [] : collectionsOf(productId, row.processedAt),
    })),
    contracts: row.contracts.map(({ platformContractId, isMembership, ...contract }) => ({
      ...contract,
      kind: isMembership ? "membership" : "product",
      isPurchase: counted.ofContract(platformContractId).netMinor > 0,
    })),
  };
  return [{ kind: "order", key: `order:${row.id}`, at: row.processedAt, order }];
}

function linesOf({ lines }: Pick<OrderRow, "lines">) {
  return lines as { productId: number | null }[];
}
