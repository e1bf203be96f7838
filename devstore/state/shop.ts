import type { ProtectedData } from "./protected-data.ts";

/** What the app was given when the merchant installed it; null on a shop which does not have it (any more). */
interface Installation {
  /** Numeric part of gid://shopify/AppInstallation/<n>. */
  id: number;
  installedAt: string;
  scopes: string[];
}

/** The platform's plans, as far as they differ in what the Admin API allows. */
export type PlatformPlan = "basic" | "advanced" | "plus";

export interface DevShop {
  /** Full domain, for example "perennial-demo.myshopify.com"; it identifies the shop. */
  domain: string;
  id: number;
  name: string;
  email: string;
  /** IANA name. */
  timezone: string;
  currency: string;
  /** The other currencies that it sells in, with their rates: what one unit of its own currency is worth in each. */
  rates?: Record<string, number>;
  countryCode: string;
  /** False where the shop adds taxes to its prices; absent means that they are included. */
  taxesIncluded?: boolean;
  /** Share of a price, for example 0.19; absent means the German one in euros and none in others. */
  taxRate?: number;
  locale: string;
  plan: PlatformPlan;
  /** Address of the app for only this shop; null means the one from the environment. */
  appUrl: string | null;
  /** The shop's test clock: business time is machine time plus this. */
  clockOffsetMs: number;
  installation: Installation | null;
  /** Scopes of shopify.app.toml that this shop has not granted. */
  withheldScopes?: string[];
  /** Scopes that this shop has granted beyond those of shopify.app.toml. */
  addedScopes?: string[];
  /** Customer data that the app is approved for; absent means what its documentation says to ask for. */
  approvedData?: ProtectedData[];
  /** Where the merchant has put the app proxy; null or absent means where shopify.app.toml puts it. */
  proxyPath?: string | null;
  /** "legacy" for a store that still has the theme's own account pages; absent means new customer accounts. */
  customerAccounts?: "new" | "legacy";
  /** Set while the shop had the app once and removed it. */
  uninstalledAt: string | null;
  createdAt: string;
}

/** Whether `/account` is the theme's, and not the platform's own pages. */
export function hasLegacyAccounts({
  customerAccounts,
}: Pick<DevShop, "customerAccounts">): boolean {
  return customerAccounts === "legacy";
}

/** The part of the domain before the first dot, as used in admin addresses. */
export function shopHandle(shop: Pick<DevShop, "domain">): string {
  return shop.domain.split(".")[0] ?? shop.domain;
}
