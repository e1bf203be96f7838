import { html } from "hono/html";
import type { CodeError } from "../../orders/price-checkout.ts";
import { type PricedLine, priceCart } from "../cart.ts";
import { sumUp, weighCodes } from "../check-out.ts";
import { readDiscountCodes } from "../discount-cookie.ts";
import { renderPage } from "../layout.ts";
import { seeOther } from "../redirect.ts";
import {
  type Html,
  money,
  pathIn,
  type StorefrontRequest,
  signInPath,
  t,
} from "../storefront-request.ts";

/**
 * The checkout: what is bought, the code that waits for it, what there is to pay. A code that is not
 * taken is named with the reason, and does not count.
 *
 * @param trouble why the order that was just asked for was not placed.
 */
export function checkoutPage(
  page: StorefrontRequest,
  trouble: Html | null = null,
): Promise<Response> | Response {
  const { devstore, shop, customer } = page;
  const lines = priceCart(devstore.state, shop, page.cart);
  if (lines.length === 0) return seeOther(pathIn(page, "/cart"));
  if (customer === undefined) return seeOther(signInPath(page));
  const given = readDiscountCodes(shop, page.request);
  const { taken, refused } = weighCodes(devstore, shop, customer.id, { lines, codes: given });
  const sum = sumUp(devstore, shop, { customerId: customer.id, lines, codes: taken });
  const troubles =
    trouble === null ? refused.map((error) => describeCodeError(page, error)) : [trouble];
  return renderPage(page, {
    title: t(page, "checkout.heading"),
    template: "checkout",
    status: trouble === null ? 200 : 422,
    content: () => html`<div class="wrap section narrow">
<h1>${t(page, "checkout.heading")}</h1>
${troubles.map((message) => html`<p class="notice" role="alert">${message}</p>`)}
<ul class="checkout-lines">${lines.map((line) => checkoutLine(page, line))}</ul>
${[...taken, ...refused.map(({ code }) => code)].map((code) => codeTaken(page, code))}
${codeForm(page)}
<dl class="checkout-sum">
<dt>${t(page, "checkout.goods")}</dt><dd><bdi>${money(page, sum.goodsMinor)}</bdi></dd>
${
  taken.length === 0
    ? ""
    : html`<dt>${t(page, "checkout.discount", { code: taken.join(", ") })}</dt><dd><bdi>−${money(page, sum.discountMinor)}</bdi></dd>`
}
<dt>${t(page, "checkout.delivery")}</dt><dd><bdi>${money(page, sum.shippingMinor)}</bdi></dd>
${
  sum.addedTaxMinor === 0
    ? ""
    : html`<dt>${t(page, "checkout.taxes")}</dt><dd><bdi>${money(page, sum.addedTaxMinor)}</bdi></dd>`
}
<dt>${t(page, "checkout.total")}</dt><dd><strong><bdi>${money(page, sum.totalMinor)}</bdi></strong></dd>
</dl>
<form method="post" action="${pathIn(page, "/checkout/pay")}">
<button class="button" type="submit">${t(page, "checkout.pay", { amount: money(page, sum.totalMinor) })}</button></form>
</div>`,
  });
}

/** Why a code was not taken, in the shopper's words. */
export function describeCodeError(page: StorefrontRequest, { code, kind }: CodeError): Html {
  return t(page, `checkout.refused.${kind}`, { code });
}

function checkoutLine(page: StorefrontRequest, { product, quantity, ...line }: PricedLine): Html {
  return html`<li><span>${quantity} × ${product.title}</span>
<bdi>${money(page, line.unitPriceMinor * quantity)}</bdi></li>`;
}

function codeForm(page: StorefrontRequest): Html {
  return html`<form class="checkout-code" method="post" action="${pathIn(page, "/checkout/discount")}">
<label for="code">${t(page, "checkout.code")}</label>
<input id="code" name="code" autocomplete="off" required>
<button class="button button--quiet" type="submit">${t(page, "checkout.apply")}</button></form>`;
}

function codeTaken(page: StorefrontRequest, code: string): Html {
  return html`<form class="checkout-code" method="post" action="${pathIn(page, "/checkout/discount")}">
<p>${t(page, "checkout.discount", { code })}</p><input type="hidden" name="remove" value="${code}">
<button class="link" type="submit">${t(page, "cart.remove")} <span class="visually-hidden">${code}</span></button></form>`;
}
