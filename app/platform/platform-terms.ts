import type {
  ContractActor,
  DeliveryAddress,
  FixedDays,
  IntervalUnit,
  PlatformContract,
} from "./platform-contract.ts";
import type { PlanDiscount } from "./platform-plan-group.ts";

/** What the owner of a contract changes of it: all of it in one draft, and of one state of the contract. */
export interface TermsChange {
  /** The state that is meant: of any other the platform's failure is `STALE_CONTRACT`. */
  revisionId: string;
  currency: string;
  /** Null leaves what is there, as every part of a line that is left out. */
  interval: { unit: IntervalUnit; count: number } | null;
  nextBillingAt: Date | null;
  delivery: ContractDelivery | null;
  lines: LineChange[];
}

export interface LineChange {
  lineGid: string;
  quantity?: number;
  variantId?: number;
  /** Of one piece. */
  priceMinor?: number;
  plan?: { planId: number; name: string };
  pricing?: LinePricing;
}

/** What one piece costs over the charges, as the contract notes it for the app. */
export interface LinePricing {
  /** Before the plan's discount. */
  baseMinor: number;
  steps: { afterCycle: number; discount: PlanDiscount; priceMinor: number }[];
}

/** A contract with what its owner may change of it, all of one moment. */
export interface ContractTerms {
  contract: PlatformContract;
  /** Null where nothing is shipped, and where the store does not show the address to this app. */
  delivery: ContractDelivery | null;
  /** What the merchant, or the shopper at the checkout, wrote to it. */
  note: string | null;
  attributes: ContractAttribute[];
  fixedDays: FixedDays;
  /** Beside the contract's own lines, in the same order. */
  lines: TermsLine[];
}

/** A name and a text, such as an engraving that was ordered; the platform copies them onto the orders. */
interface ContractAttribute {
  key: string;
  value: string;
}

export interface TermsLine {
  lineGid: string;
  productId: number | null;
  variantId: number | null;
  requiresShipping: boolean;
  /** Of one piece without the plan's discount; null where the line has no note of it. */
  baseMinor: number | null;
  attributes: ContractAttribute[];
}

/** One of a product's variants, as the store sells it now. Money is the store's. */
export interface ProductVariant {
  variantId: number;
  /** Null where the product has one variant alone. */
  title: string | null;
  imageUrl: string | null;
  priceMinor: number;
  isAvailable: boolean;
}

/** With a number for the carrier. */
export interface ContractAddress extends DeliveryAddress {
  phone: string;
}

/** How goods are shipped. The platform replaces it as a whole: what is left out is gone. */
export interface ContractDelivery {
  address: ContractAddress;
  /** Null where none was chosen. */
  option: DeliveryOption | null;
}

/** The way of delivery that was chosen at the checkout, as the contract's orders name it to who packs them. */
export interface DeliveryOption {
  code: string | null;
  title: string | null;
  presentmentTitle: string | null;
  description: string | null;
}

/** A contract that this app makes: of another app, or one that has ended and begins again. Money is the store's. */
export interface NewContract {
  /** Tells this creation apart from every other, so that it can be found again. */
  key: string;
  /** Who wishes it, for the platform's own record. */
  actor: ContractActor;
  customerId: number;
  currency: string;
  /** Charges nothing until it is resumed. */
  isPaused: boolean;
  /** Between charges. */
  interval: { unit: IntervalUnit; count: number };
  deliveryInterval: { unit: IntervalUnit; count: number };
  /** Left out for none. */
  fixedDays?: FixedDays;
  /** In the future. */
  nextBillingAt: Date;
  /** One of the customer's, which was not revoked. */
  paymentMethodId: string;
  note: string | null;
  attributes: ContractAttribute[];
  lines: NewContractLine[];
  /** Of one cycle. */
  deliveryMinor: number;
  /** Null for what is not shipped. */
  delivery: ContractDelivery | null;
}

export interface NewContractLine {
  /** Null for what no plan sells. */
  plan: { planId: number; name: string } | null;
  variantId: number;
  quantity: number;
  /** Of one piece. */
  priceMinor: number;
  pricing: LinePricing | null;
  attributes: ContractAttribute[];
}
