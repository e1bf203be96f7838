export interface DiscountItems {
  all: boolean;
  productIds: number[];
  variantIds: number[];
  /** Absent where none is meant; never beside products or variants. */
  collectionIds?: number[];
}

export type DiscountClass = "order" | "product" | "shipping";

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
      buys: {
        quantity: number | null;
        amountMinor: number | null;
        items: DiscountItems;
        /** Which purchases count; absent means those without a plan, as the platform has it. */
        oneTime?: boolean;
        subscription?: boolean;
      };
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
      /** Codes of the countries that it delivers to; absent means everywhere. */
      countries?: string[];
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
  /** How many orders of a contract it lowers: 0 means all of them, null means 1. */
  recurringCycleLimit: number | null;
  combinesWith: Record<DiscountClass, boolean>;
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

/** Discounts of one class are allowed beside another discount, or not, all together. */
export function discountClassOf({ effect }: Pick<DevDiscountCode, "effect">): DiscountClass {
  if (effect.type === "free_shipping") return "shipping";
  return effect.type === "basic" && effect.items.all ? "order" : "product";
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
