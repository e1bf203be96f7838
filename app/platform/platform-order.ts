/** A dispute as the list of them tells it. */
export interface PlatformDisputeState {
  disputeId: number;
  orderId: number;
  /** As the platform calls it, in lower case: `needs_response`, `won`, … */
  status: string;
}

/** An order in the store's own currency, as whoever counts its credit needs it. */
export interface PlatformOrder {
  orderId: number;
  /** As people call it, for example `#1042`. */
  name: string;
  currency: string;
  cancelledAt: Date | null;
  /** What it cost after discounts, before refunds. */
  totalMinor: number;
  /** What of it was never paid, before refunds: items that were added and wait for their payment. */
  unpaidMinor: number;
  taxesIncluded: boolean;
  /** Its goods. */
  lines: PlatformSoldLine[];
  /** The codes it used, and what each took off its goods. */
  discountCodes: { code: string; amountMinor: number }[];
  /** Oldest first. */
  refunds: PlatformRefund[];
}

/** What is kept of an order, in the store's own currency. */
export interface PlatformOrderFacts {
  orderId: number;
  /** As people call it, for example `#1042`. */
  name: string;
  /** True where the platform hid fields that the app is not approved for: their null says nothing. */
  isPartial: boolean;
  /** Null for a guest. */
  customerId: number | null;
  email: string | null;
  /** On the order's addresses. */
  customerName: string | null;
  countryCode: string | null;
  province: string | null;
  createdAt: Date;
  /** When it was placed, which an import from another system may date back. */
  processedAt: Date;
  updatedAt: Date;
  cancelledAt: Date | null;
  /** When the last of it was sent, or when it was placed where nothing had to be; null while something is to be sent. */
  fulfilledAt: Date | null;
  /** When each of its parcels was sent, earliest first, without those that were called back. */
  sentAt: Date[];
  isTest: boolean;
  /** As the platform calls it, in lower case: `paid`, `partially_refunded`, `voided`, … */
  financialStatus: string;
  currency: string;
  /** What it cost when it was placed. */
  totalMinor: number;
  /** Of its goods, after discounts. */
  subtotalMinor: number;
  taxMinor: number;
  discountMinor: number;
  /** What was paid for delivery, after discounts. */
  deliveryMinor: number;
  /** Whether its prices hold the tax. */
  taxesIncluded: boolean;
  /** All that was paid beside the goods: delivery with its tax, tips, duties and fees. */
  besideMinor: number;
  /** The total as the customer saw it. */
  presentment: { currency: string; totalMinor: number };
  gateways: string[];
  /** The sales channel's name. */
  channel: string | null;
  /** What the cart carried beside its goods. */
  attributes: { key: string; value: string | null }[];
  /** Codes it used, and what each took off goods and delivery. */
  discountCodes: { code: string; amountMinor: number }[];
  /** Its goods: a tip, which the platform lists among them, is none. */
  lines: PlatformOrderLine[];
  transactions: PlatformTransaction[];
  refunds: PlatformRefund[];
  disputes: PlatformDispute[];
}

/** What a line of an order costs. */
export interface PlatformSoldLine {
  lineId: number;
  /** All pieces, also those that came back. */
  quantity: number;
  isGiftCard: boolean;
  /** Of all pieces, before discounts. */
  totalMinor: number;
  /** What is left of it after each discount, the order's as well as its own. */
  paidMinor: number;
  /** Part of `paidMinor` where prices hold the tax, otherwise beside it. */
  taxMinor: number;
  /** What came off, by the code or the title of the discount; neither is known of an automatic one. */
  discounts: { code: string | null; title: string | null; amountMinor: number }[];
}

interface PlatformOrderLine extends PlatformSoldLine {
  title: string;
  productId: number | null;
  variantId: number | null;
  sellingPlanId: number | null;
  sellingPlanName: string | null;
  /** The contract of this app that the line began or renewed. */
  contractId: number | null;
  /** Whether the order began that contract. */
  beganContract: boolean;
}

interface PlatformTransaction {
  transactionId: number;
  /** In lower case: `sale`, `refund`, `capture`, `void`, … */
  kind: string;
  /** In lower case: `success`, `failure`, `pending`, `error`, … */
  status: string;
  gateway: string | null;
  amountMinor: number;
  processedAt: Date | null;
  errorCode: string | null;
}

interface PlatformDispute {
  disputeId: number;
  /** In lower case: `chargeback` or `inquiry`. */
  kind: string;
  /** In lower case: `needs_response`, `under_review`, `won`, `lost`, … */
  status: string;
  /** Null where the store has not granted disputes. */
  details: {
    reason: string;
    amountMinor: number;
    currency: string;
    initiatedAt: Date;
    finalizedAt: Date | null;
  } | null;
}

export type PlatformExport =
  | { state: "running" }
  /** `url` is null when nothing was found. It can be fetched for a week. */
  | { state: "completed"; found: number; url: string | null }
  | { state: "failed"; reason: string };

/** What was paid back of an order, and what came back with it. */
export interface PlatformRefund {
  refundId: number;
  createdAt: Date;
  /** Money that was paid back, all of it. */
  amountMinor: number;
  /** What it names of delivery and duties, with tax. */
  besideMinor: number;
  /** The pieces it names, by line. `grossMinor` is what they cost, with tax: less, or more, of it may have been paid back. */
  lines: { lineId: number; quantity: number; grossMinor: number }[];
}
