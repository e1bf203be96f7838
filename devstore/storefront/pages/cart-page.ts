import { html } from "hono/html";
import { cartTotalMinor, type PricedLine, priceCart } from "../cart.ts";
import { renderPage } from "../layout.ts";
import { productArt } from "../product-art.ts";
import {
  type Html,
  money,
  pathIn,
  type StorefrontRequest,
  signInPath,
  t,
} from "../storefront-request.ts";
import { taxNote } from "../tax-note.ts";

export function cartPage(page: StorefrontRequest): Promise<Response> {
  const lines = priceCart(page.devstore.state, page.shop, page.cart);
  return renderPage(page, {
    title: t(page, "cart.heading"),
    template: "cart",
    content: (appBlocks) => html`<div class="wrap section narrow">
<h1>${t(page, "cart.heading")}</h1>
${lines.length === 0 ? emptyCart(page, appBlocks) : fullCart(page, lines, appBlocks)}
</div>`,
  });
}

/** An empty cart has no use for blocks, but who arranges the theme wants to see them. */
function emptyCart(page: StorefrontRequest, appBlocks: Html): Html {
  return html`${page.designMode ? appBlocks : ""}<p>${t(page, "cart.empty")}</p>
<p><a class="button" href="${pathIn(page, "/collections/all")}">${t(page, "cart.continue")}</a></p>`;
}

function fullCart(page: StorefrontRequest, lines: PricedLine[], appBlocks: Html): Html {
  return html`<ul class="cart-lines">${lines.map((line, at) => cartLine(page, line, at))}</ul>
<div class="cart-sum"><p class="cart-sum__total"><span>${t(page, "cart.total")}</span>
<bdi>${money(page, cartTotalMinor(lines))}</bdi></p>
<p class="quiet">${taxNote(page)}</p>
${appBlocks}
${
  page.customer === undefined
    ? html`<a class="button" href="${signInPath(page)}">${t(page, "cart.sign_in_first")}</a>`
    : html`<form method="post" action="${pathIn(page, "/cart/checkout")}">
<button class="button" type="submit">${t(page, "cart.checkout")}</button></form>`
}</div>`;
}

function cartLine(page: StorefrontRequest, line: PricedLine, at: number): Html {
  const { product, variant, plan } = line;
  const title = product.variants.length > 1 ? `${product.title} – ${variant.title}` : product.title;
  return html`<li class="cart-line">
<span class="cart-line__picture">${productArt(product)}</span>
<div><p class="cart-line__title"><a href="${pathIn(page, `/products/${product.handle}`)}">${title}</a></p>
<p class="quiet">${plan?.name ?? t(page, "product.one_time")} · ${line.quantity} × <bdi>${money(page, line.unitPriceMinor)}</bdi></p></div>
<p class="cart-line__price"><bdi>${money(page, line.unitPriceMinor * line.quantity)}</bdi></p>
<form method="post" action="${pathIn(page, "/cart/change")}"><input type="hidden" name="line" value="${at + 1}"><input type="hidden" name="quantity" value="0">
<button class="link" type="submit">${t(page, "cart.remove")} <span class="visually-hidden">${title}</span></button></form>
</li>`;
}
