import type { BillingPolicy, DeliveryPolicy } from "./contract.ts";

export interface DevVariant {
  id: number;
  title: string;
  sku: string | null;
  priceMinor: number;
  requiresShipping: boolean;
  taxable: boolean;
  inventoryQuantity: number;
}

export interface DevProduct {
  id: number;
  title: string;
  handle: string;
  vendor: string;
  productType: string;
  descriptionHtml: string;
  tags: string[];
  status: "ACTIVE" | "DRAFT" | "ARCHIVED";
  variants: DevVariant[];
  /** Absent where it is none. */
  isGiftCard?: true;
  createdAt: string;
  updatedAt: string;
}

export interface SellingPlanPricing {
  adjustmentType: "PERCENTAGE" | "FIXED_AMOUNT" | "PRICE";
  /** Percent, or minor units for the two money kinds. */
  adjustmentValue: number;
  /** Null is the fixed policy; a number the recurring one which starts after that cycle. */
  afterCycle: number | null;
}

export interface DevSellingPlan {
  id: number;
  name: string;
  /** By locale; absent where the merchant has translated nothing. */
  nameTranslations?: Record<string, string>;
  description: string | null;
  options: string[];
  position: number;
  category: "SUBSCRIPTION" | "PRE_ORDER" | "TRY_BEFORE_YOU_BUY" | "OTHER" | null;
  billingPolicy: BillingPolicy;
  deliveryPolicy: DeliveryPolicy;
  pricing: SellingPlanPricing[];
  createdAt: string;
}

export interface DevSellingPlanGroup {
  id: number;
  name: string;
  merchantCode: string;
  /** Set by the app which made the group, for its own use. */
  appId: string | null;
  description: string | null;
  options: string[];
  position: number | null;
  plans: DevSellingPlan[];
  productIds: number[];
  variantIds: number[];
  /** Made by another app, which alone sees and changes it. */
  isOfOtherApp?: boolean;
  createdAt: string;
}

/** Products that the merchant has put together by hand. */
export interface DevCollection {
  id: number;
  title: string;
  handle: string;
  productIds: number[];
  updatedAt: string;
}
