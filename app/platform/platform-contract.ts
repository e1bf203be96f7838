import type { Anchor } from "#app/lib/anchor.ts";

export type ContractActor = "customer" | "merchant" | "partner";

export type PlatformContractStatus = "active" | "paused" | "cancelled" | "expired" | "failed";

export type IntervalUnit = "day" | "week" | "month" | "year";

export interface PlatformContract {
  contractId: number;
  customerId: number | null;
  status: PlatformContractStatus;
  currency: string;
  /** Grows with every change of the contract. */
  revisionId: string;
  nextBillingAt: Date | null;
  interval: { unit: IntervalUnit; count: number };
  deliveryInterval: { unit: IntervalUnit; count: number };
  /** The days on which it is always charged; empty when its charges are counted from the first one. */
  billingAnchors: Anchor[];
  /** Sum of the lines' prices for one cycle, before contract discounts. */
  priceMinor: number;
  /** Of one cycle, before discounts. */
  deliveryMinor: number;
  lines: PlatformContractLine[];
  discounts: PlatformContractDiscount[];
  /** The latest order of the contract: what was charged, and when. */
  lastCharge: { amountMinor: number; currency: string; at: Date } | null;
  /** True while the latest billing attempt has neither succeeded nor failed. */
  chargeRunning: boolean;
  /** The platform's name of what is charged; null when nothing can be. */
  paymentMethod: string | null;
  /** The card behind it; null for what is no card, and where the platform does not show it. */
  card: PlatformCard | null;
  originOrderId: number | null;
  /** What this app called its creation; null for a contract that a checkout made. */
  creationKey: string | null;
  createdAt: Date;
  updatedAt: Date;
}

/** An order that a charge of a contract has made. */
export interface PlatformContractOrder {
  orderId: number;
  /** Whether anything came off it; true where the platform does not say. */
  isDiscounted: boolean;
}

export interface PlatformCard {
  /** As the card's network writes itself, for example "Visa". */
  brand: string;
  lastDigits: string;
  /** 1 to 12: the last month in which it can be used. */
  expiryMonth: number;
  /** With four digits. */
  expiryYear: number;
}

export interface PlatformContractLine {
  lineGid: string;
  title: string;
  /** Null where the product has one variant alone. */
  variantTitle: string | null;
  /** A small picture of the variant or of its product. */
  imageUrl: string | null;
  quantity: number;
  /** Of one piece, before discounts. */
  priceMinor: number;
  /** Of all pieces in the next cycle, after every discount. */
  discountedMinor: number;
  sellingPlanId: number | null;
  sellingPlanName: string | null;
  /**
   * What one piece was to cost after so many charges, when it was bought: a note for the app, the platform changes no price
   * by itself. The price of the first charge is among them, after 0.
   */
  priceSteps: { afterCycle: number; priceMinor: number }[];
}

export interface PlatformContractDiscount {
  gid: string;
  title: string;
  targetType: "LINE_ITEM" | "SHIPPING_LINE";
  recurringCycleLimit: number | null;
  usageCount: number;
  appliesOnEachItem: boolean;
  value: DiscountValue;
}

/** A percentage is a whole number from 0 to 100, as the platform takes it on a contract. */
export type DiscountValue =
  | { kind: "percentage"; percentage: number }
  | { kind: "fixed_amount"; amountMinor: number; currency: string };

export type ContractChange =
  | {
      kind: "add_discount";
      title: string;
      value: DiscountValue;
      /** Null for all cycles to come. */
      recurringCycleLimit: number | null;
      /** Gid of one that comes off in the same step. */
      replaces?: string;
    }
  | {
      /** One piece of a product that costs nothing, in every cycle until its line is taken off. */
      kind: "add_free_line";
      productId: number;
    }
  | {
      /** Of charges and deliveries: a prepaid contract refuses it. */
      kind: "change_interval";
      interval: { unit: IntervalUnit; count: number };
      nextBillingAt: Date | null;
      /** Left out, those that the contract has are kept where the unit stays: a day of the month means nothing to a week. */
      fixedDays?: FixedDays | null;
    }
  | {
      /** Of one piece, from the next charge on. */
      kind: "set_prices";
      prices: { lineGid: string; priceMinor: number }[];
      currency: string;
      /** Null leaves the present date. */
      nextBillingAt: Date | null;
    };

/** The days on which a contract is charged and delivered, as the platform writes them: they are given back as they were. */
export type FixedDays = Record<"billing" | "delivery", FixedDay[]>;

/** No interface, so that it is JSON to the database. */
type FixedDay = {
  type: "WEEKDAY" | "MONTHDAY" | "YEARDAY";
  day: number;
  month: number | null;
  cutoffDay: number | null;
};

export interface ContractDraft {
  /** The platform's gid of the draft. Keep it: it makes the commit repeatable. */
  draftId: string;
  /** Gid that the discount will have once committed; null unless the change adds one. */
  discountGid: string | null;
  /** Gid that the line will have once committed; null unless the change adds one. */
  lineGid: string | null;
  /** What the change takes off the contract; left out where it has no fixed days, and where it keeps them. */
  lostDays?: FixedDays | null;
}

/** Empty where nothing is known. */
export interface DeliveryAddress {
  firstName: string;
  lastName: string;
  company: string;
  address1: string;
  address2: string;
  city: string;
  zip: string;
  provinceCode: string;
  /** Two capitals, ISO 3166. */
  countryCode: string;
}

/** A way to pay that a customer has left with the store. */
export interface PlatformPaymentMethod {
  id: string;
  isRevoked: boolean;
}
