import type { Devstore } from "../devstore.ts";
import type { DevOrder, DevOrderLine } from "../state/order.ts";
import { type Presentment, toPresentment } from "../state/presentment.ts";
import type { DevShop } from "../state/shop.ts";
import { orderPayload } from "../webhooks/order-payload.ts";
import { transactionPayload } from "../webhooks/transaction-payload.ts";
import { netOfLine, type TaxOverride, taxesOn, taxTermsOf } from "./figures/order-taxes.ts";
import { type Tender, takePayment } from "./take-payment.ts";

/** What an order has beside goods and delivery, and how it is taxed and paid where that is not the usual. */
export interface OrderExtras {
  tipMinor?: number | undefined;
  dutiesMinor?: number | undefined;
  feesMinor?: number | undefined;
  tax?: TaxOverride | undefined;
  tenders?: Tender[] | undefined;
}

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
  extras?: OrderExtras | undefined;
  /** What the shopper pays in; the shop's currency unless said. */
  presentment?: Presentment | undefined;
  /** What a contract asks for goods and delivery, in the currency that the shopper pays in. */
  agreedMinor?: number | undefined;
}

/** The order once it is paid; `recordOrder` sends its webhooks. */
export function buildPaidOrder(devstore: Devstore, shop: DevShop, input: NewOrder): DevOrder {
  const { state } = devstore;
  const { tipMinor = 0, dutiesMinor = 0, feesMinor = 0, tax, tenders } = input.extras ?? {};
  const customer =
    input.customerId === null ? undefined : state.get(shop.domain, "customer", input.customerId);
  const contract =
    input.contractId === null ? undefined : state.get(shop.domain, "contract", input.contractId);
  const at = input.at.toISOString();
  const subtotalMinor = input.lines.reduce((sum, line) => sum + netOfLine(line), 0);
  const terms = taxTermsOf(shop, tax);
  const taxes = taxesOn(input.lines, input.shippingMinor, terms);
  const totalMinor =
    subtotalMinor +
    input.shippingMinor +
    (terms.included ? 0 : taxes.taxMinor) +
    tipMinor +
    dutiesMinor +
    feesMinor;
  const lines = input.lines.map((line, at) => ({ ...line, taxMinor: taxes.byLine[at] ?? 0 }));
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
    ...(input.presentment &&
      input.presentment.currency !== shop.currency && {
        presentment: input.presentment,
        ...(input.agreedMinor !== undefined && {
          presentmentTotalMinor:
            input.agreedMinor +
            (terms.included ? 0 : toPresentment(taxes.taxMinor, shop.currency, input.presentment)),
        }),
      }),
    lines: [...lines, ...(tipMinor > 0 ? [tipLine(tipMinor)] : [])].map((line) => {
      return { ...line, id: state.nextId(shop.domain, "lineItem") };
    }),
    discountCodes: input.discountCodes,
    subtotalMinor,
    shippingMinor: input.shippingMinor,
    ...(input.shippingDiscountMinor && { shippingDiscountMinor: input.shippingDiscountMinor }),
    shippingTaxMinor: taxes.shippingTaxMinor,
    ...(dutiesMinor > 0 && { dutiesMinor }),
    ...(feesMinor > 0 && { feesMinor }),
    ...(input.attributes?.length && { attributes: input.attributes }),
    taxMinor: taxes.taxMinor,
    taxRate: terms.rate,
    taxTitle: terms.title,
    taxesIncluded: terms.included,
    totalMinor,
    transactions: takePayment(devstore, shop, totalMinor, { tenders, at }),
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

/** The platform shows a tip as a line without goods. */
function tipLine(tipMinor: number): Omit<DevOrderLine, "id"> {
  return {
    productId: null,
    variantId: null,
    title: "Tip",
    variantTitle: null,
    sku: null,
    quantity: 1,
    unitPriceMinor: tipMinor,
    discountMinor: 0,
    sellingPlanId: null,
    sellingPlanName: null,
    contractId: null,
    requiresShipping: false,
    taxMinor: 0,
    isTip: true,
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
