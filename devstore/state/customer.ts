export interface DevAddress {
  firstName: string;
  lastName: string;
  address1: string;
  city: string;
  zip: string;
  province: string | null;
  provinceCode: string | null;
  country: string;
  countryCode: string;
}

export type MarketingState = "SUBSCRIBED" | "NOT_SUBSCRIBED" | "UNSUBSCRIBED";

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
