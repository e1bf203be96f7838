import type { DevAddress } from "./customer.ts";

export type ContractStatus = "ACTIVE" | "PAUSED" | "CANCELLED" | "EXPIRED" | "FAILED";
export type IntervalUnit = "DAY" | "WEEK" | "MONTH" | "YEAR";

export interface DevAnchor {
  type: "WEEKDAY" | "MONTHDAY" | "YEARDAY";
  day: number;
  month: number | null;
  cutoffDay: number | null;
}

export interface BillingPolicy {
  interval: IntervalUnit;
  intervalCount: number;
  minCycles: number | null;
  maxCycles: number | null;
  anchors: DevAnchor[];
}

export interface DeliveryPolicy {
  interval: IntervalUnit;
  intervalCount: number;
  anchors: DevAnchor[];
}

export interface PricingPolicy {
  basePriceMinor: number;
  cycleDiscounts: {
    afterCycle: number;
    adjustmentType: "FIXED_AMOUNT" | "PERCENTAGE" | "PRICE";
    /** Percent, or minor units for the two money kinds. */
    adjustmentValue: number;
    computedPriceMinor: number;
  }[];
}

export interface DevAttribute {
  key: string;
  value: string | null;
}

export interface DevLine {
  /** UUID, as in gid://shopify/SubscriptionLine/<id>. */
  id: string;
  productId: number | null;
  variantId: number | null;
  title: string;
  variantTitle: string | null;
  sku: string | null;
  quantity: number;
  /** Price of one piece before discounts. */
  currentPriceMinor: number;
  sellingPlanId: number | null;
  sellingPlanName: string | null;
  pricingPolicy: PricingPolicy | null;
  customAttributes: DevAttribute[];
  requiresShipping: boolean;
  taxable: boolean;
}

export type DiscountValue =
  | { type: "percentage"; percentage: number }
  | { type: "fixed_amount"; amountMinor: number; appliesOnEachItem: boolean };

export interface DevDiscount {
  /** UUID, as in gid://shopify/SubscriptionManualDiscount/<id>. */
  id: string;
  /** "code" is a redeemed discount code, "manual" what an app added. */
  kind: "manual" | "code";
  title: string;
  redeemCode: string | null;
  targetType: "LINE_ITEM" | "SHIPPING_LINE";
  value: DiscountValue;
  /** Null entitles every line. */
  entitledLineIds: string[] | null;
  /** Null means for as long as the contract lives. */
  recurringCycleLimit: number | null;
  usageCount: number;
  rejectionReason: string | null;
}

/**
 * From cycle `fromIndex` on, cycles end whole intervals from `anchorAt`, which is the end of cycle
 * `anchorIndex`. All are counted from there, so that a contract of the 31st does not slip to the 28th.
 */
export interface ScheduleSegment {
  fromIndex: number;
  anchorAt: string;
  /** Index 0 ends, so to speak, when the contract starts. */
  anchorIndex: number;
  interval: IntervalUnit;
  intervalCount: number;
  /** Days on which cycles end instead, one after another; none where they are left out. */
  anchors?: DevAnchor[];
}

/** Changes of a single billing cycle. */
export interface CycleEdit {
  index: number;
  skipped: boolean;
  billingDate: string | null;
  /** Terms which hold for this cycle's order only, when the cycle's contract was edited. */
  terms: ContractTerms | null;
}

/** How goods are shipped. */
export interface ShippingOption {
  code: string | null;
  title: string | null;
  presentmentTitle: string | null;
  description: string | null;
}

/** The part of a contract which a draft may change. */
export interface ContractTerms {
  status: ContractStatus;
  nextBillingDate: string | null;
  billingPolicy: BillingPolicy;
  deliveryPolicy: DeliveryPolicy;
  deliveryPriceMinor: number;
  /** Where its goods go; absent where nothing is shipped. */
  deliveryAddress?: DevAddress | null;
  /** As the checkout offered it; absent where none was chosen. */
  shippingOption?: ShippingOption | null;
  paymentMethodId: string | null;
  lines: DevLine[];
  discounts: DevDiscount[];
  note: string | null;
  customAttributes: DevAttribute[];
}

export interface DevContract extends ContractTerms {
  id: number;
  /** Made by another app, or bought by its plans: this app neither sees it nor hears of it. */
  isOfOtherApp?: boolean;
  customerId: number;
  currency: string;
  originOrderId: number | null;
  lastPaymentStatus: "SUCCEEDED" | "FAILED" | null;
  lastBillingAttemptErrorType:
    | "PAYMENT_ERROR"
    | "CUSTOMER_ERROR"
    | "INVENTORY_ERROR"
    | "OTHER"
    | null;
  schedule: ScheduleSegment[];
  cycleEdits: CycleEdit[];
  /** Grows with every change; a draft remembers the one it was made from. */
  revision: number;
  createdAt: string;
  updatedAt: string;
}

export interface DevDraft extends ContractTerms {
  id: number;
  contractId: number;
  customerId: number;
  currency: string;
  basedOnRevision: number;
  /** Set on a draft which edits one billing cycle's contract. */
  cycleIndex: number | null;
  /** Discounts which the draft took off, so that they can be answered by name. */
  removedDiscounts: DevDiscount[];
  committedAt: string | null;
  createdAt: string;
}

export type AttemptState =
  | { type: "pending" }
  | { type: "success"; orderId: number }
  /** `nextActionUrl` is its path on the shop. */
  | { type: "action_required"; nextActionUrl: string }
  | { type: "failed"; errorKind: "payment" | "inventory" | "general" | "unexpected"; code: string };

export interface DevBillingAttempt {
  id: number;
  contractId: number;
  idempotencyKey: string;
  cycleIndex: number;
  originTime: string | null;
  state: AttemptState;
  createdAt: string;
  completedAt: string | null;
}

/** The outcome of the next charge of a contract, as set by the controls. */
export interface NextPayment {
  id: number;
  contractId: number;
  result: string;
}
