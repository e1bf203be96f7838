import type { Fraction } from "#app/lib/fraction.ts";

/** What of a paid order counts, in minor units of the store's currency. */
export interface LoyaltyOrder {
  id: bigint;
  /** As people call it, for example `#1042`. */
  name: string;
  gid: string;
  /** What money has paid for its goods that were kept, without tax. */
  netMinor: number;
  fulfilledAt: Date | null;
  isRenewal: boolean;
  products: readonly {
    productId: number | null;
    /** Its part of the order's, exactly. */
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
    /** What its own goods come to, of the order's. */
    netMinor: number;
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

interface PlainFact {
  readonly kind: PlainFactKind;
  /** Tells the fact from the customer's others of its kind. */
  readonly key: string;
  readonly at: Date;
  readonly data: Readonly<Record<string, unknown>>;
}

/** Something that a customer did, and by which rules count. */
export type Fact = OrderFact | PlainFact;
export type FactKind = Fact["kind"];
