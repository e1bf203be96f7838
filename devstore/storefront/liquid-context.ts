import type {
  StorefrontCart,
  StorefrontContext,
  StorefrontCustomer,
  StorefrontMetafield,
  StorefrontProduct,
} from "#storefront/liquid/storefront-context.ts";
import { taxTermsOf } from "../orders/figures/order-taxes.ts";
import type { DevProduct } from "../state/catalog.ts";
import type { DevCustomer } from "../state/customer.ts";
import { appNumber, type MetafieldOwner } from "../state/metafield.ts";
import { sumOfCart } from "./cart-json.ts";
import { readDiscountCodes } from "./discount-cookie.ts";
import { moneyFormatsOf } from "./money-formats.ts";
import { hundredths, pathIn, type StorefrontRequest } from "./storefront-request.ts";

/** Where the extension's assets are served; the version changes with any of its files. */
function extensionAssetUrl(page: StorefrontRequest, name: string): string {
  const { extension, url } = page;
  if (extension === null) throw new Error("no extension, no assets");
  return `${url.origin}/cdn/extensions/${extension.version}/${extension.handle}/assets/${name}`;
}

/** What the page's Liquid may read, out of the store's state at this moment. */
export function liquidContext(
  page: StorefrontRequest,
  template: string,
  product: DevProduct | null = null,
): StorefrontContext {
  const { shop, devstore } = page;
  const [name = template, suffix = null] = template.split(".");
  return {
    shop: {
      id: shop.id,
      name: shop.name,
      email: shop.email,
      permanentDomain: shop.domain,
      domain: page.url.host,
      url: page.url.origin,
      currency: shop.currency,
      timezone: shop.timezone,
      moneyFormats: moneyFormatsOf({ ...shop, currency: page.presentment.currency }),
      taxesIncluded: taxTermsOf(shop).included,
    },
    customer: page.customer === undefined ? null : customerOf(page, page.customer),
    appMetafields: metafieldsOf(page, "AppInstallation", shop.installation?.id ?? 0),
    language: page.language,
    languages: page.languages,
    page: {
      template: name,
      suffix,
      path: page.path,
      origin: page.url.origin,
      designMode: page.designMode,
    },
    product: product === null ? null : productOf(page, product),
    cart: cartOf(page),
    themeSettings: {},
    now: devstore.state.now(shop.domain),
    assetUrl: (asset) => extensionAssetUrl(page, asset),
  };
}

function customerOf(page: StorefrontRequest, customer: DevCustomer): StorefrontCustomer {
  const { shop, devstore } = page;
  const orders = devstore.state
    .list(shop.domain, "order")
    .filter((order) => order.customerId === customer.id);
  // Always in the shop's own currency.
  const presentment = { currency: shop.currency, rate: 1 };
  const spent = orders.reduce((sum, order) => sum + order.totalMinor, 0);
  return {
    id: customer.id,
    email: customer.email,
    firstName: customer.firstName,
    lastName: customer.lastName,
    phone: customer.phone,
    tags: customer.tags,
    ordersCount: orders.length,
    totalSpentHundredths: hundredths({ shop, presentment }, spent),
    acceptsMarketing: customer.emailMarketing === "SUBSCRIBED",
    metafields: metafieldsOf(page, "Customer", customer.id),
  };
}

/** Metafields under the name they are kept by, and the app's own also under the short name of Liquid. */
function metafieldsOf(
  page: StorefrontRequest,
  ownerType: MetafieldOwner,
  ownerId: number,
): StorefrontMetafield[] {
  return page.devstore.state
    .list(page.shop.domain, "metafield")
    .filter((metafield) => metafield.ownerType === ownerType && metafield.ownerId === ownerId)
    .flatMap(({ namespace, key, type, value }) => {
      const short = shortNamespace(namespace);
      const names = short === namespace ? [namespace] : [namespace, short];
      return names.map((name) => ({ namespace: name, key, type, value }));
    });
}

function shortNamespace(namespace: string): string {
  const own = `app--${appNumber}`;
  if (namespace === own) return "$app";
  return namespace.startsWith(`${own}--`) ? `$app:${namespace.slice(own.length + 2)}` : namespace;
}

function productOf(page: StorefrontRequest, product: DevProduct): StorefrontProduct {
  const price = Math.min(...product.variants.map((variant) => variant.priceMinor));
  return {
    id: product.id,
    title: product.title,
    handle: product.handle,
    vendor: product.vendor,
    type: product.productType,
    description: product.descriptionHtml,
    priceHundredths: hundredths(page, price),
    tags: product.tags,
    url: pathIn(page, `/products/${product.handle}`),
    available: product.status === "ACTIVE",
    isGiftCard: product.isGiftCard === true,
    variants: product.variants.map(({ id, priceMinor }) => ({
      id,
      priceHundredths: hundredths(page, priceMinor),
    })),
  };
}

function cartOf(page: StorefrontRequest): StorefrontCart {
  const { currency } = page.presentment;
  const codes = readDiscountCodes(page.shop, page.request);
  const { lines, subtotal, total, discounts } = sumOfCart(page, codes);
  return {
    currency,
    discounts,
    itemsSubtotalHundredths: subtotal,
    itemCount: lines.reduce((sum, line) => sum + line.quantity, 0),
    totalPriceHundredths: total,
    items: lines.map((line) => ({
      title: line.product.title,
      quantity: line.quantity,
      lineTotalHundredths: hundredths(page, line.unitPriceMinor * line.quantity),
      productId: line.product.id,
      isGiftCard: line.product.isGiftCard === true,
    })),
  };
}
