import type { DevAddress } from "./customer.ts";
import type { Presentment } from "./presentment.ts";

export interface DevOrderLine {
  id: number;
  productId: number | null;
  variantId: number | null;
  title: string;
  variantTitle: string | null;
  sku: string | null;
  quantity: number;
  unitPriceMinor: number;
  /** Everything taken off this line, over its whole quantity. */
  discountMinor: number;
  /** How much of that came off by which code; absent where none did. */
  codeDiscounts?: { code: string; amountMinor: number }[];
  /** How much came off by which discount of its contract; absent where none did. */
  contractDiscounts?: { title: string; amountMinor: number }[];
  sellingPlanId: number | null;
  sellingPlanName: string | null;
  contractId: number | null;
  requiresShipping: boolean;
  /** Its share of the order's tax; absent on orders from before it was kept for each line. */
  taxMinor?: number;
  /** A gift card, or what the shop sells without tax; absent where tax is due. */
  isUntaxed?: true;
  /** Absent where it is none. */
  isGiftCard?: true;
  /** What was given on top: a line without goods, which no subtotal counts. */
  isTip?: true;
}

/** What a code was meant to do, as distinct from what it came to. */
export interface DiscountTerms {
  target: "LINE_ITEM" | "SHIPPING_LINE";
  allocation: "ACROSS" | "EACH";
  selection: "ALL" | "ENTITLED";
  /** Percent, or minor units. */
  value: { percentage: number } | { amountMinor: number };
}

export interface UsedCode {
  code: string;
  amountMinor: number;
  /** Absent on orders from before the terms were kept. */
  terms?: DiscountTerms;
}

export interface DevTransaction {
  id: number;
  kind: "SALE" | "REFUND" | "CAPTURE" | "AUTHORIZATION" | "VOID";
  status: "SUCCESS" | "FAILURE" | "PENDING" | "ERROR";
  gateway: string;
  amountMinor: number;
  parentId: number | null;
  processedAt: string;
  errorCode: string | null;
}

/** What a part of an order costs. The tax is in the subtotal where the order's taxes are included. */
export interface PartSum {
  subtotalMinor: number;
  taxMinor: number;
}

/** Pieces that came back. The sums are absent on refunds from before they were kept. */
export interface RefundedLine extends Partial<PartSum> {
  lineId: number;
  quantity: number;
}

export interface DevRefund {
  id: number;
  amountMinor: number;
  note: string | null;
  transactionIds: number[];
  /** The pieces that were given back with it; absent when it was an amount alone. */
  lines?: RefundedLine[];
  /** What of the delivery was given back; absent when nothing. */
  delivery?: PartSum;
  dutiesMinor?: number;
  /**
   * What the merchant kept of the parts' price, negative where more was paid back. Absent on refunds from before it
   * was kept: it was the whole difference then.
   */
  adjustmentMinor?: number;
  /** The money is on its way and has not arrived. */
  pending?: true;
  /** When money that was on its way arrived. */
  settledAt?: string;
  createdAt: string;
}

/** What was sent at once. */
export interface DevFulfillment {
  id: number;
  createdAt: string;
  lines: { lineId: number; quantity: number }[];
}

export interface DevOrder {
  id: number;
  /** Without the sign: 1042 is shown as "#1042". */
  number: number;
  customerId: number | null;
  email: string | null;
  customerLocale: string | null;
  createdAt: string;
  processedAt: string;
  updatedAt: string;
  cancelledAt: string | null;
  cancelReason: string | null;
  /** The shop's, of all amounts here. */
  currency: string;
  /** What the shopper paid in, at the rate of the sale; absent where that is the shop's own currency. */
  presentment?: Presentment;
  /** What the shopper paid for all of it, where a contract says so: what the shop books of that is rounded. */
  presentmentTotalMinor?: number;
  lines: DevOrderLine[];
  discountCodes: UsedCode[];
  subtotalMinor: number;
  /** After discounts. */
  shippingMinor: number;
  /** What a code took off the delivery; absent where none did. */
  shippingDiscountMinor?: number;
  /** The delivery's share of the tax; absent on orders from before it was kept. */
  shippingTaxMinor?: number;
  /** Absent where none are due. */
  dutiesMinor?: number;
  /** Absent where none are due. */
  feesMinor?: number;
  taxMinor: number;
  /** Share of the price, for example 0.19; taxes are included in the prices when `taxesIncluded`. */
  taxRate: number;
  taxTitle: string;
  taxesIncluded: boolean;
  /** With all that was added since, and with what came back. */
  totalMinor: number;
  /** What it came to when it was placed; absent until it is edited. */
  originalTotalMinor?: number;
  transactions: DevTransaction[];
  refunds: DevRefund[];
  tags: string[];
  /** "web" for a checkout, "subscription_contract" for a renewal. */
  sourceName: string;
  fulfillmentStatus: "FULFILLED" | "UNFULFILLED" | "PARTIALLY_FULFILLED";
  /** When all of it was sent at once: how it was kept before `fulfillments`. */
  fulfilledAt?: string;
  /** Absent where nothing was sent yet, or nothing had to be. */
  fulfillments?: DevFulfillment[];
  /** Absent where it is no test. */
  isTest?: true;
  /** What the cart carried beside its goods; absent when nothing. */
  attributes?: { key: string; value: string }[];
  shippingAddress: DevAddress | null;
  /** The contract which this order renewed or created, when there is one. */
  contractId: number | null;
}

export interface DevDispute {
  id: number;
  orderId: number;
  type: "CHARGEBACK" | "INQUIRY";
  status: "NEEDS_RESPONSE" | "UNDER_REVIEW" | "WON" | "LOST" | "ACCEPTED" | "CHARGE_REFUNDED";
  reason: string;
  networkReasonCode: string | null;
  amountMinor: number;
  initiatedAt: string;
  updatedAt: string;
  finalizedOn: string | null;
}

/** What was paid back of an order so far, in minor units. Money on its way does not count. */
export function refundedMinor(order: Pick<DevOrder, "refunds">): number {
  return order.refunds.reduce((sum, { amountMinor, pending }) => {
    return pending ? sum : sum + amountMinor;
  }, 0);
}
