import { html, raw } from "hono/html";
import { safeJson } from "#storefront/liquid/filters/text-filters.ts";
import type { StorefrontLanguage } from "#storefront/liquid/storefront-context.ts";
import { favicon, markSvg } from "../assets/favicon.ts";
import { ownAssetUrl } from "../assets/own-assets.ts";
import type { DevProduct } from "../state/catalog.ts";
import { cartDrawer } from "./design/cart-drawer.ts";
import { schemeVariables } from "./design/scheme-colors.ts";
import { liquidContext } from "./liquid-context.ts";
import { pageHeaders } from "./page-headers.ts";
import { renderAppBlocks } from "./render-app-blocks.ts";
import {
  type Html,
  inLanguage,
  pathIn,
  type StorefrontRequest,
  signInPath,
  t,
} from "./storefront-request.ts";

export interface PageParts {
  title: string | Html;
  /** As the platform names templates, for example "page.membership". */
  template: string;
  product?: DevProduct;
  status?: 200 | 404 | 422 | 502 | 504;
  /** The page's own content around the app blocks of its template. */
  content: (appBlocks: Html) => Html;
}

/** Answers a page of the theme. */
export async function renderPage(page: StorefrontRequest, parts: PageParts): Promise<Response> {
  const context = liquidContext(page, parts.template, parts.product ?? null);
  const appBlocks = renderAppBlocks(page, parts.template, context);
  const { look } = page;
  const hasDrawer = look.cart === "drawer" && parts.template !== "cart";
  const body = await html`<!doctype html>
<html lang="${page.language.locale}" dir="${look.direction}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${parts.title} – ${page.shop.name}</title>
<link rel="icon" href="${favicon}">
<link rel="stylesheet" href="${ownAssetUrl("theme.css")}">
<link rel="stylesheet" href="${ownAssetUrl(`theme-${look.design}.css`)}">
<style>${raw(schemeVariables(look))}</style>
${alternates(page)}
<script>${raw(shopifyGlobal(page))}</script>
${appBlocks.head}
</head>
<body class="template-${parts.template.replace(/\W+/g, "-")}">
<a class="skip" href="#main">${t(page, "accessibility.skip")}</a>
${header(page)}
<main id="main" tabindex="-1">${parts.content(appBlocks.section)}</main>
${footer(page)}
${hasDrawer ? html`${cartDrawer(page)}<script src="${ownAssetUrl("cart-drawer.js")}" defer></script>` : ""}
${appBlocks.bodyEnd}
</body>
</html>`;
  return new Response(String(body), {
    status: parts.status ?? 200,
    headers: pageHeaders(page.language.locale),
  });
}

/** The global which the platform puts into every storefront page before the app's own scripts. */
function shopifyGlobal(page: StorefrontRequest): string {
  const { shop, language, presentment } = page;
  const root = language.rootUrl === "/" ? "/" : `${language.rootUrl}/`;
  const value = {
    shop: shop.domain,
    locale: language.locale,
    currency: { active: presentment.currency, rate: presentment.rate.toFixed(8) },
    country: shop.countryCode,
    routes: { root },
    designMode: page.designMode,
  };
  return `window.Shopify=${safeJson(value)};`;
}

function alternates(page: StorefrontRequest): Html {
  return html`${page.languages.map(
    (language) =>
      html`<link rel="alternate" hreflang="${language.locale}" href="${page.url.origin}${inLanguage(language, page.path)}">`,
  )}`;
}

function header(page: StorefrontRequest): Html {
  const pieces = page.cart.reduce((sum, line) => sum + line.quantity, 0);
  const account = page.customer === undefined ? signInPath(page) : pathIn(page, "/account");
  const links = [
    { path: pathIn(page, "/collections/all"), words: t(page, "nav.shop") },
    { path: pathIn(page, "/pages/membership"), words: t(page, "nav.membership") },
  ];
  return html`<header class="site-header">
<p class="announcement">${t(page, "announcement")}</p>
<div class="wrap site-header__row">
<a class="brand" href="${pathIn(page, "/")}"><span class="brand__mark" aria-hidden="true">${raw(markSvg)}</span>${page.shop.name}</a>
<nav class="site-nav" aria-label="${t(page, "accessibility.main_menu")}">
${links.map((link) => html`<a href="${link.path}"${current(page, link.path)}>${link.words}</a>`)}
</nav>
<div class="site-tools">
<a class="account-link" href="${account}"${current(page, account)}>${
    page.customer === undefined ? t(page, "nav.sign_in") : page.customer.firstName
  }</a>
<a class="cart-link" href="${pathIn(page, "/cart")}"${current(page, pathIn(page, "/cart"))}><svg viewBox="0 0 24 24" width="24" height="24" fill="none" stroke="currentColor" stroke-width="1.6" stroke-linejoin="round" aria-hidden="true"><path d="M5 8h14l-1.2 12H6.2zM9 8V6a3 3 0 0 1 6 0v2"/></svg><span class="visually-hidden">${t(page, "accessibility.cart")}</span> <span class="cart-link__count">${pieces}</span></a>
</div>
</div>
</header>`;
}

function current(page: StorefrontRequest, path: string): Html {
  return raw(page.url.pathname === path ? ' aria-current="page"' : "");
}

function footer(page: StorefrontRequest): Html {
  const link = (language: StorefrontLanguage) => {
    const here = language.locale === page.language.locale;
    return html`<li><a href="${inLanguage(language, page.path)}${page.url.search}" lang="${language.locale}" hreflang="${language.locale}"${raw(here ? ' aria-current="true"' : "")}>${language.name}</a></li>`;
  };
  return html`<footer class="site-footer">
<div class="wrap site-footer__row">
<div><p class="brand brand--small">${page.shop.name}</p><p>${t(page, "footer.demo")}</p>
<a href="${pathIn(page, "/pages/contact")}">${t(page, "contact.heading")}</a></div>
<nav aria-label="Demo"><ul>
<li><a href="/__dev">${t(page, "footer.visitor")}</a></li>
<li><a href="/admin/apps/${page.devstore.appConfig.handle}">${t(page, "footer.admin")}</a></li>
<li><a href="/__dev/theme">${t(page, "footer.theme")}</a></li>
</ul></nav>
<nav class="languages" aria-label="${t(page, "accessibility.language")}"><ul>${page.languages.map(link)}</ul></nav>
</div>
</footer>`;
}
