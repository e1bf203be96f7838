import { defaultMoneyFormats } from "#storefront/liquid/format-money.ts";
import { emptyCart, type StorefrontContext } from "#storefront/liquid/storefront-context.ts";

const english = { locale: "en", name: "English", primary: true, rootUrl: "/" };
const german = { locale: "de", name: "Deutsch", primary: false, rootUrl: "/de" };

export const languages = { english, german };

/** A page of a German shop that nobody has signed in to, changed by what the test cares about. */
export function contextOf(changes: Partial<StorefrontContext> = {}): StorefrontContext {
  return {
    shop: {
      id: 1,
      name: "Fixture",
      email: "shop@example.com",
      permanentDomain: "fixture.myshopify.com",
      domain: "fixture.example",
      url: "https://fixture.example",
      currency: "EUR",
      timezone: "America/New_York",
      moneyFormats: defaultMoneyFormats("EUR"),
      taxesIncluded: true,
    },
    customer: null,
    appMetafields: [],
    language: english,
    languages: [english, german],
    page: {
      template: "page",
      suffix: null,
      path: "/pages/membership",
      origin: "https://fixture.example",
      designMode: false,
    },
    product: null,
    cart: emptyCart("EUR"),
    themeSettings: {},
    now: new Date("2026-11-04T12:00:00Z"),
    assetUrl: (name) => `https://cdn.example/${name}`,
    ...changes,
  };
}

/** A signed-in shopper, changed by what the test cares about. */
export function customerOf(
  changes: Partial<NonNullable<StorefrontContext["customer"]>> = {},
): NonNullable<StorefrontContext["customer"]> {
  return {
    id: 1001,
    email: "anna@example.com",
    firstName: "Anna",
    lastName: "Weber",
    phone: null,
    tags: [],
    ordersCount: 0,
    totalSpentHundredths: 0,
    acceptsMarketing: false,
    metafields: [],
    ...changes,
  };
}
