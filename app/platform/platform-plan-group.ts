import type { IntervalUnit } from "./platform-contract.ts";

export interface PlatformPlanGroup {
  groupId: number;
  /** What its creation was called by the one who asked for it; null when nothing was said. */
  key: string | null;
  name: string;
  /** What the group's plans sell: read from the marker this app sets when it creates a group. */
  kind: "membership" | "product";
  plans: PlatformPlan[];
}

/** What a plan is called, and how in other languages: only what the merchant has translated. */
export interface PlatformPlanNames {
  name: string;
  translations: ReadonlyMap<string, string>;
}

export interface PlatformPlan {
  planId: number;
  name: string;
  interval: { unit: IntervalUnit; count: number } | null;
  /** Of a prepaid plan, which is charged once for several deliveries; null where each charge brings its own. */
  deliveryInterval: { unit: IntervalUnit; count: number } | null;
  /** Null when the plan's price follows other rules than those that this app writes. */
  pricing: PlanPricing | null;
  trial: PlanTrial | null;
}

/** How a plan begins: its fee is paid at the checkout, and the first full charge is due after the days. */
export interface PlanTrial {
  days: number;
  /** 0 for a free trial. */
  feeMinor: number;
  currency: string;
}

/** What a plan takes off its products' prices. */
export interface PlanPricing {
  /** Null for the products' own prices. */
  discount: PlanDiscount | null;
  /** For so many charges, from the first; then the products' own prices. Null for all charges. */
  cycles: number | null;
}

/** Money is the store's. A percentage is from 0 to 100, with at most two decimals. */
export type PlanDiscount =
  | { kind: "percentage"; percentage: number }
  | { kind: "fixed_amount"; amountMinor: number; currency: string }
  | { kind: "fixed_price"; amountMinor: number; currency: string };

/** A plan as it is to be: each charge brings its own delivery. Its name tells a group's plans apart. */
export interface PlanTerms {
  name: string;
  interval: { unit: IntervalUnit; count: number };
  pricing: PlanPricing;
  /** Only where `pricing` has no end: the platform takes two prices for a plan, and a trial is one of them. */
  trial: PlanTrial | null;
}

export interface NewPlanGroup {
  /** Tells this creation apart from every other, so that it can be found again. */
  key: string;
  name: string;
  kind: "membership" | "product";
  /** In the order in which shoppers see them. At most 31. */
  plans: PlanTerms[];
  productIds: number[];
}

export interface PlanGroupChange {
  name: string;
  kind: "membership" | "product";
  /** All plans that the group has afterwards, in order. */
  plans: PlanChange[];
  /** Plans of the group that it no longer has afterwards. */
  deletedPlanIds: number[];
}

export interface PlanChange extends PlanTerms {
  /** Null for one that is created. */
  planId: number | null;
  /** It has its interval already: then how it is charged and delivered is not written, and a prepaid plan stays one. */
  keepsInterval?: boolean;
}

/** What the store sells together. */
export interface PlatformCollection {
  collectionId: number;
  title: string;
}

export interface PlatformProduct {
  productId: number;
  title: string;
  /** Whether shoppers can see it. */
  isActive: boolean;
  isGiftCard: boolean;
  /** Of its cheapest variant, in the store's currency. */
  priceMinor: number;
}

/** What plans are offered with: a whole product, or one of its variants. */
export interface PlanCarrier {
  kind: "product" | "variant";
  id: number;
}

/** Which of the app's plan groups a product or a variant is sold with. */
export interface PlanOffers {
  productTitle: string;
  /** Null for a product. */
  variantTitle: string | null;
  groups: PlanOffer[];
}

interface PlanOffer {
  groupId: number;
  /** The group is offered with the whole product. */
  withProduct: boolean;
  /** It is offered with that variant by itself; for a product, with any of its variants. */
  withVariant: boolean;
}

/** What of a product is sold. */
export interface PlatformVariant {
  variantId: number;
  productId: number;
  /** The product's. */
  title: string;
  /** Whether it goes to an address. */
  requiresShipping: boolean;
}
