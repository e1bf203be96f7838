import { html, raw } from "hono/html";
import { cartTotalMinor, type PricedLine, priceCart } from "../cart.ts";
import {
  type Html,
  money,
  pathIn,
  type StorefrontRequest,
  signInPath,
  t,
} from "../storefront-request.ts";
import { taxNote } from "../tax-note.ts";

/** Name of the drawer's section, by which the theme's script asks for it again. */
export const drawerSection = "cart-drawer";

/**
 * The theme's cart drawer, closed, as the theme of that name has it. No app block has a place in it: those stand in
 * the section of the cart page alone.
 */
export function cartDrawer(page: StorefrontRequest): Html {
  const lines = priceCart(page.devstore.state, page.shop, page.cart);
  const drawer =
    page.look.design === "dawn-like" ? dawnLikeDrawer(page, lines) : horizonLikeDrawer(page, lines);
  return html`<div id="shopify-section-${drawerSection}" class="shopify-section">${drawer}</div>`;
}

function dawnLikeDrawer(page: StorefrontRequest, lines: PricedLine[]): Html {
  return html`<cart-drawer class="drawer${raw(lines.length === 0 ? " is-empty" : "")}"><div id="CartDrawer" class="cart-drawer">
<div id="CartDrawer-Overlay" class="cart-drawer__overlay"></div>
<div class="drawer__inner" role="dialog" aria-modal="true" aria-label="${t(page, "cart.heading")}" tabindex="-1">
${head(page, "drawer__header")}
${
  lines.length === 0
    ? empty(page)
    : html`${items(page, lines)}
<div class="drawer__footer"><div class="cart-drawer__footer">${total(page, lines)}
<small class="quiet">${taxNote(page)}</small></div>
<div class="cart__ctas">${checkout(page)}</div></div>`
}</div></div></cart-drawer>`;
}

function horizonLikeDrawer(page: StorefrontRequest, lines: PricedLine[]): Html {
  return html`<theme-drawer id="cart-drawer"><dialog class="theme-drawer__dialog" aria-labelledby="cart-drawer-heading">
<cart-drawer-component><div class="cart-drawer__inner">
${head(page, "theme-drawer__header", "cart-drawer-heading")}
<div class="cart-drawer__content"><div class="cart-drawer__items">${
    lines.length === 0 ? empty(page) : items(page, lines)
  }</div>
${
  lines.length === 0
    ? ""
    : html`<div class="cart-drawer__summary"><div class="cart-totals">${total(page, lines)}</div>
<div class="cart__ctas">${checkout(page)}</div></div>`
}</div></div></cart-drawer-component></dialog></theme-drawer>`;
}

function head(page: StorefrontRequest, className: string, id = ""): Html {
  return html`<div class="drawer-head ${className}"><h2${raw(id === "" ? "" : ` id="${id}"`)}>${t(page, "cart.heading")}</h2>
<button class="drawer-close" type="button" data-drawer-close aria-label="${t(page, "cart.close")}">×</button></div>`;
}

function items(page: StorefrontRequest, lines: PricedLine[]): Html {
  return html`<ul class="drawer-lines">${lines.map((line, at) => {
    const { product, quantity, plan } = line;
    return html`<li class="plan"><p class="plan__title">${product.title}</p>
<p class="plan__facts">${plan?.name ?? t(page, "product.one_time")} · ${quantity} × <bdi>${money(page, line.unitPriceMinor)}</bdi></p>
<form method="post" action="${pathIn(page, "/cart/change")}"><input type="hidden" name="line" value="${at + 1}"><input type="hidden" name="quantity" value="0">
<button class="link" type="submit">${t(page, "cart.remove")} <span class="visually-hidden">${product.title}</span></button></form></li>`;
  })}</ul>`;
}

function total(page: StorefrontRequest, lines: PricedLine[]): Html {
  return html`<div class="totals" role="status"><p class="drawer-total"><span>${t(page, "cart.total")}</span>
<bdi>${money(page, cartTotalMinor(lines))}</bdi></p></div>`;
}

function checkout(page: StorefrontRequest): Html {
  return page.customer === undefined
    ? html`<a class="button" href="${signInPath(page)}">${t(page, "cart.sign_in_first")}</a>`
    : html`<form method="post" action="${pathIn(page, "/cart/checkout")}">
<button class="button" type="submit" name="checkout">${t(page, "cart.checkout")}</button></form>`;
}

function empty(page: StorefrontRequest): Html {
  return html`<p>${t(page, "cart.empty")}</p>
<p><a class="button" href="${pathIn(page, "/collections/all")}">${t(page, "cart.continue")}</a></p>`;
}
