export interface DiscountItems {
  all: boolean;
  productIds: number[];
  variantIds: number[];
}

export type CodeDiscountEffect =
  | {
      type: "basic";
      /** A share of 1, as the platform keeps it, or an amount. */
      value:
        | { type: "percentage"; percentage: number }
        | { type: "amount"; amountMinor: number; appliesOnEachItem: boolean };
      items: DiscountItems;
      appliesOnOneTimePurchase: boolean;
      appliesOnSubscription: boolean;
    }
  | {
      type: "bxgy";
      buys: { quantity: number | null; amountMinor: number | null; items: DiscountItems };
      gets: {
        quantity: number;
        effect:
          | { type: "percentage"; percentage: number }
          | { type: "amount"; amountMinor: number };
        items: DiscountItems;
      };
      usesPerOrderLimit: number | null;
    }
  | {
      type: "free_shipping";
      maximumShippingMinor: number | null;
      appliesOnOneTimePurchase: boolean;
      appliesOnSubscription: boolean;
    };

export interface DevDiscountCode {
  id: number;
  title: string;
  code: string;
  effect: CodeDiscountEffect;
  startsAt: string;
  endsAt: string | null;
  /** Null lets everybody use it. */
  customerIds: number[] | null;
  minimumSubtotalMinor: number | null;
  minimumQuantity: number | null;
  usageLimit: number | null;
  appliesOncePerCustomer: boolean;
  recurringCycleLimit: number | null;
  combinesWith: { order: boolean; product: boolean; shipping: boolean };
  tags: string[];
  usageCount: number;
  usedByCustomerIds: number[];
  createdAt: string;
  updatedAt: string;
}

/** What the platform calls the discount at the instant `now`. */
export function discountCodeStatus(
  discount: Pick<DevDiscountCode, "startsAt" | "endsAt">,
  now: Date,
): "ACTIVE" | "EXPIRED" | "SCHEDULED" {
  if (discount.endsAt !== null && Date.parse(discount.endsAt) <= now.getTime()) return "EXPIRED";
  return Date.parse(discount.startsAt) > now.getTime() ? "SCHEDULED" : "ACTIVE";
}

/** A share off every one-time purchase, for everybody and without an end, that combines with nothing. */
export function newPercentageDiscount(
  title: string,
  percentage: number,
  now: Date,
): Omit<DevDiscountCode, "id"> {
  const at = now.toISOString();
  return {
    title,
    code: title,
    effect: {
      type: "basic",
      value: { type: "percentage", percentage },
      items: { all: true, productIds: [], variantIds: [] },
      appliesOnOneTimePurchase: true,
      appliesOnSubscription: false,
    },
    startsAt: at,
    endsAt: null,
    customerIds: null,
    minimumSubtotalMinor: null,
    minimumQuantity: null,
    usageLimit: null,
    appliesOncePerCustomer: false,
    recurringCycleLimit: null,
    combinesWith: { order: false, product: false, shipping: false },
    tags: [],
    usageCount: 0,
    usedByCustomerIds: [],
    createdAt: at,
    updatedAt: at,
  };
}
