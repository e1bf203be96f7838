import { countsIn } from "#app/lib/counts-in.ts";
import type { Queries } from "#app/lib/db.ts";
import { fraction } from "#app/lib/fraction.ts";
import { readInParts } from "#app/lib/one-way.ts";
import type { ShopContext } from "../../context.ts";
import { countOrder } from "../../orders/counted-order.ts";
import { isLostSoFar, wasPaid } from "../../orders/paid-order.ts";
import { toOrderGid } from "../../store-credit/holds/credit-hold.ts";
import { RIGHTS_COLUMNS, rightsOf } from "../../subscriptions/rights/rights.ts";
import { type CollectionsOf, readMemberships } from "../collections/memberships.ts";
import type { CustomerFacts } from "./customer-facts.ts";
import type { Fact, LoyaltyOrder, PlainFactKind } from "./fact.ts";
import { type OrderRow, readOrders } from "./read-orders.ts";

/**
 * All that rules know of these customers, in the order of their ids.
 *
 * @param only.ordersFrom leaves out the orders that were placed before.
 */
export async function readCustomerFacts(
  queries: Queries,
  { shop }: Pick<ShopContext, "shop">,
  customerIds: readonly bigint[],
  only: { ordersFrom?: Date } = {},
): Promise<CustomerFacts[]> {
  const of = (customerId: { in: bigint[] }) => ({ shopId: shop.id, customerId });
  // One after another: in a transaction they share a connection.
  const orders = await readInParts(customerIds, (some) =>
    readOrders(queries, {
      ...{ ...of({ in: some }), isTest: false, cancelledAt: null },
      ...(only.ordersFrom ? { processedAt: { gte: only.ordersFrom } } : {}),
    }),
  );
  const facts = await readInParts(customerIds, (some) =>
    queries.loyaltyFact.findMany({ where: of({ in: some }) }),
  );
  const subscriptions = await readInParts(customerIds, (some) =>
    queries.subscription.findMany({
      where: of({ in: some }),
      select: { customerId: true, kind: true, ...RIGHTS_COLUMNS },
    }),
  );
  const products = orders.flatMap((order) =>
    linesOf(order).flatMap((line) => line.productId ?? []),
  );
  const collectionsOf = await readMemberships(queries, shop.id, products);
  const ordersOf = Map.groupBy(orders, ({ customerId }) => customerId);
  const factsOf = Map.groupBy(facts, ({ customerId }) => customerId);
  // Not a condition of the statement: an index over the kinds would look as good as the one over the customers.
  const memberships = subscriptions.filter(({ kind }) => kind === "membership");
  const membershipsOf = Map.groupBy(memberships, ({ customerId }) => customerId);
  return customerIds.map((customerId) => ({
    customerId,
    facts: [
      ...(ordersOf.get(customerId) ?? []).flatMap((order) =>
        orderFact(order, shop.currency, collectionsOf),
      ),
      ...(factsOf.get(customerId) ?? []).map(
        ({ kind, key, happenedAt: at, data }): Fact => ({
          kind: kind as PlainFactKind,
          key,
          at,
          data: data as Record<string, unknown>,
        }),
      ),
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
    contracts: row.subscriptions.map(({ platformContractId, planId, isFirst, plan }) => ({
      kind: plan?.planGroup.kind === "membership" ? "membership" : "product",
      planId,
      planGroupId: plan?.planGroupId ?? null,
      isFirst,
      isPurchase: counted.ofContract(Number(platformContractId)).netMinor > 0,
    })),
  };
  return [{ kind: "order", key: `order:${row.id}`, at: row.processedAt, order }];
}

function linesOf({ lines }: Pick<OrderRow, "lines">) {
  return lines as { productId: number | null }[];
}
