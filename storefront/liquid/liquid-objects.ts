import type {
  StorefrontContext,
  StorefrontCustomer,
  StorefrontLanguage,
  StorefrontMetafield,
} from "./storefront-context.ts";

/** Objects which the `json` filter must not write out, as a page could leak them to anyone who reads it. */
const withoutJson = new WeakSet<object>();

export function mayBecomeJson(value: unknown): boolean {
  return typeof value !== "object" || value === null || !withoutJson.has(value);
}

/** The global objects of a storefront page, under the names that Liquid calls them by. */
export function liquidObjects(context: StorefrontContext): Record<string, unknown> {
  return {
    app: sealed({ metafields: metafieldsOf(context.appMetafields) }),
    cart: cartObject(context),
    customer: context.customer === null ? null : customerObject(context.customer),
    localization: sealed({
      language: languageObject(context.language),
      available_languages: context.languages.map(languageObject),
    }),
    product: productObject(context),
    request: sealed(requestObject(context)),
    routes: sealed(routesObject(context.language.rootUrl, pathOf(context))),
    settings: sealed({ ...context.themeSettings }),
    shop: sealed(shopObject(context)),
    template: sealed({ name: context.page.template, suffix: context.page.suffix, directory: null }),
  };
}

function sealed<T extends object>(object: T): T {
  withoutJson.add(object);
  return object;
}

/** `metafields.namespace.key` gives an object with `value` and `type`. */
function metafieldsOf(metafields: StorefrontMetafield[]): Record<string, unknown> {
  const namespaces: Record<string, Record<string, unknown>> = {};
  for (const metafield of metafields) {
    const namespace = namespaces[metafield.namespace] ?? {};
    namespaces[metafield.namespace] = namespace;
    namespace[metafield.key] = {
      type: metafield.type,
      value: metafieldValue(metafield),
      "list?": metafield.type.startsWith("list."),
    };
  }
  return sealed(namespaces);
}

function metafieldValue({ type, value }: StorefrontMetafield): unknown {
  if (type === "boolean") return value === "true";
  if (type === "number_integer" || type === "number_decimal") return Number(value);
  if (type === "json" || type === "money" || type.startsWith("list.")) return JSON.parse(value);
  return value;
}

function customerObject(customer: StorefrontCustomer): Record<string, unknown> {
  return sealed({
    id: customer.id,
    email: customer.email,
    first_name: customer.firstName,
    last_name: customer.lastName,
    name: `${customer.firstName} ${customer.lastName}`.trim(),
    phone: customer.phone,
    has_account: true,
    tags: customer.tags,
    orders_count: customer.ordersCount,
    total_spent: customer.totalSpentHundredths,
    accepts_marketing: customer.acceptsMarketing,
    metafields: metafieldsOf(customer.metafields),
  });
}

function languageObject(language: StorefrontLanguage): Record<string, unknown> {
  return {
    iso_code: language.locale,
    name: new Intl.DisplayNames("en", { type: "language" }).of(language.locale) ?? language.locale,
    endonym_name: language.name,
    primary: language.primary,
    root_url: language.rootUrl,
  };
}

function requestObject({ page, language }: StorefrontContext): Record<string, unknown> {
  return {
    design_mode: page.designMode,
    visual_preview_mode: false,
    page_type: page.template,
    host: new URL(page.origin).host,
    origin: page.origin,
    path: pathOf({ page, language }),
    locale: languageObject(language),
  };
}

function pathOf({ page, language }: Pick<StorefrontContext, "page" | "language">): string {
  return `${language.rootUrl === "/" ? "" : language.rootUrl}${page.path}` || "/";
}

/** Signing in by `storefront_login_url` leads back to the page which bears the link. */
function routesObject(rootUrl: string, path: string): Record<string, string> {
  const root = rootUrl === "/" ? "" : rootUrl;
  return {
    root_url: rootUrl,
    account_url: `${root}/account`,
    account_login_url: `${root}/account/login`,
    account_logout_url: `${root}/account/logout`,
    storefront_login_url: `${root}/account/login?return_to=${encodeURIComponent(path)}`,
    all_products_collection_url: `${root}/collections/all`,
    collections_url: `${root}/collections`,
    cart_url: `${root}/cart`,
    cart_add_url: `${root}/cart/add`,
    cart_change_url: `${root}/cart/change`,
    cart_clear_url: `${root}/cart/clear`,
    cart_update_url: `${root}/cart/update`,
    search_url: `${root}/search`,
  };
}

function shopObject({ shop, language, languages }: StorefrontContext): Record<string, unknown> {
  return {
    id: shop.id,
    name: shop.name,
    email: shop.email,
    permanent_domain: shop.permanentDomain,
    domain: shop.domain,
    url: shop.url,
    secure_url: shop.url,
    currency: shop.currency,
    taxes_included: shop.taxesIncluded,
    money_format: shop.moneyFormats.plain,
    money_with_currency_format: shop.moneyFormats.withCurrency,
    locale: language.locale,
    published_locales: languages.map(languageObject),
    customer_accounts_enabled: true,
    customer_accounts_optional: true,
  };
}

function productObject({ product }: StorefrontContext): Record<string, unknown> | null {
  if (product === null) return null;
  const variants = product.variants.map(({ id, priceHundredths }) => ({
    id,
    price: priceHundredths,
  }));
  return {
    id: product.id,
    title: product.title,
    handle: product.handle,
    vendor: product.vendor,
    type: product.type,
    description: product.description,
    price: product.priceHundredths,
    tags: product.tags,
    url: product.url,
    available: product.available,
    "gift_card?": product.isGiftCard === true,
    variants,
    selected_or_first_available_variant: variants[0] ?? null,
  };
}

function cartObject({ cart, shop }: StorefrontContext): Record<string, unknown> {
  return {
    currency: { iso_code: cart.currency },
    taxes_included: shop.taxesIncluded,
    item_count: cart.itemCount,
    total_price: cart.totalPriceHundredths,
    items_subtotal_price: cart.itemsSubtotalHundredths,
    cart_level_discount_applications: cart.discounts,
    "empty?": cart.itemCount === 0,
    items: cart.items.map((item) => ({
      title: item.title,
      quantity: item.quantity,
      final_line_price: item.lineTotalHundredths,
      product_id: item.productId,
      gift_card: item.isGiftCard === true,
    })),
  };
}
