import type { Fraction } from "#app/lib/fraction.ts";

/** What of a paid order counts, in minor units of the store's currency. */
export interface LoyaltyOrder {
  id: bigint;
  /** As people call it, for example `#1042`. */
  name: string;
  gid: string;
  /** What money has paid for its goods that were kept, without tax; nothing where the order is in another currency than the store's. */
  netMinor: number;
  /** Whether money has paid for goods that were kept, in whichever currency: what counts orders, not amounts, asks this. */
  isPurchase: boolean;
  /** Whether the order is in the store's currency, so that it counts for its amount. */
  hasAmount: boolean;
  fulfilledAt: Date | null;
  isRenewal: boolean;
  products: readonly {
    productId: number | null;
    /** Its part of what was paid for the order's goods, exactly, in the order's own currency. */
    net: Fraction;
    /** In which collections it was when the order was placed, of those that rules name. */
    collectionIds?: readonly number[];
  }[];
  /** The contracts that it began or renewed. */
  contracts: readonly {
    kind: "membership" | "product";
    planId: bigint | null;
    planGroupId: bigint | null;
    isFirst: boolean;
    /** Whether money has paid for its own goods, and they were kept. */
    isPurchase: boolean;
  }[];
}

/** Kinds of what customers do beside ordering. */
export type PlainFactKind =
  | "account"
  | "action"
  | "anniversary"
  | "birthday"
  | "email_consent"
  /** The merchant put the customer into a tier; `data` has `tier_id`. */
  | "placed_in_tier"
  | "receipt"
  | "referral"
  | "referred"
  | "review"
  | "sms_consent"
  | "social"
  | "tag"
  /** A tag was added or taken off; `data` has `tag` and `is_on`. */
  | "tag_change";

interface OrderFact {
  readonly kind: "order";
  readonly key: string;
  /** When the order was placed. */
  readonly at: Date;
  readonly order: LoyaltyOrder;
}

export interface PlainFact {
  readonly kind: PlainFactKind;
  /** Tells the fact from the customer's others of its kind. */
  readonly key: string;
  readonly at: Date;
  readonly data: Readonly<Record<string, unknown>>;
}

/** Something that a customer did, and by which rules count. */
export type Fact = OrderFact | PlainFact;
export type FactKind = Fact["kind"];
