import { html } from "hono/html";
import { renderPage } from "../layout.ts";
import { pathIn, type StorefrontRequest, t } from "../storefront-request.ts";
import { notFoundPage } from "./not-found-page.ts";
import { orderSum } from "./order-sum.ts";

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
<h2>#${order.number}</h2>
${orderSum(page, order)}
<p><a class="button" href="${pathIn(page, "/account")}">${t(page, "nav.account")}</a></p>
</div>`,
  });
}
