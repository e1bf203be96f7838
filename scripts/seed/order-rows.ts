import { wasPaid } from "#app/domain/orders/paid-order.ts";
import { toOrderGid } from "#app/domain/store-credit/holds/credit-hold.ts";
import { currencyExponent } from "#app/lib/money.ts";
import { orderName, orderNumber } from "./order-names.ts";
import { instant, rowSource } from "./row-source.ts";
import { soldLines } from "./sold-lines.ts";
import type { SeedStore } from "./store-frame.ts";
import type { DisputeStory, OrderStory, RefundStory } from "./stories.ts";
import { amountsOf, codesOf, type OrderAmounts } from "./tell-order.ts";

export interface OrderItem {
  order: OrderStory;
  amounts: OrderAmounts;
}

export function orderItem(order: OrderStory): OrderItem {
  return { order, amounts: amountsOf(order) };
}

export function orderGid(order: OrderStory): string {
  return toOrderGid(orderNumber(order));
}

function orderSource(store: SeedStore) {
  const { currency, shopId } = store;
  return rowSource<OrderItem>("orders", "id", {
    shop_id: () => shopId,
    id: ({ order }) => order.id,
    platform_order_id: ({ order }) => orderNumber(order),
    name: ({ order }) => orderName(order),
    customer_id: ({ order }) => (order.isCustomers ? order.person.id : null),
    email: ({ order }) => order.person.email,
    customer_name: ({ order: { person } }) =>
      person.firstName && `${person.firstName} ${person.lastName}`,
    country_code: ({ order }) => order.person.country.code,
    province: ({ order }) => order.person.province,
    processed_at: ({ order }) => instant(order.at),
    cancelled_at: ({ order }) => instant(order.cancelledAt),
    fulfilled_at: ({ order }) => instant(order.fulfilledAt),
    is_test: ({ order }) => order.isTest,
    is_renewal: ({ order }) => isRenewal(order),
    financial_status: ({ amounts }) => amounts.status,
    currency: () => currency,
    total_minor: ({ amounts }) => amounts.totalMinor,
    subtotal_minor: ({ amounts }) => amounts.subtotalMinor,
    tax_minor: ({ amounts }) => amounts.taxMinor,
    discount_minor: ({ amounts }) => amounts.discountMinor,
    delivery_minor: ({ order }) => order.deliveryMinor,
    taxes_included: () => true,
    beside_minor: ({ order }) => order.deliveryMinor,
    paid_in_full: ({ amounts }) => wasPaid({ financialStatus: amounts.status, paidInFull: false }),
    presentment_currency: ({ order }) => presentment(store, order, 0).currency,
    presentment_total_minor: ({ order, amounts }) =>
      presentment(store, order, amounts.totalMinor).minor,
    gateways: (item) => gatewaysOf(item),
    channel: ({ order }) => order.channel,
    brand: ({ order }) => order.brand,
    discount_codes: ({ order }) => ({ json: codesOf(order) }),
    lines: ({ order }) => ({ json: soldLines(order) }),
    transactions: (item) => ({ json: transactionsOf(item) }),
    facts_hash: ({ order }) => `seeded ${orderNumber(order)}`,
    platform_created_at: ({ order }) => instant(order.createdAt),
    platform_updated_at: ({ order }) => instant(updatedAt(order)),
    created_at: ({ order }) => instant(order.storedAt),
    updated_at: ({ order }) => instant(Math.max(order.storedAt, updatedAt(order))),
  });
}

/** Orders, their refunds, disputes and subscriptions. */
export function orderSources(store: SeedStore) {
  const { currency } = store;
  const shop = () => store.shopId;
  const refunds = rowSource<{ order: OrderStory; refund: RefundStory; place: number }>(
    "order_refunds",
    "order_id, platform_refund_id",
    {
      shop_id: shop,
      order_id: ({ order }) => order.id,
      platform_refund_id: ({ order, place }) => refundNumber(order, place),
      refunded_at: ({ refund }) => instant(refund.at),
      amount_minor: ({ refund }) => refund.amountMinor,
      beside_minor: () => 0,
      lines: () => ({ json: [] }),
    },
  );
  const disputes = rowSource<OrderItem & { dispute: DisputeStory }>("order_disputes", "order_id", {
    shop_id: shop,
    order_id: ({ order }) => order.id,
    platform_dispute_id: ({ order }) => 40_000_000_000 + order.place,
    kind: ({ dispute }) => dispute.kind,
    status: ({ dispute }) => dispute.status,
    reason: ({ dispute }) => dispute.reason,
    amount_minor: ({ amounts }) => amounts.totalMinor,
    currency: () => currency,
    initiated_at: ({ dispute }) => instant(dispute.openedAt),
    finalized_at: ({ dispute }) => instant(dispute.endedAt),
    changed_at: ({ dispute }) => instant(dispute.endedAt ?? dispute.openedAt),
  });
  const links = rowSource<OrderItem>("order_subscriptions", "order_id", {
    shop_id: shop,
    order_id: ({ order }) => order.id,
    platform_contract_id: ({ order }) => order.subscription?.contractId ?? null,
    subscription_id: ({ order }) => order.subscription?.id ?? null,
    plan_id: ({ order }) => order.subscription?.plan.id ?? null,
    is_first: ({ order }) => order.isFirst,
    processed_at: ({ order }) => instant(order.at),
    total_minor: ({ amounts }) => amounts.totalMinor,
    is_renewal: ({ order }) => isRenewal(order),
  });
  return { orders: orderSource(store), refunds, disputes, links };
}

function isRenewal({ subscription, isFirst }: OrderStory): boolean {
  return subscription !== null && !isFirst;
}

function refundNumber({ place }: OrderStory, nth: number): number {
  return 900_000_000_000 + place * 8 + nth;
}

/** Prices are shown in the currency of the country, at a rate that does not change. */
function presentment(store: SeedStore, { person, at }: OrderStory, minor: number) {
  const { currency, rate } = person.country;
  if (store.currency !== "EUR" || currency === "EUR") return { currency: store.currency, minor };
  // Some from abroad pay in the store's currency all the same.
  if ((at / 1000) % 5 === 0) return { currency: store.currency, minor };
  return { currency, minor: Math.round((minor / 100) * rate * 10 ** currencyExponent(currency)) };
}

function gatewaysOf({ order, amounts }: OrderItem): string[] {
  if (order.isTest) return ["bogus"];
  return amounts.totalMinor > 0 ? [order.gateway] : [];
}

function transactionsOf({ order, amounts }: OrderItem) {
  const { at, gateway, refunds, isPending, isVoided, cancelledAt } = order;
  const first = 300_000_000_000 + order.place * 8;
  const one = (
    nth: number,
    kind: string,
    when: number,
    amountMinor: number,
    status = "success",
  ) => ({
    ...{ transactionId: first + nth, kind, status, amountMinor },
    ...{ gateway: order.isTest ? "bogus" : gateway, errorCode: null },
    processedAt: new Date(when).toISOString(),
  });
  if (amounts.totalMinor === 0) return [];
  const sale = isVoided ? "authorization" : "sale";
  const paid = one(0, sale, at, amounts.totalMinor, isPending ? "pending" : "success");
  const returned = refunds.map((refund, nth) => {
    return one(nth + 1, "refund", refund.at, refund.amountMinor);
  });
  const ended = isVoided && cancelledAt ? [one(7, "void", cancelledAt, amounts.totalMinor)] : [];
  return [paid, ...returned, ...ended];
}

function updatedAt(order: OrderStory): number {
  const { createdAt, cancelledAt, fulfilledAt, refunds, dispute } = order;
  return Math.max(
    ...[createdAt, cancelledAt ?? 0, fulfilledAt ?? 0, refunds.at(-1)?.at ?? 0],
    dispute?.endedAt ?? dispute?.openedAt ?? 0,
  );
}
