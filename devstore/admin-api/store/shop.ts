import type { AdminContext, Resolvers, View } from "#devstore/admin-api/admin-context.ts";
import { gid } from "#devstore/admin-api/graphql/gid.ts";
import { taxTermsOf } from "#devstore/orders/figures/order-taxes.ts";
import { shopOrigin } from "#devstore/shop-origin.ts";
import { hasLegacyAccounts, type PlatformPlan } from "#devstore/state/shop.ts";

const planNames: Record<PlatformPlan, string> = {
  basic: "Basic",
  advanced: "Advanced",
  plus: "Plus",
};

export const shopQueries: Resolvers = {
  shop: (_args, context) => shopView(context),
  storeCreditConfiguration: () => ({
    __typename: "StoreCreditConfiguration",
    storeCreditEnabled: true,
  }),
};

function shopView(context: AdminContext): View {
  const { shop, views } = context;
  // The addresses that shoppers open. They lead to this machine, where the shop is.
  const origin = shopOrigin(context.origin, shop);
  const offsetMinutes = zoneOffsetMinutes(shop.timezone, context.now);
  return {
    __typename: "Shop",
    id: gid("Shop", shop.id),
    name: shop.name,
    email: shop.email,
    contactEmail: shop.email,
    shopOwnerName: "Development Store",
    myshopifyDomain: shop.domain,
    url: origin,
    primaryDomain: {
      __typename: "Domain",
      id: gid("Domain", shop.id),
      host: new URL(origin).host,
      url: origin,
      sslEnabled: false,
    },
    ianaTimezone: shop.timezone,
    timezoneOffsetMinutes: offsetMinutes,
    timezoneOffset: offsetText(offsetMinutes),
    currencyCode: shop.currency,
    taxesIncluded: taxTermsOf(shop).included,
    taxShipping: true,
    createdAt: shop.createdAt,
    updatedAt: shop.createdAt,
    billingAddress: {
      __typename: "ShopAddress",
      id: gid("ShopAddress", shop.id),
      country: new Intl.DisplayNames("en", { type: "region" }).of(shop.countryCode) ?? null,
      countryCodeV2: shop.countryCode,
    },
    plan: {
      __typename: "ShopPlan",
      displayName: planNames[shop.plan],
      publicDisplayName: planNames[shop.plan],
      shopifyPlus: shop.plan === "plus",
      partnerDevelopment: true,
    },
    features: {
      __typename: "ShopFeatures",
      eligibleForSubscriptions: true,
      sellsSubscriptions: true,
      giftCards: true,
      shopifyPlus: shop.plan === "plus",
      storefront: true,
    },
    customerAccountsV2: {
      __typename: "CustomerAccountsV2",
      customerAccountsVersion: hasLegacyAccounts(shop) ? "CLASSIC" : "NEW_CUSTOMER_ACCOUNTS",
      loginRequiredAtCheckout: false,
      loginLinksVisibleOnStorefrontAndCheckout: true,
      url: hasLegacyAccounts(shop) ? null : `${origin}/account`,
    },
    ...views.metafieldFields("Shop", shop.id),
  };
}

function zoneOffsetMinutes(timezone: string, at: Date): number {
  const parts = new Intl.DateTimeFormat("en", { timeZone: timezone, timeZoneName: "longOffset" })
    .formatToParts(at)
    .find((part) => part.type === "timeZoneName")?.value;
  const match = /GMT([+-])(\d{2}):(\d{2})/.exec(parts ?? "");
  if (match === null) return 0;
  return (match[1] === "-" ? -1 : 1) * (Number(match[2]) * 60 + Number(match[3]));
}

function offsetText(minutes: number): string {
  const absolute = Math.abs(minutes);
  const hours = String(Math.floor(absolute / 60)).padStart(2, "0");
  return `${minutes < 0 ? "-" : "+"}${hours}${String(absolute % 60).padStart(2, "0")}`;
}
