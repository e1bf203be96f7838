import type { Devstore } from "../devstore.ts";
import type { DevOrder, DevOrderLine } from "../state/order.ts";
import type { DevShop } from "../state/shop.ts";
import { orderPayload, transactionPayload } from "../webhooks/order-payload.ts";

export interface NewOrder {
  customerId: number | null;
  lines: Omit<DevOrderLine, "id">[];
  discountCodes: DevOrder["discountCodes"];
  shippingMinor: number;
  shippingDiscountMinor?: number;
  attributes?: { key: string; value: string }[];
  tags: string[];
  sourceName: string;
  contractId: number | null;
  at: Date;
}

/** Taxes of a development shop: included at the German rate in euro shops, none elsewhere. */
function taxOf(shop: Pick<DevShop, "currency">): { rate: number; title: string } {
  return shop.currency === "EUR" ? { rate: 0.19, title: "MwSt." } : { rate: 0, title: "Tax" };
}

/** The order once it is paid; `recordOrder` sends its webhooks. */
export function buildPaidOrder(devstore: Devstore, shop: DevShop, input: NewOrder): DevOrder {
  const { state } = devstore;
  const customer =
    input.customerId === null ? undefined : state.get(shop.domain, "customer", input.customerId);
  const contract =
    input.contractId === null ? undefined : state.get(shop.domain, "contract", input.contractId);
  const at = input.at.toISOString();
  const subtotalMinor = input.lines.reduce(
    (sum, line) => sum + line.unitPriceMinor * line.quantity - line.discountMinor,
    0,
  );
  const totalMinor = subtotalMinor + input.shippingMinor;
  const { rate, title } = taxOf(shop);
  return {
    id: state.nextId(shop.domain, "order"),
    number: state.nextId(shop.domain, "orderNumber"),
    customerId: input.customerId,
    email: customer?.email ?? null,
    customerLocale: customer?.locale ?? null,
    createdAt: at,
    processedAt: at,
    updatedAt: at,
    cancelledAt: null,
    cancelReason: null,
    currency: shop.currency,
    lines: input.lines.map((line) => {
      return { ...line, id: state.nextId(shop.domain, "lineItem") };
    }),
    discountCodes: input.discountCodes,
    subtotalMinor,
    shippingMinor: input.shippingMinor,
    ...(input.shippingDiscountMinor && { shippingDiscountMinor: input.shippingDiscountMinor }),
    ...(input.attributes?.length && { attributes: input.attributes }),
    taxMinor: Math.round(totalMinor - totalMinor / (1 + rate)),
    taxRate: rate,
    taxTitle: title,
    taxesIncluded: true,
    totalMinor,
    transactions:
      totalMinor === 0
        ? []
        : [
            {
              id: state.nextId(shop.domain, "transaction"),
              kind: "SALE",
              status: "SUCCESS",
              gateway: "shopify_payments",
              amountMinor: totalMinor,
              parentId: null,
              processedAt: at,
              errorCode: null,
            },
          ],
    refunds: [],
    tags: input.tags,
    sourceName: input.sourceName,
    fulfillmentStatus: input.lines.some((line) => line.requiresShipping)
      ? "UNFULFILLED"
      : "FULFILLED",
    shippingAddress: contract?.deliveryAddress ?? customer?.address ?? null,
    contractId: input.contractId,
  };
}

/** Stores an order that has been built, and tells the app of it, of its payment, and that it is paid. */
export function announceOrder(devstore: Devstore, shop: DevShop, order: DevOrder): DevOrder {
  const { state, webhooks } = devstore;
  state.put(shop.domain, "order", order);
  webhooks.enqueue(shop.domain, "orders/create", orderPayload(order));
  for (const transaction of order.transactions) {
    const payload = transactionPayload(order, transaction);
    webhooks.enqueue(shop.domain, "order_transactions/create", payload);
  }
  webhooks.enqueue(shop.domain, "orders/paid", orderPayload(order));
  return order;
}

/** Stores a paid order and tells the app that it was made and paid. */
export function recordOrder(devstore: Devstore, shop: DevShop, input: NewOrder): DevOrder {
  const order = buildPaidOrder(devstore, shop, input);
  return announceOrder(devstore, shop, order);
}
