import { fileURLToPath } from "node:url";
import type { Context, Hono } from "hono";
import { mountOwnAssets } from "../assets/own-assets.ts";
import type { MountPages } from "../devstore.ts";
import { findShop } from "../find-shop.ts";
import { presentmentIn } from "../state/presentment.ts";
import { forwardToApp } from "./app-proxy/forward-to-app.ts";
import { currencyCookie } from "./currency-cookie.ts";
import { watchExtension } from "./current-extension.ts";
import { languagesOf, shopLanguages } from "./languages.ts";
import { accountPage } from "./pages/account-page.ts";
import { cartPage } from "./pages/cart-page.ts";
import { answerChallenge, challengePage } from "./pages/challenge-page.ts";
import { checkoutPage } from "./pages/checkout-page.ts";
import { collectionPage } from "./pages/collection-page.ts";
import { contactPage } from "./pages/contact-page.ts";
import { homePage } from "./pages/home-page.ts";
import { loginPage } from "./pages/login-page.ts";
import { membershipPage } from "./pages/membership-page.ts";
import { notFoundPage } from "./pages/not-found-page.ts";
import { orderPage } from "./pages/order-page.ts";
import { productPage } from "./pages/product-page.ts";
import { thankYouPage } from "./pages/thank-you-page.ts";
import { serveProductPicture } from "./product-picture.ts";
import { seeOther } from "./redirect.ts";
import { serveExtensionAsset } from "./serve-extension-asset.ts";
import {
  addLine,
  addLineInPlace,
  bringCode,
  changeCode,
  changeLine,
  changeLineInPlace,
  openCheckout,
  pay,
  readCartInPlace,
  signIn,
  signOut,
  updateCartInPlace,
} from "./shopper-actions.ts";
import { inLanguage, type StorefrontRequest, storefrontRequest } from "./storefront-request.ts";
import { mountThemeEditor } from "./theme-editor/mount-theme-editor.ts";

type Answer = Response | Promise<Response>;
type PageHandler = (page: StorefrontRequest, c: Context) => Answer;

export interface StorefrontOptions {
  /** Folder of the theme app extension; the project's own unless a test says otherwise. */
  extensionDirectory?: string;
}

const ownExtension = fileURLToPath(new URL("../../extensions/storefront/", import.meta.url));

/** The storefront: the theme's pages in every language, the app's blocks in them, and the app proxy. */
export function storefrontPages(options: StorefrontOptions = {}): MountPages {
  const readExtension = watchExtension(options.extensionDirectory ?? ownExtension);
  return (app, devstore) => {
    mountOwnAssets(app);
    app.get("/cdn/extensions/:version/:handle/assets/:name", (c) =>
      serveExtensionAsset(readExtension(), c.req.raw, c.req.param()),
    );
    app.get("/cdn/shop/:shop/files/:file", (c) =>
      serveProductPicture(devstore, c.req.raw, c.req.param()),
    );
    mountThemeEditor(app, devstore, readExtension);
    const handle = (page: PageHandler) => (c: Context) => {
      const shop = findShop(devstore, c.req.raw);
      if (shop === undefined) return unknownShop();
      const answered = storefrontRequest(devstore, shop, c.req.raw, readExtension());
      return inItsLanguage(answered) ?? inItsCurrency(answered) ?? page(answered, c);
    };
    app.get("/challenges/:id/:token", handle(challengePage));
    app.post("/challenges/:id/:token", handle(answerChallenge));
    mountProxy(app, handle);
    for (const prefix of ["", languagePrefix]) mountPages(app, prefix, handle);
    const findNothing = handle(notFoundPage);
    app.notFound((c) => (c.req.path.startsWith("/__dev/") ? noSuchControl(c) : findNothing(c)));
  };
}

const languagePrefix = `/:language{(?:${shopLanguages.join("|")})}`;

function noSuchControl(c: Context): Response {
  const message = `There is no control ${c.req.path}.`;
  return c.json({ errors: [{ field: null, message }] }, 404);
}

type Handle = (page: PageHandler) => (c: Context) => Answer;

function mountPages(app: Hono, prefix: string, handle: Handle): void {
  app.get(prefix === "" ? "/" : prefix, handle(homePage));
  app.get(
    `${prefix}/products/:handle`,
    handle((page, c) => productPage(page, c.req.param("handle") ?? "")),
  );
  app.get(`${prefix}/collections/all`, handle(collectionPage));
  app.get(`${prefix}/pages/membership`, handle(membershipPage));
  app.get(`${prefix}/pages/contact`, handle(contactPage));
  app.get(`${prefix}/account`, handle(accountPage));
  app.get(`${prefix}/account/login`, handle(loginPage));
  app.post(`${prefix}/account/login`, handle(signIn));
  app.post(`${prefix}/account/logout`, handle(signOut));
  app.get(
    `${prefix}/orders/:id/:key`,
    handle((page, c) => orderPage(page, c.req.param("id") ?? "", c.req.param("key") ?? "")),
  );
  app.get(`${prefix}/cart`, handle(cartPage));
  app.get(`${prefix}/cart.js`, handle(readCartInPlace));
  app.post(`${prefix}/cart/update.js`, handle(updateCartInPlace));
  app.post(`${prefix}/cart/add`, handle(addLine));
  app.post(`${prefix}/cart/add.js`, handle(addLineInPlace));
  app.post(`${prefix}/cart/change.js`, handle(changeLineInPlace));
  app.post(`${prefix}/cart/change`, handle(changeLine));
  app.post(`${prefix}/cart/checkout`, handle(openCheckout));
  app.get(
    `${prefix}/discount/:code`,
    handle((page, c) => bringCode(page, c.req.param("code") ?? "")),
  );
  app.get(
    `${prefix}/checkout`,
    handle((page) => checkoutPage(page)),
  );
  app.post(`${prefix}/checkout/discount`, handle(changeCode));
  app.post(`${prefix}/checkout/pay`, handle(pay));
  app.get(`${prefix}/checkout/thank-you`, handle(thankYouPage));
}

function mountProxy(app: Hono, handle: Handle): void {
  for (const prefix of ["", languagePrefix]) {
    const path = `${prefix}/:prefix{(?:a|apps|community|tools)}/:subpath`;
    app.all(path, handle(forwardToApp));
    app.all(`${path}/*`, handle(forwardToApp));
  }
}

/** `?locale=de` and a prefix of the shop's own language both lead to the address that the page has. */
function inItsLanguage(page: StorefrontRequest): Response | null {
  if (page.request.method !== "GET") return null;
  const languages = languagesOf(page.shop);
  const wanted = page.url.searchParams.get("locale");
  const chosen = languages.find((language) => language.locale === wanted);
  const [, first] = page.url.pathname.split("/");
  const doubled = languages.find((language) => language.primary && language.locale === first);
  if (chosen === undefined && doubled === undefined) return null;
  const search = new URLSearchParams(page.url.searchParams);
  search.delete("locale");
  const path = doubled === undefined ? page.path : page.url.pathname.slice(3) || "/";
  const query = search.size === 0 ? "" : `?${search}`;
  return seeOther(`${inLanguage(chosen ?? page.language, path)}${query}`);
}

/** `?currency=JPY` changes what the shopper pays in, and leads to the same page. */
function inItsCurrency({ request, url, shop }: StorefrontRequest): Response | null {
  const chosen = url.searchParams.get("currency");
  if (request.method !== "GET" || chosen === null || !presentmentIn(shop, chosen)) return null;
  const search = new URLSearchParams(url.searchParams);
  search.delete("currency");
  const query = search.size === 0 ? "" : `?${search}`;
  return seeOther(`${url.pathname}${query}`, [currencyCookie(chosen)]);
}

function unknownShop(): Response {
  return new Response("There is no store at this address.\n", {
    status: 404,
    headers: { "content-type": "text/plain; charset=utf-8", "cache-control": "no-store" },
  });
}
