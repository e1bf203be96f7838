/**
 * What the cancel flow's endpoints below `/apps/service-api/v1/storefront/cancel-flow/{contract_id}` answer.
 * Amounts are integers in the currency's minor unit, dates are `YYYY-MM-DD` in the shop's zone.
 */

export type Unit = "day" | "week" | "month" | "year";

interface DiscountTerms {
  discount_type: "percentage" | "fixed_amount";
  discount_value: number;
  /** Renewals that it lasts; null for all of them. */
  cycles: number | null;
  price_minor: number;
  price_with_offer_minor: number;
  currency: string;
  full_price_from: string | null;
}

interface FrequencyTerms {
  from_count: number;
  from_unit: Unit;
  to_count: number;
  to_unit: Unit;
  next_billing_date: string | null;
}

interface CreditTerms {
  amount_minor: number;
  currency: string;
  expires_on: string | null;
}

/** An offer as a shopper sees it: always with its price, and with exactly the terms of its type. */
export interface OfferView {
  id: number;
  type: "discount_price" | "change_frequency" | "add_store_credits";
  name: string;
  description: string | null;
  discount?: DiscountTerms;
  frequency?: FrequencyTerms;
  credit?: CreditTerms;
}

/** The members of a contract which the flow reads. */
interface ContractView {
  status?: "active" | "paused" | "cancelled";
  next_billing_date?: string | null | undefined;
  ends_on?: string | null;
}

interface LastCharge {
  amount_minor: number;
  currency: string;
  date: string;
}

export interface HelpLink {
  kind: "contact" | "help";
  url: string;
}

/** Any of the endpoints' answers: which members are there depends on which was asked. */
export interface Answer {
  /** HTTP status of a refusal, or 599 when no readable answer came in time; absent on success. */
  failed?: number;
  code?: string | undefined;
  contract?: ContractView;
  flow_id?: string;
  offer?: OfferView | null;
  active_offer?: OfferView | null;
  applied?: OfferView;
  help?: HelpLink | null;
  reference?: string;
  ends_on?: string | null;
  charge_running?: boolean;
  last_charge?: LastCharge | null;
  store_credit_minor?: number;
  currency?: string;
  already_cancelled?: boolean;
}
