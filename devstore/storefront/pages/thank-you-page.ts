import { html } from "hono/html";
import type { DevOrder } from "../../state/order.ts";
import { renderPage } from "../layout.ts";
import { type Html, money, pathIn, type StorefrontRequest, t } from "../storefront-request.ts";
import { notFoundPage } from "./not-found-page.ts";

/** The order, shown to the customer who placed it. */
export function thankYouPage(page: StorefrontRequest): Promise<Response> {
  const { devstore, shop, customer } = page;
  const number = page.url.searchParams.get("order");
  const order = devstore.state
    .list(shop.domain, "order")
    .find((one) => String(one.number) === number && one.customerId === customer?.id);
  if (order === undefined) return notFoundPage(page);
  return renderPage(page, {
    title: t(page, "checkout.thanks"),
    template: "thank-you",
    content: () => html`<div class="wrap section narrow">
<h1>${t(page, "checkout.thanks")}</h1>
<p class="lead" role="status">${t(page, "cart.done", { name: `#${order.number}` })}</p>
${orderSum(page, order)}
<p><a class="button" href="${pathIn(page, "/account")}">${t(page, "nav.account")}</a></p>
</div>`,
  });
}

function orderSum(page: StorefrontRequest, order: DevOrder): Html {
  const discounts = order.discountCodes.map(
    ({ code, amountMinor }) =>
      html`<dt>${t(page, "checkout.discount", { code })}</dt><dd><bdi>−${money(page, amountMinor)}</bdi></dd>`,
  );
  return html`<h2>#${order.number}</h2><dl class="checkout-sum">
${order.lines.map(
  (line) =>
    html`<dt>${line.quantity} × ${line.title}</dt><dd><bdi>${money(page, line.unitPriceMinor * line.quantity)}</bdi></dd>`,
)}
${discounts}
<dt>${t(page, "checkout.delivery")}</dt><dd><bdi>${money(page, order.shippingMinor)}</bdi></dd>
<dt>${t(page, "checkout.paid")}</dt><dd><strong><bdi>${money(page, order.totalMinor)}</bdi></strong></dd></dl>`;
}
