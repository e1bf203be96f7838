import { raw } from "hono/html";
import type { HtmlEscapedString } from "hono/utils/html";
import type { StorefrontLanguage } from "#storefront/liquid/storefront-context.ts";
import type { ThemeExtension } from "#storefront/liquid/theme-extension.ts";
import { type Interpolations, translate } from "#storefront/liquid/translate.ts";
import { amountFormat } from "#storefront/money/amount-format.ts";
import type { Devstore } from "../devstore.ts";
import { signedInCustomer } from "../sign-in/shopper-cookie.ts";
import type { DevCustomer } from "../state/customer.ts";
import { currencyDigits } from "../state/money.ts";
import type { DevOrder } from "../state/order.ts";
import { type Presentment, toPresentment } from "../state/presentment.ts";
import type { DevShop } from "../state/shop.ts";
import { type CartLine, readCart } from "./cart.ts";
import { readPresentment } from "./currency-cookie.ts";
import { languagesOf, themeWords } from "./languages.ts";
import { readLook, type ThemeLook } from "./theme.ts";

/** What `html` of Hono gives. */
export type Html = HtmlEscapedString | Promise<HtmlEscapedString>;

/** One request of a shopper, with what every page of the theme needs. */
export interface StorefrontRequest {
  devstore: Devstore;
  shop: DevShop;
  request: Request;
  url: URL;
  /** Path without the language's part. */
  path: string;
  language: StorefrontLanguage;
  languages: StorefrontLanguage[];
  customer: DevCustomer | undefined;
  cart: CartLine[];
  /** What prices are shown in. */
  presentment: Presentment;
  /** Null while the shop does not have the app, or the extension is not there. */
  extension: ThemeExtension | null;
  look: ThemeLook;
  /** True when the theme editor shows the page. */
  designMode: boolean;
}

export function storefrontRequest(
  devstore: Devstore,
  shop: DevShop,
  request: Request,
  extension: ThemeExtension | null,
): StorefrontRequest {
  const url = new URL(request.url);
  const languages = languagesOf(shop);
  const { language, path } = languageOfPath(languages, url.pathname);
  return {
    devstore,
    shop,
    request,
    url,
    path,
    language,
    languages,
    customer: signedInCustomer(devstore, shop, request),
    cart: readCart(shop, request),
    presentment: readPresentment(shop, request),
    extension: shop.installation === null ? null : extension,
    look: readLook(devstore.state, shop),
    designMode: url.searchParams.has("design_mode"),
  };
}

function languageOfPath(
  languages: StorefrontLanguage[],
  pathname: string,
): { language: StorefrontLanguage; path: string } {
  const [, first = ""] = pathname.split("/");
  const prefixed = languages.find((language) => language.rootUrl === `/${first}`);
  if (prefixed !== undefined) {
    return { language: prefixed, path: pathname.slice(first.length + 1) || "/" };
  }
  const primary = languages.find((language) => language.primary) ?? languages[0];
  if (primary === undefined) throw new Error("a shop has at least one language");
  return { language: primary, path: pathname };
}

/** The theme's words for a key, already escaped. */
export function t(page: StorefrontRequest, key: string, values: Interpolations = {}): Html {
  const { locale } = page.language;
  const found = translate(themeWords(locale), locale, key, values);
  if (found === undefined) throw new Error(`the theme has no words for ${locale}.${key}`);
  return raw(found.text);
}

/** A path of the storefront in the page's language. */
export function pathIn(page: StorefrontRequest, path: string): string {
  return inLanguage(page.language, path);
}

/** Signing in leads back to where the shopper was, on the very step. */
export function signInPath(page: StorefrontRequest): string {
  const back = `${page.url.pathname}${page.url.search}`;
  return `${pathIn(page, "/account/login")}?return_to=${encodeURIComponent(back)}`;
}

export function inLanguage(language: StorefrontLanguage, path: string): string {
  if (language.rootUrl === "/") return path;
  return path === "/" ? language.rootUrl : `${language.rootUrl}${path}`;
}

interface Priced {
  shop: Pick<DevShop, "currency">;
  presentment: Presentment;
}

/**
 * Minor units of the shop's currency as the page's language writes them, in the page's currency. Liquid's own `money` keeps to the
 * shop's one format.
 */
export function money(
  { language, ...page }: Priced & Pick<StorefrontRequest, "language">,
  minor: number,
) {
  const { currency } = page.presentment;
  const digits = currencyDigits(currency);
  const format = amountFormat(language.locale, currency, digits, {
    currencyDisplay: "narrowSymbol",
  });
  return format.format(toPresentment(minor, page.shop.currency, page.presentment) / 10 ** digits);
}

/** The same for an order, which keeps the currency and the rate of its sale. */
export function orderMoney(
  { language }: StorefrontRequest,
  { currency, presentment = { currency, rate: 1 } }: DevOrder,
  minor: number,
) {
  return money({ language, shop: { currency }, presentment }, minor);
}

/**
 * Minor units of the shop's currency in the page's, as Liquid and scripts count: in whole hundredths, also where a currency has no
 * decimals; of three decimals the last one is rounded.
 */
export function hundredths({ shop, presentment }: Priced, minor: number): number {
  const shown = toPresentment(minor, shop.currency, presentment);
  return Math.round((shown * 100) / 10 ** currencyDigits(presentment.currency));
}

/** A day as the shop's zone has it, in the page's language. */
export function longDate(page: StorefrontRequest, instant: string): string {
  return new Intl.DateTimeFormat(page.language.locale, {
    dateStyle: "long",
    timeZone: page.shop.timezone,
  }).format(new Date(instant));
}
