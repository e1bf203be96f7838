export interface DevAddress {
  firstName: string;
  lastName: string;
  address1: string;
  /** Absent where there is none, as the company and the number for the carrier. */
  address2?: string;
  company?: string;
  phone?: string;
  city: string;
  zip: string;
  province: string | null;
  provinceCode: string | null;
  country: string;
  countryCode: string;
}

export type MarketingState = "SUBSCRIBED" | "NOT_SUBSCRIBED" | "UNSUBSCRIBED" | "PENDING";

/** How and when a customer last agreed or objected to marketing. */
export interface ConsentRecord {
  optInLevel: "SINGLE_OPT_IN" | "CONFIRMED_OPT_IN" | "UNKNOWN";
  updatedAt: string;
  collectedFrom: "SHOPIFY" | "OTHER";
}

export type MarketingChannel = "email" | "sms";

export interface DevCustomer {
  /** The number which the project calls cid. */
  id: number;
  email: string | null;
  firstName: string;
  lastName: string;
  phone: string | null;
  /** BCP 47, for example "de" or "pt-BR". */
  locale: string;
  state: "ENABLED" | "DISABLED" | "INVITED" | "DECLINED";
  tags: string[];
  taxExempt: boolean;
  note: string | null;
  emailMarketing: MarketingState;
  smsMarketing: MarketingState;
  /** Absent for a customer who never said anything, or was made with what they had said. */
  consents?: Partial<Record<MarketingChannel, ConsentRecord>>;
  address: DevAddress | null;
  createdAt: string;
  updatedAt: string;
}

export type PaymentInstrument =
  | {
      type: "card";
      brand: string;
      lastDigits: string;
      expiryMonth: number;
      expiryYear: number;
    }
  | { type: "shop_pay"; lastDigits: string; expiryMonth: number; expiryYear: number }
  | { type: "paypal"; accountEmail: string };

export interface DevPaymentMethod {
  /** Hexadecimal, as in gid://shopify/CustomerPaymentMethod/<id>. */
  id: string;
  customerId: number;
  instrument: PaymentInstrument;
  revokedAt: string | null;
  revokedReason: string | null;
}

/** "Anna Weber"; the address book's order is the same for every locale, as on the platform. */
export function customerName(customer: Pick<DevCustomer, "firstName" | "lastName">): string {
  return `${customer.firstName} ${customer.lastName}`.trim();
}

/** A customer's consent to one kind of marketing; without a record the platform calls it a single opt-in. */
export function consentOf(
  customer: Pick<DevCustomer, "emailMarketing" | "smsMarketing" | "consents" | "createdAt">,
  channel: MarketingChannel,
): {
  state: MarketingState;
  optInLevel: string;
  updatedAt: string | null;
  collectedFrom: string | null;
} {
  const state = channel === "email" ? customer.emailMarketing : customer.smsMarketing;
  const record = customer.consents?.[channel];
  if (record !== undefined) return { state, ...record };
  const isUnsaid = state === "NOT_SUBSCRIBED";
  return {
    state,
    optInLevel: "SINGLE_OPT_IN",
    updatedAt: isUnsaid ? null : customer.createdAt,
    collectedFrom: isUnsaid ? null : "SHOPIFY",
  };
}
