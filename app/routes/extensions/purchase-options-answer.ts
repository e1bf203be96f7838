/**
 * What the extension on the platform's product pages is answered. Ids are texts, the platform's as it writes them;
 * amounts are decimal texts of their `currency`.
 */
export interface PurchaseOptions {
  productTitle: string;
  /** Null for a product. */
  variantTitle: string | null;
  groups: OfferedGroup[];
}

export interface OfferedGroup {
  id: string;
  /** `gid://shopify/SellingPlanGroup/…`. */
  platformId: string;
  name: string;
  kind: "membership" | "product";
  /** `this` product or variant has it; a variant has what its `product` has; a product's `variants` may have it. */
  offeredWith: "this" | "product" | "variants" | "nothing";
  plans: OfferedPlan[];
}

interface OfferedInterval {
  unit: "day" | "week" | "month" | "year";
  count: number;
}

export interface OfferedPlan {
  /** `gid://shopify/SellingPlan/…`. */
  platformId: string;
  name: string;
  /** Null when the plan does not renew. */
  interval: OfferedInterval | null;
  /** How often a prepaid plan delivers; null where each charge brings its own delivery. */
  deliveryInterval: OfferedInterval | null;
  /** Null where it follows rules that the app does not write. */
  price: { discount: OfferedDiscount | null; cycles: number | null } | null;
  trial: { days: number; fee: string; currency: string } | null;
}

export type OfferedDiscount =
  | { kind: "percentage"; percentage: number }
  | { kind: "fixed_amount" | "fixed_price"; amount: string; currency: string };
