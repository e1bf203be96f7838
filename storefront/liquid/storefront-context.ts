import type { MoneyFormats } from "./format-money.ts";

/** A metafield as the storefront may read it; `namespace` is as the app writes it, "$app" included. */
export interface StorefrontMetafield {
  namespace: string;
  key: string;
  type: string;
  value: string;
}

interface StorefrontShop {
  id: number;
  name: string;
  email: string;
  /** The `*.myshopify.com` domain. */
  permanentDomain: string;
  domain: string;
  /** Address of the storefront, without a slash at its end. */
  url: string;
  currency: string;
  /** IANA name; dates are shown in it. */
  timezone: string;
  moneyFormats: MoneyFormats;
  /** False where the store adds taxes to its prices. */
  taxesIncluded: boolean;
}

export interface StorefrontCustomer {
  id: number;
  email: string | null;
  firstName: string;
  lastName: string;
  phone: string | null;
  tags: string[];
  ordersCount: number;
  totalSpentHundredths: number;
  acceptsMarketing: boolean;
  metafields: StorefrontMetafield[];
}

export interface StorefrontLanguage {
  locale: string;
  /** In its own words, for example "Deutsch". */
  name: string;
  primary: boolean;
  /** "/" for the primary language, "/de" for another. */
  rootUrl: string;
}

export interface StorefrontProduct {
  id: number;
  title: string;
  handle: string;
  vendor: string;
  type: string;
  description: string;
  priceHundredths: number;
  tags: string[];
  url: string;
  available: boolean;
  /** Absent means that it is none. */
  isGiftCard?: boolean;
  variants: { id: number; priceHundredths: number }[];
}

/** Of somebody who has just come. */
export function emptyCart(currency: string): StorefrontCart {
  return {
    currency,
    itemCount: 0,
    totalPriceHundredths: 0,
    itemsSubtotalHundredths: 0,
    discounts: [],
    items: [],
  };
}

export interface StorefrontCart {
  currency: string;
  itemCount: number;
  totalPriceHundredths: number;
  /** Before the discounts of the whole cart. */
  itemsSubtotalHundredths: number;
  /** Discounts of the whole cart. */
  discounts: { title: string; type: string; total_allocated_amount: number }[];
  items: {
    title: string;
    quantity: number;
    lineTotalHundredths: number;
    productId: number | null;
    /** Absent means that it is none. */
    isGiftCard?: boolean;
  }[];
}

interface StorefrontPage {
  /** The template's name: "index", "product", "cart", "page", "customers/account"… */
  template: string;
  suffix: string | null;
  /** Path without the language part. */
  path: string;
  /** "http://host:port" of the storefront. */
  origin: string;
  /** True inside the theme editor. */
  designMode: boolean;
}

/**
 * Everything around a block that its Liquid may read. Nobody signed in is `customer: null`. Amounts are in
 * hundredths of the currency whatever its decimals, as Liquid's prices are.
 */
export interface StorefrontContext {
  shop: StorefrontShop;
  customer: StorefrontCustomer | null;
  /** Of the app's installation in this shop. */
  appMetafields: StorefrontMetafield[];
  language: StorefrontLanguage;
  languages: StorefrontLanguage[];
  page: StorefrontPage;
  product: StorefrontProduct | null;
  cart: StorefrontCart;
  /** Global settings of the theme. */
  themeSettings: Readonly<Record<string, string | number | boolean | null>>;
  /** The shop's business time. */
  now: Date;
  /** Address of one of the extension's assets. */
  assetUrl: (name: string) => string;
}
